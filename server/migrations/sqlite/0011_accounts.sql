-- To which languages and areas a user is limited, as words with blanks between; empty is no limit.
alter table users add column locales text not null default '';
alter table users add column areas text not null default '';
alter table users add column revision bigint not null default 1;
-- The secret of the second step in base 32, empty without one; the one that is being set up; the last time
-- step of which a code was taken, so that none is taken twice.
alter table users add column totp text not null default '';
alter table users add column totp_new text not null default '';
alter table users add column totp_step bigint not null default 0;

-- `id` is what its owner sees of it. `confirmed_at`: when the password was last asked for.
alter table sessions add column id text not null default '';
alter table sessions add column confirmed_at bigint not null default 0;
alter table sessions add column agent text not null default '';
alter table sessions add column address text not null default '';
update sessions set id = substr(token_hash, 1, 16);
create unique index sessions_by_id on sessions (id);

create table recovery_codes (
    code_hash text primary key,
    user_id text not null references users (id) on delete cascade
);

-- Tokens for programs, kept as their hash only. `acts` are words with blanks between.
create table api_tokens (
    id text primary key,
    user_id text not null references users (id) on delete cascade,
    name text not null,
    token_hash text not null unique,
    acts text not null,
    created_at bigint not null,
    expires_at bigint not null,
    used_at bigint
);

-- Links that work once. With a user it is for a new password of theirs, otherwise for a new account.
create table invitations (
    id text primary key,
    code_hash text not null unique,
    user_id text references users (id) on delete cascade,
    note text not null,
    role text not null,
    locales text not null,
    areas text not null,
    made_by text not null,
    created_at bigint not null,
    expires_at bigint not null
);

-- Wrong passwords, by the name that was typed and the address they came from.
create table login_failures (
    account text not null,
    address text not null,
    failures bigint not null,
    last_at bigint not null,
    primary key (account, address)
);

-- Who did what. Rows are added and never changed.
create table audit_log (
    number integer primary key autoincrement,
    at bigint not null,
    who text not null,
    action text not null,
    subject text not null,
    before text,
    after text,
    address text not null,
    agent text not null
);
create index audit_log_by_time on audit_log (at);

create trigger audit_log_is_not_changed before update on audit_log
begin
    select raise(abort, 'the log is not changed');
end;

create trigger audit_log_is_not_shortened before delete on audit_log
begin
    select raise(abort, 'the log is not shortened');
end;
