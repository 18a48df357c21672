-- Publish gates of areas. An area without a row publishes each language alone.
create table publish_gates (
    area text not null primary key,
    gate text not null
);

-- Publish gates of single pages, which precede those of their areas.
create table page_publish_gates (
    page_id text not null primary key references pages (id) on delete cascade,
    gate text not null
);

-- `section` is the heading id of the segment, `undo` its alignments before the acknowledgement, as JSON.
alter table acknowledgements add column section text not null default '';
alter table acknowledgements add column undo text not null default '[]';

-- 1 if the source language is not only the default for pages that came in both languages at once.
alter table pages add column source_known bigint not null default 0;
