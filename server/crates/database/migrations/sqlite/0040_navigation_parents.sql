-- The page that the navigation lists a page below, where its address does not say so.
alter table texts add column parent_page_id text references pages (id) on delete set null;
create index texts_parent_page_id on texts (parent_page_id);

-- The same by the key of the page.
alter table version_texts add column parent_key text;
