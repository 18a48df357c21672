-- 1 if an editor has dismissed the gap of which the question is a part; later questions form a new gap.
alter table assistant_questions add column is_dismissed bigint not null default 0;
