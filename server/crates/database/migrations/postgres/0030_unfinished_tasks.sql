-- Tasks that have begun and not ended, such as the import of the sample content. A start resumes them.
create table unfinished_tasks (
    name text primary key
);
