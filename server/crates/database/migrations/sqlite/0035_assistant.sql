-- Answers of the assistant that visitors have shared as a link, until they expire. `answer` is JSON.
create table assistant_shares (
    id text primary key,
    locale text not null,
    question text not null,
    answer text not null,
    created_at bigint not null,
    expires_at bigint not null
);
create index assistant_shares_by_expiry on assistant_shares (expires_at);

-- Feedback of visitors on answers of the assistant. It is anonymous and without the question.
create table assistant_feedback (
    id text primary key,
    locale text not null,
    state text not null,
    helpful bigint not null,
    created_at bigint not null
);

-- What separates the states of answers on this site, as JSON. `fingerprint` is that of the search index.
create table assistant_calibrations (
    fingerprint text primary key,
    calibration text not null,
    created_at bigint not null
);
