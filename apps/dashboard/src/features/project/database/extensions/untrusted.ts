const FILES = 'it reads files of the server'
const CONNECTIONS = 'it opens connections from the server, which would reach what only the server’s machine reaches'
const PAGES = 'it looks into pages, memory or the log of the server, past privileges and row level security'

/** Why some extensions are for superusers alone. */
const REASONS: Readonly<Record<string, string>> = {
  adminpack: 'it writes files of the server',
  amcheck: `${PAGES}; Postgres checks indexes itself with REINDEX`,
  dblink: CONNECTIONS,
  dict_xsyn: FILES,
  earthdistance: 'it builds on types of a schema that others can fill; cube and the type point know distances, too',
  file_fdw: `${FILES} and runs its programs`,
  intagg: 'it is out of date: array_agg and unnest do the same',
  old_snapshot: 'it is out of date, and gone from Postgres 17',
  pageinspect: PAGES,
  pg_buffercache: PAGES,
  pg_freespacemap: PAGES,
  pg_logicalinspect: PAGES,
  pg_prewarm: 'it starts workers of the server',
  pg_surgery: 'it changes rows past every check, and can destroy a table',
  pg_visibility: PAGES,
  pg_walinspect: PAGES,
  postgres_fdw: CONNECTIONS,
  refint: 'it is out of date: foreign keys do the same',
  sslinfo: 'it tells of certificates of clients, which nobody has here',
  xml2: 'it is out of date: the XML functions of Postgres do the same',
}

const reasonOf = (name: string): string =>
  REASONS[name] ??
  (/^pl.*u$/.test(name) || /_plp|_plt/.test(name)
    ? 'functions in this language could read the server’s files and run its programs'
    : 'it reaches beyond the database, to files, other servers or the server’s memory')

/** Why the owner of a database cannot enable an extension that Postgres keeps for superusers. */
export const whyUntrusted = (name: string): string => `Only a superuser may enable it: ${reasonOf(name)}`
