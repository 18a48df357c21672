-- Settings of the assistant's language model, as JSON; at most one row.
create table assistant_models (
    id bigint primary key,
    settings text not null,
    revision bigint not null
);

-- The API key of its server; at most one row. A backup omits it.
create table assistant_model_keys (
    id bigint primary key,
    api_key text not null
);

-- Tokens of each day, counted from 1970-01-01 UTC; `cost` in millionths of the currency of the prices.
create table assistant_model_days (
    day bigint primary key,
    answers bigint not null,
    input_tokens bigint not null,
    output_tokens bigint not null,
    cost bigint not null,
    cut_prompts bigint not null
);
