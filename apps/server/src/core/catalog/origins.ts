/** Roles that every project's server has from its first second and that the platform works with. */
export const PLATFORM_ROLES = [
  'stoa_admin',
  'postgres',
  'anon',
  'authenticated',
  'service_role',
  'authenticator',
  'stoa_reader',
  'supabase_auth_admin',
  'supabase_storage_admin',
] as const

/** Schemas that the platform's own services keep. */
export const PLATFORM_SCHEMAS = ['auth', 'storage', 'extensions', 'realtime', 'vault', 'supabase_migrations'] as const
