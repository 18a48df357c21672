-- Translation state by day, for the trend: the sums of the last count of each day. `area` is an area of pages,
-- `navigation`, `interface`, or `alt_text`.
create table translation_days (
    day text not null,
    locale text not null,
    area text not null,
    total bigint not null,
    outdated bigint not null,
    not_translated bigint not null,
    not_aligned bigint not null,
    not_reviewed bigint not null,
    machine_translated bigint not null,
    primary key (day, locale, area)
);

-- Contributors are listed without reading the texts.
create index revisions_by_author on revisions (author, origin, text_id, created_at);
create index acknowledgements_by_time on acknowledgements (created_at);

-- The sums over all pages are made without reading the texts.
create index texts_by_state on texts (page_id, locale, published, area, segments_total, segments_outdated,
    segments_not_translated, segments_not_aligned, segments_not_reviewed, segments_machine_translated, updated_at);
