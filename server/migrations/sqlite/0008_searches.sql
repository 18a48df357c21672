-- What readers looked for, by day, and how often nothing was found. Nothing says who asked.
create table searches (
    day text not null,
    locale text not null,
    words text not null,
    asked bigint not null,
    fruitless bigint not null,
    primary key (day, locale, words)
);
