-- The ids that lead to the headings of a text, as JSON: [{segment, id, earlier, counterpart}]. Derived
-- whenever either language of the page is saved, except for `earlier`, which only this table knows.
create table anchors (
    text_id text primary key references texts (id) on delete cascade,
    headings text not null
);

-- Width and height of pictures, by the hash of their bytes, so that a page keeps room for them.
create table picture_sizes (
    hash text primary key,
    width bigint not null,
    height bigint not null
);
