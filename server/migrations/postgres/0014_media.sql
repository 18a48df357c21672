-- What is said of files beside the pages, by path; `alt_zh` and `alt_en` are for those who do not see them. A
-- decorative picture needs no words.
create table media_words (
    path text primary key,
    alt_zh text not null,
    alt_en text not null,
    decorative bigint not null,
    revision bigint not null,
    author text not null,
    changed_at bigint not null
);

-- Smaller sizes of pictures as WebP: `hash` is that of the picture, `variant` that of the smaller one.
create table media_variants (
    hash text not null,
    width bigint not null,
    variant text not null,
    bytes bigint not null,
    primary key (hash, width)
);

-- Files on their way; what has come of them lies in the data directory. `replaces` is the hash of the file whose
-- place it takes, or nothing; `done` is the path of what became of it.
create table uploads (
    id text primary key,
    owner text not null,
    path text not null,
    replaces text not null,
    bytes bigint not null,
    received bigint not null,
    made_at bigint not null,
    done text not null default ''
);
