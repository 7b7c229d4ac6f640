import { join } from 'node:path'
import type { ServerAccess } from '@stoa/engine'
import { writeAtomically } from './files.ts'

/** The superuser of every server. It has no password: only the platform's account, by the unix socket, is let in. */
export const ADMIN = 'stoa_admin'

const CONTROL_HBA = `# Who may connect to the control database: the platform's own account, by the unix socket.
local  all  all  peer map=platform
`

/** Who reaches a server that nothing else was said about: everybody, encrypted or not. */
export const OPEN_ACCESS: ServerAccess = { sslOnly: false, networks: null }

/** Who may connect to a project's server: the first line that fits decides, and what no line fits is refused. */
export function projectHba({ sslOnly, networks }: ServerAccess): string {
  const connection = sslOnly ? 'hostssl' : 'host'
  return [
    "# Who may connect to this project's server. Written by the platform.",
    `local  all          ${ADMIN}  peer map=platform`,
    `local  replication  ${ADMIN}  peer map=platform`,
    'local  replication  all         reject',
    'local  all          all         scram-sha-256',
    `host   all          ${ADMIN}  all  reject`,
    'host   replication  all         all  reject',
    ...(networks ?? ['all']).map((network) => `${connection}  all  all  ${network}  scram-sha-256`),
    '',
  ].join('\n')
}

/** While a server is being read for its upgrade, nothing may change it. */
export const CLOSED_HBA = `# Nobody but the platform connects while the server is upgraded. Written by the platform.
local  all  ${ADMIN}  peer map=platform
local  all  all  reject
host   all  all  all  reject
`

export type AccessFiles = { readonly controlHba: string; readonly ident: string }

/**
 * Writes the access rules that all servers share. They lie outside the data folders, owned by the platform,
 * so that what a server's account can write never decides who gets in.
 */
export async function writeAccessFiles(folder: string, account: string): Promise<AccessFiles> {
  const files = {
    controlHba: join(folder, 'control.hba.conf'),
    ident: join(folder, 'ident.conf'),
  }
  const quoted = `"${account.replaceAll('"', '""')}"`
  await writeAtomically(files.controlHba, CONTROL_HBA, 0o644)
  await writeAtomically(files.ident, `platform  ${quoted}  ${ADMIN}\nplatform  ${quoted}  stoa\n`, 0o644)
  return files
}
