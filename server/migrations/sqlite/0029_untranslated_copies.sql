-- Segments that repeat the other language, which count as not translated: how many of them a text has, or -1 as long as
-- they are not counted; and whether the text says nothing of its own besides them.
alter table texts add column segments_copied bigint not null default -1;
alter table texts add column is_copy bigint not null default 0;

-- Terms of the glossary that came with the pages: a segment that says nothing else is no copy.
create table exempt_terms (
    term text not null primary key
);

-- Copies that a person keeps as they are. `words` is the hash of what both languages say: a change of either one voids
-- the mark.
create table intentional_copies (
    page_id text not null references pages (id) on delete cascade,
    locale text not null,
    words text not null,
    made_by text not null,
    made_by_id text not null,
    made_at bigint not null,
    primary key (page_id, locale, words)
);
