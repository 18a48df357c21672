-- The states of a translation have the names of the glossary. Of what is not reviewed, machine translations are a part.
alter table texts rename column segments_behind to segments_outdated;
alter table texts rename column segments_missing to segments_not_translated;
alter table texts rename column segments_unreviewed to segments_not_aligned;
alter table texts rename column segments_machine to segments_machine_translated;
alter table texts add column segments_not_reviewed bigint not null default 0;
alter table version_pairs rename column zh_behind to zh_outdated;
alter table version_pairs rename column zh_missing to zh_not_translated;
alter table version_pairs rename column zh_unreviewed to zh_not_aligned;
alter table version_pairs rename column en_behind to en_outdated;
alter table version_pairs rename column en_missing to en_not_translated;
alter table version_pairs rename column en_unreviewed to en_not_aligned;
