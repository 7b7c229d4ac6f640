import { type EditorPlace, type EditorView, editorPlace, projectPermissions } from '@stoa/contract'
import { type Caller, type Context, Scope } from '../../../core/context.ts'
import { allows } from '../../../core/guard.ts'
import type { Platform } from '../../../core/platform.ts'
import type { OrganizationRow, ProjectRow } from '../../../store/tables.ts'
import { open } from './rows.ts'

/** A page does not wait longer than so for its rows, in ms: they come by a request of their own then. */
const PATIENCE_MS = 300

/**
 * What the table editor shows first, to be written into the page, so that its first screen waits for no request.
 * @param search the address behind the path
 * @returns null when it may not be read, cannot be read, or takes long
 */
export async function openingView(
  platform: Platform,
  about: { caller: Caller; organization: OrganizationRow; project: ProjectRow },
  search: string,
): Promise<{ input: EditorPlace & { ref: string }; view: EditorView } | null> {
  const { project } = about
  if (project.status !== 'ACTIVE_HEALTHY') return null
  const scope = new Scope()
  scope.set(about)
  const request = {
    id: '',
    ip: '',
    headers: new Headers(),
    signal: AbortSignal.timeout(PATIENCE_MS),
    bytes: () => Promise.resolve(),
  }
  const context: Context = { platform, scope, request, reply: { response: null } }
  if (!allows(context, projectPermissions.readSql)) return null
  const place = editorPlace(new URLSearchParams(search))
  const late = new Promise<null>((resolve) => setTimeout(resolve, PATIENCE_MS, null))
  const view = await Promise.race([open(context, place).catch(() => null), late])
  return view && { input: { ref: project.ref, ...place }, view }
}
