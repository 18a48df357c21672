-- Whose rights count when a value is published at its time. A name can change hands.
alter table config_values add column due_by_id text not null default '';
update config_values set due_by_id = coalesce((
    select u.id from config_versions v join users u on u.name = v.author
    where v.name = config_values.name and v.number = config_values.due
), '');
-- From now on the owner of a file on its way is an id as well.
update uploads set owner = coalesce((select u.id from users u where u.name = uploads.owner), '');

-- PostgreSQL gets a trigger here against `truncate` of the log. SQLite has no such statement: it deletes, which is
-- refused already.
