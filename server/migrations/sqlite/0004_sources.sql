-- Where each Git source stands. How it is read is in the settings; `settings` is the hash of what they
-- said the last time, so that a change of them is a reason to read again. `report` is JSON.
create table sources (
    name text primary key,
    branch text not null,
    commit_id text not null,
    committed_at bigint not null,
    subject text not null,
    settings text not null,
    asked_at bigint not null,
    updated_at bigint not null,
    outcome text not null,
    detail text not null,
    report text not null
);

-- Texts that follow a file in Git. `revision` is the one that says what the file said when it was last
-- taken; where no revision says it, `said` does. A newer revision was written on the site. `authors` is
-- JSON: [{name, at}].
create table upstream_texts (
    text_id text primary key references texts (id) on delete cascade,
    source text not null,
    file text not null,
    file_hash text not null,
    revision bigint,
    said text,
    commit_id text not null,
    changed_at bigint not null,
    authors text not null
);
create index upstream_texts_by_file on upstream_texts (source, file);

-- Texts that the site and Git have both changed. `theirs` is empty where the file is gone from Git.
create table conflicts (
    text_id text primary key references texts (id) on delete cascade,
    source text not null,
    file text not null,
    file_hash text not null,
    base text not null,
    theirs text,
    commit_id text not null,
    made_at bigint not null
);

-- When a text was taken down because its file is gone; its revisions stay.
alter table texts add column removed_at bigint;

-- Empty for what was imported from a folder. `mount` is the address below which a root's pages stand.
alter table files add column source text not null default '';
alter table roots add column source text not null default '';
alter table roots add column mount text not null default '';
