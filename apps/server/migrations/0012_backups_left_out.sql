-- The databases beside the project's own that a logical backup does not hold.
alter table backups add column left_out text[] not null default '{}';
