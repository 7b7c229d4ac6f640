import { ORPCError } from '@orpc/client'
import { type ContentConflict, contentPermissions, type Shell } from '@stoa/contract'
import { toast } from '@stoa/ui'
import { answerPermission } from '../../../../api/answer-permission.ts'
import { client } from '../../../../api/client.ts'
import { errorMessage, errorStatus, isTransient } from '../../../../api/errors.ts'
import type { DocumentWorld, SaveFailure } from './document-state.ts'
import { holdDraft, readDraft, writeDraft } from './draft-store.ts'

/** The header of every call about content. */
export const CONTENT_HEADERS = { version: '2' } as const

const UNAUTHORIZED = 401
const NOT_FOUND = 404
const CONFLICT = 409

const isConflict = (data: unknown): data is ContentConflict =>
  typeof data === 'object' && data !== null && 'sql' in data && 'version' in data

/** Reads what a failed call means for what was to be saved. */
function failureOf(error: unknown): SaveFailure {
  const status = errorStatus(error)
  if (status === CONFLICT && error instanceof ORPCError && isConflict(error.data)) {
    return { kind: 'conflict', conflict: error.data }
  }
  if (status === NOT_FOUND) return { kind: 'gone' }
  // A dialog asks to sign in again: nothing has to be said besides.
  if (status === UNAUTHORIZED) return { kind: 'transient', message: null }
  return { kind: isTransient(error) ? 'transient' : 'refused', message: errorMessage(error) }
}

function notKept(): void {
  toast.error({
    id: 'sql-draft',
    title: 'This browser does not keep what you type',
    description: 'Copy the SQL elsewhere before you leave the page.',
  })
}

/** What documents of a project have around them: the server, this browser's drafts, the account's permissions. */
export const worldOf = (
  ref: string,
  account: string,
  shell: () => Shell | undefined,
): Omit<DocumentWorld, 'tell' | 'saved'> => ({
  load: (id) => client.project.content.get({ params: { ref, id }, headers: CONTENT_HEADERS }),
  save: (body) => client.project.content.save({ params: { ref }, headers: CONTENT_HEADERS, body }),
  failure: failureOf,
  readDraft: (id) => readDraft(account, ref, id),
  holdDraft: (id, draft) => holdDraft(account, ref, id, draft),
  writeDraft: (id, draft) => writeDraft(account, ref, id, draft),
  mayWrite(owner) {
    const known = shell()
    const permission = owner === null ? contentPermissions.create : contentPermissions.update
    return known !== undefined && answerPermission(known, permission, { ref, owner: owner ?? account }).allowed
  },
  saveFailed(document, message, isNew) {
    if (message === null) return
    const what = isNew ? 'Failed to create new query' : 'Failed to insert content'
    toast.error({ id: `save ${document.id}`, title: `${what}: ${message}` })
  },
  notKept,
})
