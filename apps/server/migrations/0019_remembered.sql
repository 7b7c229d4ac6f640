-- What every request to a project's APIs depends on is remembered by the platform until it changes. A platform knows
-- what it changes itself; what anybody else changes in these tables is told to all that listen.
create function tell_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('stoa_changes', '');
  return null;
end
$$;

create trigger projects_changed after insert or update or delete or truncate on projects
  for each statement execute function tell_change();
create trigger project_secrets_changed after insert or update or delete or truncate on project_secrets
  for each statement execute function tell_change();
create trigger project_api_settings_changed after insert or update or delete or truncate on project_api_settings
  for each statement execute function tell_change();
create trigger custom_hostnames_changed after insert or update or delete or truncate on custom_hostnames
  for each statement execute function tell_change();
-- When a key was last used changes nothing of what it may do.
create trigger project_api_keys_changed after insert or update of project_id, type, hash, expires_at or delete or truncate
  on project_api_keys for each statement execute function tell_change();
