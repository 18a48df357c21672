-- Every version that a published value ever had. A value points at the one that is published, at one that is to
-- be published at a time, and, while a new one waits to be confirmed, at the one that it would go back to.
create table config_versions (
    name text not null,
    number bigint not null,
    media_type text not null,
    body text not null,
    author text not null,
    made_at bigint not null,
    restores bigint,
    primary key (name, number)
);
insert into config_versions (name, number, media_type, body, author, made_at)
select name, revision, media_type, body, '', updated_at from config_values;

-- `revision` counts each change of what is pointed at. While `confirm_by` is set, `fallback` is what was there
-- before, null for nothing.
create table config_pointers (
    name text primary key,
    revision bigint not null,
    version bigint,
    changed_at bigint not null,
    confirm_by bigint,
    fallback bigint,
    due_at bigint,
    due bigint
);
insert into config_pointers (name, revision, version, changed_at)
select name, revision, revision, updated_at from config_values;
drop table config_values;
alter table config_pointers rename to config_values;
-- Linked by every page, so it is there before anybody wrote one.
insert into config_values (name, revision, changed_at) values ('global_style.css', 0, 0)
on conflict (name) do nothing;
