import { engineConformance } from '@stoa/engine/conformance'
import { openTestEngine } from './testing.ts'

engineConformance('embedded engine, Postgres 17', openTestEngine, {
  connectable: true,
  version: 'supabase-postgres-17.10.0',
  part: 'moving',
})
