-- Versions of the documentation. At most one has the state `current`: it names the pages of `texts`. The others
-- are lists of their own, of texts that never change. `revision` is another one whenever a list is
-- written.
create table versions (
    name text primary key,
    label text not null,
    state text not null,
    position bigint,
    released_at bigint,
    revision bigint not null
);

-- What texts of old versions say, once, however many versions say it, by the hash of front matter and
-- Markdown. What a revision says already is not said again: it is pointed at. `title` is the one that the text
-- has by itself, or empty.
create table version_bodies (
    hash text primary key,
    text_id text,
    number bigint,
    title text not null,
    front_matter text not null,
    markdown text not null,
    dialect text not null,
    foreign key (text_id, number) references revisions (text_id, number)
);

create table version_texts (
    version text not null references versions (name) on delete cascade,
    area text not null,
    locale text not null,
    path text not null,
    key text not null,
    file text not null,
    title text not null,
    label text not null,
    description text not null,
    position bigint not null,
    shown bigint not null,
    updated_at bigint not null,
    body text not null references version_bodies (hash),
    primary key (version, area, locale, path)
);
create index version_texts_by_key on version_texts (key, version);
create index version_texts_by_path on version_texts (path, version);
create index version_texts_by_body on version_texts (body);

-- How both languages of a page stand to each other, by what they say. Derived.
create table version_pairs (
    zh_body text not null references version_bodies (hash) on delete cascade,
    en_body text not null references version_bodies (hash) on delete cascade,
    zh_behind bigint not null,
    zh_missing bigint not null,
    zh_unreviewed bigint not null,
    en_behind bigint not null,
    en_missing bigint not null,
    en_unreviewed bigint not null,
    primary key (zh_body, en_body)
);

-- As `sections`, `roots` and `files`, of old versions.
create table version_sections (
    version text not null references versions (name) on delete cascade,
    locale text not null,
    path text not null,
    title text not null,
    position bigint not null,
    primary key (version, locale, path)
);

create table version_roots (
    version text not null references versions (name) on delete cascade,
    folder text not null,
    locale text not null,
    without text not null,
    primary key (version, folder)
);

create table version_files (
    version text not null references versions (name) on delete cascade,
    path text not null,
    hash text not null,
    media_type text not null,
    bytes bigint not null,
    served bigint not null,
    primary key (version, path)
);
