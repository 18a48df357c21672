-- The smaller size as AVIF, by its hash: empty where that is not worth it, null until it was tried.
alter table media_variants add column avif text;
