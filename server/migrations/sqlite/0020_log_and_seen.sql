-- An entry written in the place of another one would be a change.
create trigger audit_log_is_not_replaced before insert on audit_log
when exists (select 1 from audit_log where number = new.number)
begin
    select raise(abort, 'the log is not changed');
end;

-- When somebody was last here, which sessions that have ended do not tell.
alter table users add column seen_at bigint;
update users set seen_at = (select max(s.seen_at) from sessions s where s.user_id = users.id);
