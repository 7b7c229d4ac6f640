-- What every project's server holds from its first second: roles, schemas, extensions.
--
-- Run once per major version into a template that projects are copied from, as the
-- bootstrap superuser stoa_admin, in database "postgres", by a stand-alone backend:
-- every statement ends with a semicolon and an empty line, and no statement has an
-- empty line after a semicolon inside it.
--
-- Nobody outside the platform process is a superuser. Passwords are set later, per project.

-- The platform's own superuser. Whoever owns a database can put functions into its schemas
-- and settings onto it, so this role looks at pg_catalog alone and keeps its own settings.
ALTER ROLE stoa_admin SET search_path = pg_catalog, pg_temp;

ALTER ROLE stoa_admin SET default_transaction_read_only = off;

ALTER ROLE stoa_admin SET statement_timeout = 0;

ALTER ROLE stoa_admin SET lock_timeout = 0;

ALTER ROLE stoa_admin SET idle_session_timeout = 0;

ALTER ROLE stoa_admin SET idle_in_transaction_session_timeout = 0;

-- The platform's own statements are no business of the project's query statistics.
ALTER ROLE stoa_admin SET pg_stat_statements.track = 'none';

-- The owner: everything a person makes belongs to it. Not REPLICATION, because a replication
-- connection could take a base backup and with it every role's password verifier.
CREATE ROLE postgres LOGIN CREATEROLE CREATEDB BYPASSRLS;

-- The roles of a request to the project's APIs.
CREATE ROLE anon NOLOGIN NOINHERIT;

CREATE ROLE authenticated NOLOGIN NOINHERIT;

CREATE ROLE service_role NOLOGIN NOINHERIT BYPASSRLS;

-- Logs in for the project APIs and switches to one of the roles granted to it.
CREATE ROLE authenticator LOGIN NOINHERIT;

-- Reads for the assistant and the reports. Row level security does not hide rows from it.
CREATE ROLE stoa_reader LOGIN NOINHERIT BYPASSRLS CONNECTION LIMIT 10;

ALTER ROLE stoa_reader SET default_transaction_read_only = on;

-- Owners of the tables behind the auth and storage APIs.
CREATE ROLE supabase_auth_admin NOLOGIN NOINHERIT;

CREATE ROLE supabase_storage_admin NOLOGIN NOINHERIT;

GRANT anon, authenticated, service_role, supabase_auth_admin, supabase_storage_admin TO authenticator;

GRANT anon, authenticated, service_role TO postgres WITH ADMIN OPTION;

-- People write policies on storage's tables, which only their owner's members may.
GRANT supabase_storage_admin TO postgres;

GRANT pg_monitor, pg_signal_backend TO postgres;

-- Before 16, CREATEROLE may grant any role that is not a superuser, also the predefined ones that
-- read files, run programs or see pg_authid. Marked as superusers, these can be granted by a
-- superuser only; nobody is a member and they cannot log in, so the mark does nothing else.
UPDATE pg_authid SET rolsuper = true
WHERE current_setting('server_version_num')::int < 160000
  AND rolname IN ('pg_execute_server_program', 'pg_read_server_files', 'pg_write_server_files', 'pg_read_all_data', 'pg_write_all_data');

-- Before 16, a read-only transaction may make large objects, so the right to make them is not everybody's.
-- Written down as how the catalog began, lest every dump carries it along.
DO $$
DECLARE
  makers oid[] := ARRAY['lo_creat(integer)', 'lo_create(oid)', 'lo_from_bytea(oid,bytea)']::regprocedure[]::oid[];
BEGIN
  IF current_setting('server_version_num')::int < 160000 THEN
    REVOKE EXECUTE ON FUNCTION lo_creat(integer), lo_create(oid), lo_from_bytea(oid, bytea) FROM PUBLIC;
    GRANT EXECUTE ON FUNCTION lo_creat(integer), lo_create(oid), lo_from_bytea(oid, bytea) TO postgres, anon, authenticated, service_role;
    INSERT INTO pg_init_privs (objoid, classoid, objsubid, privtype, initprivs)
      SELECT oid, 'pg_proc'::regclass, 0, 'i', proacl FROM pg_proc WHERE oid = ANY (makers);
  END IF;
END
$$;

ALTER DATABASE postgres OWNER TO postgres;

ALTER DATABASE postgres SET search_path = "$user", public, extensions;

REVOKE TEMPORARY ON DATABASE postgres FROM PUBLIC;

GRANT TEMPORARY ON DATABASE postgres TO authenticator, anon, authenticated, service_role, supabase_auth_admin, supabase_storage_admin;

-- Schema public, open to the API roles as people know it from hosted projects.
ALTER SCHEMA public OWNER TO postgres;

GRANT USAGE ON SCHEMA public TO anon, authenticated, service_role, stoa_reader;

ALTER DEFAULT PRIVILEGES FOR ROLE postgres IN SCHEMA public GRANT ALL ON TABLES TO anon, authenticated, service_role;

ALTER DEFAULT PRIVILEGES FOR ROLE postgres IN SCHEMA public GRANT ALL ON SEQUENCES TO anon, authenticated, service_role;

ALTER DEFAULT PRIVILEGES FOR ROLE postgres IN SCHEMA public GRANT ALL ON ROUTINES TO anon, authenticated, service_role;

-- What the owner makes, in whatever schema, the reader may read.
ALTER DEFAULT PRIVILEGES FOR ROLE postgres GRANT USAGE ON SCHEMAS TO stoa_reader;

ALTER DEFAULT PRIVILEGES FOR ROLE postgres GRANT SELECT ON TABLES TO stoa_reader;

ALTER DEFAULT PRIVILEGES FOR ROLE postgres GRANT SELECT ON SEQUENCES TO stoa_reader;

-- Extensions live apart from people's own objects.
CREATE SCHEMA extensions;

GRANT USAGE ON SCHEMA extensions TO PUBLIC;

GRANT CREATE ON SCHEMA extensions TO postgres;

CREATE EXTENSION pg_stat_statements WITH SCHEMA extensions;

GRANT EXECUTE ON FUNCTION extensions.pg_stat_statements_reset TO postgres;

SET ROLE postgres;

CREATE EXTENSION pgcrypto WITH SCHEMA extensions;

CREATE EXTENSION "uuid-ossp" WITH SCHEMA extensions;

-- Tables are added to this publication to be heard over realtime.
CREATE PUBLICATION supabase_realtime;

RESET ROLE;

-- The platform's schemas. Their tables are made by the APIs they belong to.
CREATE SCHEMA auth AUTHORIZATION supabase_auth_admin;

GRANT USAGE ON SCHEMA auth TO postgres, anon, authenticated, service_role;

ALTER ROLE supabase_auth_admin SET search_path = auth;

-- The owner may look at users, refer to them and put triggers on them.
ALTER DEFAULT PRIVILEGES FOR ROLE supabase_auth_admin IN SCHEMA auth GRANT ALL ON TABLES TO postgres;

ALTER DEFAULT PRIVILEGES FOR ROLE supabase_auth_admin IN SCHEMA auth GRANT ALL ON SEQUENCES TO postgres;

CREATE SCHEMA storage AUTHORIZATION supabase_storage_admin;

GRANT USAGE ON SCHEMA storage TO postgres, anon, authenticated, service_role;

ALTER ROLE supabase_storage_admin SET search_path = storage;

ALTER DEFAULT PRIVILEGES FOR ROLE supabase_storage_admin IN SCHEMA storage GRANT ALL ON TABLES TO postgres, anon, authenticated, service_role;

ALTER DEFAULT PRIVILEGES FOR ROLE supabase_storage_admin IN SCHEMA storage GRANT ALL ON SEQUENCES TO postgres, anon, authenticated, service_role;
