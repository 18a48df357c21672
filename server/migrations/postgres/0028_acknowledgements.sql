-- Who said that the translation of a segment still holds after its source changed: `words` and `markup` are the hashes
-- of the source that this was said of.
create table acknowledgements (
    page_id text not null references pages (id) on delete cascade,
    locale text not null,
    segment text not null,
    words text not null,
    markup text not null,
    made_by text not null,
    made_by_id text not null,
    made_at bigint not null,
    primary key (page_id, locale, segment)
);
