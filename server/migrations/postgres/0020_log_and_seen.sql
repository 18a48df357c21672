-- When somebody was last here, which sessions that have ended do not tell.
alter table users add column seen_at bigint;
update users set seen_at = (select max(s.seen_at) from sessions s where s.user_id = users.id);
