-- Since when segments are outdated or not translated. `segment` is the id in the text of `locale`, or that of the source
-- if there is no translation. Derived with the counts of both texts, except for the time.
create table pending_segments (
    page_id text not null references pages (id) on delete cascade,
    locale text not null,
    segment text not null,
    since bigint not null,
    primary key (page_id, locale, segment)
);

-- The earliest of these times; null if there is none.
alter table texts add column pending_since bigint;

-- The commit of a revision that was in Git before the first revision of the text.
alter table revisions add column commit_id text not null default '';

-- The commit that the site showed when a user last changed the source language of the page; empty if none did, or if the
-- page was not from Git.
alter table pages add column source_commit text not null default '';

-- The work list reads pending texts only.
create index texts_pending on texts (page_id, locale) where published is not null
    and segments_outdated + segments_not_translated + segments_not_aligned + segments_not_reviewed > 0;
