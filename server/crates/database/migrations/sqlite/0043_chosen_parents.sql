-- 1 if a user chose the page that the navigation lists this page below, or chose its address. Imports do not change it.
alter table pages add column parent_chosen bigint not null default 0;
