-- Whose Markdown a revision is written in; empty where the name of its file tells it.
alter table revisions add column dialect text not null default '';
