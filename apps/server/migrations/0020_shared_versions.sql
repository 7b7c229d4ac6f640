-- From which version on those see a query or a report that it is shared with; null while its owner alone sees it.
-- Of what is shared already, they see what it says now and what follows.
alter table content add column shared_version integer;
update content set shared_version = version where visibility = 'project';
alter table content add check ((visibility = 'project') = (shared_version is not null));
