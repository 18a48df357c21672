-- Whom the site tells what is published. `events` is a list as JSON, empty for all of them; `fault` is why the
-- server has switched it off by itself. The secret signs what is sent, so it is kept as it is.
create table webhooks (
    id text primary key,
    revision bigint not null,
    endpoint text not null,
    events text not null,
    note text not null,
    secret text not null,
    is_on bigint not null,
    fault text not null default '',
    made_at bigint not null,
    made_by text not null
);

-- What is to be sent and what was, added in the transaction of what it tells. `next_at` is when it is tried again,
-- null when it is done with; whoever sends it moves that on first, so that another server leaves it alone.
create table webhook_deliveries (
    id text primary key,
    webhook_id text not null references webhooks (id) on delete cascade,
    event text not null,
    data text not null,
    made_at bigint not null,
    next_at bigint,
    attempts bigint not null default 0,
    sent_at bigint,
    took_ms bigint,
    status bigint,
    fault text not null default ''
);
create index webhook_deliveries_by_time on webhook_deliveries (webhook_id, made_at);
create index webhook_deliveries_due on webhook_deliveries (next_at);
