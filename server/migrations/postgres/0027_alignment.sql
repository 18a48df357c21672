-- Hashes of the words with their punctuation in one form. Empty for links that were made before: the hash of the words
-- stands for it until the segment is saved again.
alter table links add column zh_folded text not null default '';
alter table links add column en_folded text not null default '';
