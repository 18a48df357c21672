-- The schema of the first release. A later change is a migration of its own: this file is never edited after a
-- release. Times are milliseconds since 1970, flags are 0 or 1, hashes are hexadecimal. `locale` is `zh-CN` or
-- `en-US`. `area` is `docs`, `landing` or `news`.

-- # Change feed and cache invalidation

-- One row. Writers lock it, so that versions become visible in order.
create table change_counter (
    id bigint primary key,
    value bigint not null
);
insert into change_counter (id, value) values (1, 0);

-- The version at which each cache tag was last invalidated.
create table cache_tags (
    tag text primary key,
    version bigint not null
);
create index cache_tags_by_version on cache_tags (version);

-- # Accounts

-- `locales` and `areas` limit a user to these, separated by spaces; empty is no limit. `totp` is the secret of
-- two-factor authentication in base 32, empty without it; `totp_new` is one that is being set up; `totp_step` is the
-- last time step whose code was accepted. `seen_at` outlives the sessions.
create table users (
    id text primary key,
    name text not null,
    name_key text not null unique,
    role text not null,
    locales text not null default '',
    areas text not null default '',
    password text not null,
    totp text not null default '',
    totp_new text not null default '',
    totp_step bigint not null default 0,
    revision bigint not null default 1,
    created_at bigint not null,
    disabled_at bigint,
    seen_at bigint
);

-- Sessions by the hash of their token. `id` is public to the user; `confirmed_at` is the last re-authentication.
create table sessions (
    token_hash text primary key,
    id text not null default '',
    user_id text not null references users (id) on delete cascade,
    created_at bigint not null,
    seen_at bigint not null,
    confirmed_at bigint not null default 0,
    expires_at bigint not null,
    user_agent text not null default '',
    address text not null default ''
);
create unique index sessions_by_id on sessions (id);

-- API tokens, as hashes. `permissions` are separated by spaces.
create table api_tokens (
    id text primary key,
    user_id text not null references users (id) on delete cascade,
    name text not null,
    token_hash text not null unique,
    permissions text not null,
    created_at bigint not null,
    expires_at bigint not null,
    used_at bigint
);

-- Links that create the first owner, as hashes.
create table setup_codes (
    code_hash text primary key,
    created_at bigint not null
);

-- One-time links: with `user_id` they reset the password of that user, otherwise they create an account. A link is
-- valid while the user `created_by_id` may create it.
create table invitations (
    id text primary key,
    code_hash text not null unique,
    user_id text references users (id) on delete cascade,
    note text not null,
    role text not null,
    locales text not null,
    areas text not null,
    created_by text not null,
    created_by_id text not null default '',
    created_at bigint not null,
    expires_at bigint not null
);

create table recovery_codes (
    code_hash text primary key,
    user_id text not null references users (id) on delete cascade
);

-- Failed logins, by the name that was entered and the address of the client.
create table login_failures (
    account text not null,
    address text not null,
    failures bigint not null,
    last_at bigint not null,
    primary key (account, address)
);

-- WebAuthn credentials. `credential_id`, `key` and `counter` are base64url of the library's values.
create table passkeys (
    id text primary key,
    user_id text not null references users (id) on delete cascade,
    name text not null,
    credential_id text not null unique,
    transports bigint not null,
    key text not null,
    counter text not null,
    created_at bigint not null,
    used_at bigint
);
create index passkeys_by_user on passkeys (user_id);

-- WebAuthn challenges by their hash. Each is valid once, for one purpose and, after login, for one session.
create table passkey_challenges (
    challenge_hash text primary key,
    purpose text not null,
    session_id text not null,
    state text not null,
    expires_at bigint not null
);

-- Users by their subject at an identity provider (OpenID Connect).
create table oidc_links (
    issuer text not null,
    subject text not null,
    user_id text not null references users (id) on delete cascade,
    created_at bigint not null,
    primary key (issuer, subject)
);
create index oidc_links_by_user on oidc_links (user_id);

-- Pending authentication requests at an identity provider. Each is valid once, in one browser and, after login, for
-- one session.
create table oidc_auth_requests (
    state_hash text primary key,
    session_id text not null,
    key_hash text not null,
    nonce text not null,
    verifier text not null,
    expires_at bigint not null
);

-- # Audit log

-- Append-only. `actor` is the name at that time, `actor_id` the account, `token` the name of the API token that was
-- used.
create table audit_log (
    number bigint generated always as identity primary key,
    at bigint not null,
    actor text not null,
    actor_id text not null default '',
    token text not null default '',
    action text not null,
    subject text not null,
    before text,
    after text,
    address text not null,
    user_agent text not null
);
create index audit_log_by_time on audit_log (at);

create function audit_log_reject_change() returns trigger language plpgsql as $$
begin
    raise exception 'audit_log is append-only';
end
$$;

create trigger audit_log_reject_update before update on audit_log
for each row execute function audit_log_reject_change();

create trigger audit_log_reject_delete before delete on audit_log
for each row execute function audit_log_reject_change();

-- `truncate` does not run the triggers for each row.
create trigger audit_log_reject_truncate before truncate on audit_log
for each statement execute function audit_log_reject_change();

-- # Pages, translations and revisions

-- A page is one record in two languages.
create table pages (
    id text primary key,
    area text not null,
    key text not null,
    source_locale text not null,
    created_at bigint not null,
    unique (area, key)
);

-- A page in one language. `published` and `draft` are numbers of revisions. `removed_at` is set while the text is in
-- the trash. The counts are derived from `alignments` whenever either language of the page is saved.
-- `segments_copied` counts untranslated copies and is -1 until they are counted; `is_copy` marks a text that is an
-- untranslated copy as a whole.
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
    removed_at bigint,
    updated_at bigint not null,
    author text not null,
    segments_total bigint not null default 0,
    segments_outdated bigint not null default 0,
    segments_not_translated bigint not null default 0,
    segments_not_aligned bigint not null default 0,
    segments_not_reviewed bigint not null default 0,
    segments_machine_translated bigint not null default 0,
    segments_copied bigint not null default -1,
    is_copy bigint not null default 0,
    unique (page_id, locale),
    unique (area, locale, path)
);
create unique index texts_by_file on texts (file);
create index texts_by_time on texts (updated_at);

-- Every saved state of a text. Revisions are kept until the page is deleted permanently. `segments` is JSON:
-- [{id, kind, words, markup, start, end}]. `dialect` is the Markdown flavor, empty where the file name determines it.
create table revisions (
    text_id text not null references texts (id) on delete cascade,
    number bigint not null,
    title text not null,
    front_matter text not null,
    markdown text not null,
    dialect text not null default '',
    segments text not null,
    hash text not null,
    origin text not null,
    author text not null,
    created_at bigint not null,
    primary key (text_id, number)
);

-- Ids of the headings of a text, as JSON: [{segment, id, earlier, counterpart}]. Derived whenever either language of
-- the page is saved, except for `earlier`, which is stored only here.
create table anchors (
    text_id text primary key references texts (id) on delete cascade,
    headings text not null
);

-- Title and order of folders in the navigation, where the site sets them.
create table folders (
    area text not null,
    locale text not null,
    path text not null,
    title text not null,
    position bigint not null,
    primary key (area, locale, path)
);

-- Old paths of pages. A row refers to the page, so a redirect never leads to another redirect. `declared_by` is empty
-- for a page that was moved, `settings`, `editor`, or the locale of the text whose front matter declares the path.
create table redirects (
    area text not null,
    locale text not null,
    path text not null,
    page_id text not null references pages (id) on delete cascade,
    declared_by text not null,
    created_at bigint not null,
    primary key (area, locale, path)
);
create index redirects_by_page on redirects (page_id);

-- # Translation state

-- Aligned segments of both languages, with the hashes that they had when the alignment was last valid: of the words,
-- of the markup, and of the words with normalized punctuation (`folded`). A segment is outdated when a hash differs
-- now.
create table alignments (
    page_id text not null references pages (id) on delete cascade,
    zh_segment text not null,
    en_segment text not null,
    zh_words text not null,
    zh_markup text not null,
    zh_folded text not null default '',
    en_words text not null,
    en_markup text not null,
    en_folded text not null default '',
    origin text not null,
    created_at bigint not null,
    primary key (page_id, zh_segment, en_segment)
);

-- Segments that a user marked as still correct after the source changed. `words` and `markup` are hashes of that
-- source.
create table acknowledgements (
    page_id text not null references pages (id) on delete cascade,
    locale text not null,
    segment text not null,
    words text not null,
    markup text not null,
    created_by text not null,
    created_by_id text not null,
    created_at bigint not null,
    primary key (page_id, locale, segment)
);

-- Terms of the glossary that was imported with the pages. A segment that consists of such a term is not a copy.
create table exempt_terms (
    term text not null primary key
);

-- Segments that a user keeps identical in both languages. `words` is the hash of that text.
create table intentional_copies (
    page_id text not null references pages (id) on delete cascade,
    locale text not null,
    words text not null,
    created_by text not null,
    created_by_id text not null,
    created_at bigint not null,
    primary key (page_id, locale, words)
);

-- # Drafts and editing

-- Unpublished changes. `base` is the number of the revision that the draft is based on, `version` changes on each
-- save. `publish_at` is the scheduled time, with the permissions of the user `publish_by_id`. `decisions` is JSON:
-- what the changes mean for the translation. `fault` is why publishing failed.
create table drafts (
    text_id text primary key references texts (id) on delete cascade,
    base bigint not null,
    version text not null,
    body text not null,
    author text not null,
    updated_at bigint not null,
    publish_at bigint,
    publish_by text not null default '',
    publish_by_id text not null default '',
    decisions text not null default '[]',
    fault text not null default ''
);
create index drafts_by_time on drafts (publish_at);

-- Which users have which text open. This is not a lock.
create table editing_presence (
    page_id text not null references pages (id) on delete cascade,
    locale text not null,
    user_id text not null references users (id) on delete cascade,
    seen_at bigint not null,
    primary key (page_id, locale, user_id)
);

-- Links that show a draft without login, as hashes. A link is valid while the user `created_by_id` may create it.
create table preview_links (
    code_hash text primary key,
    text_id text not null references texts (id) on delete cascade,
    created_by text not null,
    created_by_id text not null default '',
    expires_at bigint not null
);

-- # Versions of the documentation

-- At most one version has the state `current`: its pages are those of `texts`. The others list texts that never
-- change. `revision` changes whenever a list is written.
create table versions (
    name text primary key,
    label text not null,
    state text not null,
    position bigint,
    released_at bigint,
    revision bigint not null
);

-- Contents of old versions, each stored once, by the hash of front matter and Markdown. Where a revision has the same
-- content, `text_id` and `number` refer to it and the content is not stored again. `title` is the title that the
-- content itself sets, or empty.
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
    is_published bigint not null,
    updated_at bigint not null,
    body text not null references version_bodies (hash),
    primary key (version, area, locale, path)
);
create index version_texts_by_key on version_texts (key, version);
create index version_texts_by_path on version_texts (path, version);
create index version_texts_by_body on version_texts (body);

-- Translation state of two contents, in segments. Derived.
create table version_pairs (
    zh_body text not null references version_bodies (hash) on delete cascade,
    en_body text not null references version_bodies (hash) on delete cascade,
    zh_outdated bigint not null,
    zh_not_translated bigint not null,
    zh_not_aligned bigint not null,
    en_outdated bigint not null,
    en_not_translated bigint not null,
    en_not_aligned bigint not null,
    primary key (zh_body, en_body)
);

-- `folders`, `import_roots` and `files` of old versions.
create table version_folders (
    version text not null references versions (name) on delete cascade,
    locale text not null,
    path text not null,
    title text not null,
    position bigint not null,
    primary key (version, locale, path)
);

create table version_import_roots (
    version text not null references versions (name) on delete cascade,
    folder text not null,
    locale text not null,
    excluded text not null,
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

-- # Import and Git sources

-- Imported folders, one language each; links are resolved against them. `excluded` is JSON: folders inside that
-- belong to other roots. `source` is empty for a folder that was imported by command. `mount` is the path that its
-- pages are below.
create table import_roots (
    folder text primary key,
    locale text not null,
    excluded text not null,
    source text not null default '',
    mount text not null default ''
);

-- Which pages include snippets of which files, both by their path in the imported folder.
create table snippets (
    file text not null,
    snippet text not null,
    primary key (file, snippet)
);
create index snippets_by_snippet on snippets (snippet);

-- State of each Git source, whose settings are in the settings file. `settings` is their hash at the last update: the
-- source is read again when it differs. `report` is JSON.
create table sources (
    name text primary key,
    branch text not null,
    commit_id text not null,
    committed_at bigint not null,
    subject text not null,
    settings text not null,
    checked_at bigint not null,
    updated_at bigint not null,
    outcome text not null,
    detail text not null,
    report text not null
);

-- Tags of Git sources that were imported as versions, with the commit and the settings of that import. A version that
-- was deleted since is not imported again.
create table source_versions (
    source text not null,
    name text not null,
    tag text not null,
    commit_id text not null,
    settings text not null,
    primary key (source, name)
);

-- Texts that are synchronized with a file in Git. The content of the last synchronization, on which a merge is based,
-- is that of `revision`, or `base_text` where no revision has it. `authors` is JSON: [{name, at}].
create table upstream_texts (
    text_id text primary key references texts (id) on delete cascade,
    source text not null,
    file text not null,
    file_hash text not null,
    revision bigint,
    base_text text,
    commit_id text not null,
    changed_at bigint not null,
    authors text not null
);
create index upstream_texts_by_file on upstream_texts (source, file);

-- Texts that were changed both on the site and in Git. `theirs` is null where the file was deleted in Git.
create table source_conflicts (
    text_id text primary key references texts (id) on delete cascade,
    source text not null,
    file text not null,
    file_hash text not null,
    base text not null,
    theirs text,
    commit_id text not null,
    created_at bigint not null
);

-- # Files and images

-- Files by their path in the imported folder. Their content is in the data directory or the bucket, by hash. `source`
-- is the Git source, or empty.
create table files (
    path text primary key,
    hash text not null,
    media_type text not null,
    bytes bigint not null,
    served bigint not null,
    created_at bigint not null,
    source text not null default ''
);

-- Alt texts of files, by path. A decorative image has none.
create table media_alt_texts (
    path text primary key,
    alt_zh text not null,
    alt_en text not null,
    decorative bigint not null,
    revision bigint not null,
    author text not null,
    changed_at bigint not null
);

-- Width and height of images in pixels, by the hash of the file, so that a page reserves the space.
create table image_sizes (
    hash text primary key,
    width bigint not null,
    height bigint not null
);

-- Smaller sizes of images. `hash` is that of the image, `variant` that of the WebP file, `avif` that of the AVIF
-- file: empty where AVIF is not smaller, null until it was encoded.
create table media_variants (
    hash text not null,
    width bigint not null,
    variant text not null,
    bytes bigint not null,
    avif text,
    primary key (hash, width)
);

-- Resumable uploads; the bytes received are in the data directory. `owner` is the id of a user, `replaces` the hash
-- of the file to replace, or empty. `result_path` is the path of the finished file, empty before.
create table uploads (
    id text primary key,
    owner text not null,
    path text not null,
    replaces text not null,
    bytes bigint not null,
    received bigint not null,
    created_at bigint not null,
    result_path text not null default ''
);

-- # Site files

-- Every version of a site file.
create table config_versions (
    name text not null,
    number bigint not null,
    media_type text not null,
    body text not null,
    author text not null,
    created_at bigint not null,
    restores bigint,
    primary key (name, number)
);

-- The published version of each site file. `revision` changes with the row. While `confirm_by` is set, `fallback` is
-- the version that is published again unless the new one is confirmed, null for none. `due` is the version that is
-- published at `due_at`, with the permissions of the user `due_by_id`.
create table config_heads (
    name text primary key,
    revision bigint not null,
    version bigint,
    changed_at bigint not null,
    confirm_by bigint,
    fallback bigint,
    due_at bigint,
    due bigint,
    due_by_id text not null default ''
);
-- Every page links to the stylesheet, so it exists from the start.
insert into config_heads (name, revision, changed_at) values ('global_style.css', 0, 0);

-- # Webhooks

-- `events` is a JSON list, empty for all events. `fault` is why the server disabled the webhook. `secret` signs the
-- deliveries, so it is stored in plain text.
create table webhooks (
    id text primary key,
    revision bigint not null,
    endpoint text not null,
    events text not null,
    note text not null,
    secret text not null,
    is_on bigint not null,
    fault text not null default '',
    created_at bigint not null,
    created_by text not null
);

-- The outbox, written in the transaction of the event. `next_at` is the time of the next attempt, null when there is
-- none. A server claims a delivery by setting it to a later time.
create table webhook_deliveries (
    id text primary key,
    webhook_id text not null references webhooks (id) on delete cascade,
    event text not null,
    data text not null,
    created_at bigint not null,
    next_at bigint,
    attempts bigint not null default 0,
    sent_at bigint,
    duration_ms bigint,
    status bigint,
    fault text not null default ''
);
create index webhook_deliveries_by_time on webhook_deliveries (webhook_id, created_at);
create index webhook_deliveries_due on webhook_deliveries (next_at);

-- # Statistics, feedback and search

-- Page views and other events. `visitor` is a hash with the salt of the day, which is deleted after that day.
create table pageviews (
    id text primary key,
    event text not null,
    at bigint not null,
    path text not null,
    locale text not null,
    referrer text not null,
    visitor text not null,
    starts_visit bigint not null
);
create index pageviews_by_time on pageviews (at);
create index pageviews_by_visitor on pageviews (visitor, at);

create table visitor_salts (
    day text primary key,
    salt text not null
);

-- Page views of the last 30 days, counted from `pageviews` at most once a minute.
create table view_counts (
    area text not null,
    locale text not null,
    path text not null,
    views bigint not null,
    primary key (area, locale, path)
);

-- When each periodic count was last made.
create table counted_events (
    name text primary key,
    at bigint not null
);

-- Feedback of readers on a revision. It is anonymous.
create table feedback (
    id text primary key,
    text_id text not null references texts (id) on delete cascade,
    locale text not null,
    revision bigint not null,
    answer text not null,
    comment text not null,
    created_at bigint not null
);
create index feedback_by_text on feedback (text_id, created_at);

-- Search terms by day: number of searches, and of those without results. They are anonymous.
create table search_terms (
    day text not null,
    locale text not null,
    term text not null,
    searches bigint not null,
    without_results bigint not null,
    primary key (day, locale, term)
);

-- Verdicts of users on translations that the search dictionary has learned. `zh` and `en` are as entered.
create table dictionary_pairs (
    zh text not null,
    en text not null,
    verdict text not null,
    decided_by text not null,
    decided_at bigint not null,
    primary key (zh, en)
);

-- Terms whose translations no longer change, as JSON: [[term, probability]].
create table dictionary_locks (
    locale text not null,
    term text not null,
    translations text not null,
    decided_by text not null,
    decided_at bigint not null,
    primary key (locale, term)
);
