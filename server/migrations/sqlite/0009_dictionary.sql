-- What people have decided about translations that the search has learnt. `zh` and `en` are as written.
create table dictionary_pairs (
    zh text not null,
    en text not null,
    verdict text not null,
    decided_by text not null,
    decided_at bigint not null,
    primary key (zh, en)
);

-- Words that learn nothing more: their translations as they were, as JSON: [[term, probability]].
create table dictionary_locks (
    locale text not null,
    term text not null,
    translations text not null,
    decided_by text not null,
    decided_at bigint not null,
    primary key (locale, term)
);
