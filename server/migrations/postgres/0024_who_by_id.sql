-- Whose account it was: a name can change hands. What is in the log already is not changed, and says nothing of it.
alter table audit_log add column who_id text not null default '';
-- The name of the token by which a program acted for them.
alter table audit_log add column token text not null default '';
