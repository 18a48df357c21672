-- Events of one transaction have the same time: the order in which a receiver gets them is stored.
alter table webhook_deliveries add column sequence bigint not null default 0;
update webhook_deliveries set sequence = created_at;
drop index webhook_deliveries_by_time;
create index webhook_deliveries_in_order on webhook_deliveries (webhook_id, sequence);
