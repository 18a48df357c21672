-- Tags of Git sources that are versions of the documentation, with the commit and the settings that each was
-- read at. A version that was removed since is not read again.
create table source_versions (
    source text not null,
    name text not null,
    tag text not null,
    commit_id text not null,
    settings text not null,
    primary key (source, name)
);
