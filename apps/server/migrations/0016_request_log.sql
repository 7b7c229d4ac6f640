-- Requests to the projects' own APIs come by the thousand in a second, and everything that is kept for each costs all
-- of them. Nobody asks for one by its id alone, and whose project is gone goes with it or with its age.
alter table project_requests drop constraint project_requests_pkey;
alter table project_requests drop constraint project_requests_project_id_fkey;
