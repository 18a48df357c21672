-- Authors of texts that were imported from a working copy of a Git repository, as JSON: [{name, at}].
create table imported_authors (
    text_id text primary key references texts (id) on delete cascade,
    authors text not null
);

-- Acknowledgements by the trailer of a commit have its id; those of users on the site have none.
alter table acknowledgements add column commit_id text not null default '';
