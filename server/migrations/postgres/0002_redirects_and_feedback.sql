-- Addresses that pages had, or that their front matter claims. They lead to the page, wherever it
-- stands by now, so that nothing is ever redirected twice. `said_by` is empty for a page that has
-- moved, and otherwise the language of the text whose front matter names the address.
create table redirects (
    area text not null,
    locale text not null,
    path text not null,
    page_id text not null references pages (id) on delete cascade,
    said_by text not null,
    made_at bigint not null,
    primary key (area, locale, path)
);
create index redirects_by_page on redirects (page_id);

-- What readers say of a page, of the very revision they read. Nothing says who they are.
create table feedback (
    id text primary key,
    text_id text not null references texts (id) on delete cascade,
    locale text not null,
    revision bigint not null,
    answer text not null,
    comment text not null,
    made_at bigint not null
);
create index feedback_by_text on feedback (text_id, made_at);
