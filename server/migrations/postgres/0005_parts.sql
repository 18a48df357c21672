-- Which pages show parts of which other files, both by their path in the imported folder.
create table parts (
    file text not null,
    part text not null,
    primary key (file, part)
);
create index parts_by_part on parts (part);
