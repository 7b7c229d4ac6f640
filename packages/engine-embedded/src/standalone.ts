import { EngineError } from '@stoa/engine'
import { type Identity, run } from './run.ts'
import { scramVerifier } from './scram.ts'

/**
 * Runs statements as the superuser in a stand-alone backend: no network, no socket, no other session.
 * The data folder has to be stopped, and belong to `as`.
 * @param sql statements that each end with a semicolon and an empty line
 * @throws EngineError `failed` with Postgres's words; statements before the failing one stay done
 */
export async function runStandalone(postgres: string, data: string, as: Identity, sql: string): Promise<void> {
  // A statement may hold a verifier: no error's report and no statistics repeat it.
  const settings = {
    exit_on_error: 'on',
    log_checkpoints: 'off',
    log_statement: 'none',
    log_min_error_statement: 'panic',
    shared_preload_libraries: 'pg_stat_statements',
    'pg_stat_statements.track': 'none',
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const args = ['--single', '-j', '-D', data, ...flags, 'postgres']
  const { code, stderr } = await run(postgres, args, { input: sql, as })
  if (code !== 0) throw new EngineError('failed', 'The database could not be prepared.', stderr.trim())
}

/** The database role behind each identity that logs in with a password. */
export const LOGIN_ROLES = { owner: 'postgres', api: 'authenticator', reader: 'stoa_reader' } as const

/** Statements that give the three login roles their passwords, as verifiers. */
export async function passwordStatements(passwords: Record<keyof typeof LOGIN_ROLES, string>): Promise<string> {
  const statements = Object.entries(LOGIN_ROLES).map(async ([as, role]) => {
    const verifier = await scramVerifier(passwords[as as keyof typeof LOGIN_ROLES])
    return `ALTER ROLE ${role} PASSWORD '${verifier}';\n\n`
  })
  return (await Promise.all(statements)).join('')
}
