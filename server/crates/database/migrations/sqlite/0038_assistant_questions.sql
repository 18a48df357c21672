-- Questions to the assistant, with personal data masked, until they expire. `id` is that of the answer; `state` is that of
-- the answer, or `reported` for a gap that a language model has reported. `url`, `title` and `passage_locale` are of the
-- best section; `helpful` is 0 or 1 after feedback.
create table assistant_questions (
    id text primary key,
    asked_at bigint not null,
    locale text not null,
    origin text not null,
    question text not null,
    note text not null,
    state text not null,
    url text not null,
    title text not null,
    passage_locale text not null,
    is_approved bigint not null,
    helpful bigint
);
create index assistant_questions_by_time on assistant_questions (asked_at, id);

-- Answers that editors have written. `patterns` is a JSON array of wordings of the question.
create table assistant_answers (
    id text primary key,
    revision bigint not null,
    locale text not null,
    patterns text not null,
    answer text not null,
    expires_at bigint,
    created_at bigint not null,
    updated_at bigint not null,
    updated_by text not null
);

-- Recorded results of `pailou eval --assistant`. `figures` is JSON.
create table assistant_evaluations (
    id text primary key,
    recorded_at bigint not null,
    version text not null,
    figures text not null
);
create index assistant_evaluations_by_time on assistant_evaluations (recorded_at, id);
