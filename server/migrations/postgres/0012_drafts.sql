-- What is written beside what stands, and not published. `base` is the number of the revision that it began with,
-- `version` another word at each save. `publish_at` is when it is to be published, `decisions` what its changes
-- mean for the translation, as JSON, and `fault` why that did not work.
create table drafts (
    text_id text primary key references texts (id) on delete cascade,
    base bigint not null,
    version text not null,
    body text not null,
    author text not null,
    updated_at bigint not null,
    publish_at bigint,
    publish_by text not null default '',
    decisions text not null default '[]',
    fault text not null default ''
);
create index drafts_by_time on drafts (publish_at);

-- Who has which text open. Nothing is locked by that.
create table open_texts (
    page_id text not null references pages (id) on delete cascade,
    locale text not null,
    user_id text not null references users (id) on delete cascade,
    seen_at bigint not null,
    primary key (page_id, locale, user_id)
);

-- Links that show a draft to whoever has them, kept as their hash only.
create table preview_links (
    code_hash text primary key,
    text_id text not null references texts (id) on delete cascade,
    made_by text not null,
    expires_at bigint not null
);

-- Views of the last 30 days by address, counted anew from `hits` once a minute at most.
create table text_views (
    area text not null,
    locale text not null,
    path text not null,
    views bigint not null,
    primary key (area, locale, path)
);

create index texts_by_time on texts (updated_at);

-- When something that is counted now and then was counted last.
create table counted (
    name text primary key,
    at bigint not null
);
