-- Whose rights count for what is left to a clock or to a link. A name can change hands.
alter table drafts add column publish_by_id text not null default '';
update drafts set publish_by_id = coalesce((select id from users where name = publish_by), '');
alter table preview_links add column made_by_id text not null default '';
update preview_links set made_by_id = coalesce((select id from users where name = made_by), '');
