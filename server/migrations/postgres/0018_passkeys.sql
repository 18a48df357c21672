-- Keys that authenticators hold for users (WebAuthn). `credential_id`, `key` and `counter` are base64url of what the
-- library keeps; `transports` are the ways to reach the authenticator.
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

-- What an authenticator was asked to sign, by its hash: once, for a while, for one purpose and, where somebody is
-- logged in, for their session only.
create table passkey_challenges (
    challenge_hash text primary key,
    purpose text not null,
    session_id text not null,
    state text not null,
    expires_at bigint not null
);

-- Whom a provider of identities (OpenID Connect) knows as which user.
create table oidc_links (
    issuer text not null,
    subject text not null,
    user_id text not null references users (id) on delete cascade,
    created_at bigint not null,
    primary key (issuer, subject)
);
create index oidc_links_by_user on oidc_links (user_id);

-- Whoever is at the provider now: once, for a while, from one browser and, where somebody is logged in, for their
-- session only.
create table oidc_flows (
    state_hash text primary key,
    session_id text not null,
    key_hash text not null,
    nonce text not null,
    verifier text not null,
    expires_at bigint not null
);
