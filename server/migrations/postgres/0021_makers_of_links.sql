-- Who made a link, which is worth nothing once they may not make it any more. A name can change hands.
alter table invitations add column made_by_id text not null default '';
update invitations set made_by_id = coalesce((select id from users where name = made_by), '');
