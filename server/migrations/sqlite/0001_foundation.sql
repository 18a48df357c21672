-- One row; writers lock it, so versions become visible in order.
create table change_counter (
    id bigint primary key,
    value bigint not null
);
insert into change_counter (id, value) values (1, 0);

create table changed (
    tag text primary key,
    version bigint not null
);
create index changed_by_version on changed (version);

-- A page is one record in two languages.
create table pages (
    id text primary key,
    area text not null,
    key text not null,
    source_locale text not null,
    created_at bigint not null,
    unique (area, key)
);

-- What the page says in one language. `published` and `draft` name revisions; the counts are
-- derived from `links` whenever either language of the page is saved.
create table texts (
    id text primary key,
    page_id text not null references pages (id) on delete cascade,
    area text not null,
    locale text not null,
    path text not null,
    file text not null,
    title text not null,
    label text not null,
    description text not null,
    position bigint not null,
    published bigint,
    draft bigint,
    updated_at bigint not null,
    author text not null,
    segments_total bigint not null default 0,
    segments_behind bigint not null default 0,
    segments_missing bigint not null default 0,
    segments_unreviewed bigint not null default 0,
    segments_machine bigint not null default 0,
    unique (page_id, locale),
    unique (area, locale, path)
);
create unique index texts_by_file on texts (file);

-- Every saved state, whole and for ever. `segments` is JSON: [{id, kind, words, markup, start, end}].
create table revisions (
    text_id text not null references texts (id) on delete cascade,
    number bigint not null,
    title text not null,
    front_matter text not null,
    markdown text not null,
    segments text not null,
    hash text not null,
    origin text not null,
    author text not null,
    created_at bigint not null,
    primary key (text_id, number)
);

-- Which segment of one language says what which segment of the other says, and the hashes of both
-- when that was last true. Freshness is derived by comparing them with the present ones.
create table links (
    page_id text not null references pages (id) on delete cascade,
    zh_segment text not null,
    en_segment text not null,
    zh_words text not null,
    zh_markup text not null,
    en_words text not null,
    en_markup text not null,
    origin text not null,
    made_at bigint not null,
    primary key (page_id, zh_segment, en_segment)
);

-- Folders of the tree that have a name of their own, or an order.
create table sections (
    area text not null,
    locale text not null,
    path text not null,
    title text not null,
    position bigint not null,
    primary key (area, locale, path)
);

-- Files beside the pages, by their path in the imported folder; the bytes lie in the data directory.
create table files (
    path text primary key,
    hash text not null,
    media_type text not null,
    bytes bigint not null,
    served bigint not null,
    created_at bigint not null
);

create table config_values (
    name text primary key,
    media_type text not null,
    body text not null,
    revision bigint not null,
    updated_at bigint not null
);

create table users (
    id text primary key,
    name text not null,
    name_key text not null unique,
    role text not null,
    password text not null,
    created_at bigint not null,
    disabled_at bigint
);

-- A token is kept as its hash only.
create table sessions (
    token_hash text primary key,
    user_id text not null references users (id) on delete cascade,
    created_at bigint not null,
    seen_at bigint not null,
    expires_at bigint not null
);

create table setup_codes (
    code_hash text primary key,
    created_at bigint not null
);

-- What readers did, page views above all. `visitor` is a hash with a salt of the day that is thrown away after it.
create table hits (
    id text primary key,
    event text not null,
    at bigint not null,
    path text not null,
    locale text not null,
    referrer text not null,
    visitor text not null,
    starts_visit bigint not null
);
create index hits_by_time on hits (at);
create index hits_by_visitor on hits (visitor, at);

create table salts (
    day text primary key,
    salt text not null
);

-- The imported folders that hold a language; links are resolved against them.
create table roots (
    folder text primary key,
    locale text not null,
    without text not null
);
