import { KEY_ROLES } from '@stoa/contract'
import { audit } from '../core/audit.ts'
import type { Operation } from '../core/operation.ts'
import type { StepContext, Workflow } from '../core/operations.ts'
import { checkKey, jwtSecretOf, keysOf, verifier } from '../core/project-keys.ts'
import { secretPlace, storeProjectSecret } from '../core/project-secrets.ts'
import type { StoreLike } from '../store/store.ts'
import { projectId } from './steps.ts'

const projectOf = (operation: Operation) => ({ id: projectId(operation), ref: operation.projectRef })

/** The secret that waits to be taken over; null when that has happened. */
async function nextSecret({ platform, operation }: StepContext, store: StoreLike): Promise<string | null> {
  const project = projectOf(operation)
  const row = await store
    .selectFrom('project_secrets')
    .select('sealed')
    .where('project_id', '=', project.id)
    .where('name', '=', 'jwt_secret_next')
    .executeTakeFirst()
  return row ? platform.sealer.open(secretPlace(project.id, 'jwt_secret_next'), row.sealed) : null
}

const forgetNext = (tx: StoreLike, projectId: number) =>
  tx.deleteFrom('project_secrets').where('project_id', '=', projectId).where('name', '=', 'jwt_secret_next').execute()

async function provesKeys({ operation }: StepContext, secret: string, since: Date): Promise<void> {
  const { ref } = projectOf(operation)
  const keys = await keysOf({ secret, since }, ref)
  for (const role of KEY_ROLES) {
    const answer = await checkKey(verifier(secret), ref, keys[role])
    if (!answer.valid || answer.role !== role) throw new Error(`The new ${role} key is not accepted`)
  }
}

/**
 * Gives a project a new JWT secret, and with it both keys. The secret itself waits sealed beside the old one: what a
 * workflow is started with is stored in clear. Keys are checked against the secret that is stored, so the old ones stop
 * working in the moment in which the new ones begin to.
 */
export const rotateJwt: Workflow = {
  kind: 'project.rotate_jwt',
  steps: [
    {
      name: 'sign keys',
      async run(context) {
        const secret = await nextSecret(context, context.platform.store)
        if (secret === null) throw new Error('The new JWT secret is not there')
        await provesKeys(context, secret, new Date())
      },
    },
    {
      name: 'replace keys',
      run: (context) =>
        context.platform.store.transaction().execute(async (tx) => {
          const project = projectOf(context.operation)
          const secret = await nextSecret(context, tx)
          if (secret === null) return
          await storeProjectSecret(context.platform, tx, project.id, 'jwt_secret', secret)
          await forgetNext(tx, project.id)
        }),
    },
    {
      name: 'check keys',
      async run(context) {
        const { secret, since } = await jwtSecretOf(context.platform, projectOf(context.operation))
        await provesKeys(context, secret, since)
      },
    },
    {
      name: 'finish',
      run: ({ platform, operation }) =>
        platform.operations.finish(operation, (tx) =>
          audit(tx, operation.actor, { action: 'project.jwt_secret_updated', project: operation.projectRef }),
        ),
    },
  ],
  async failed({ operation }, tx, message) {
    if (operation.projectId === null) return
    await forgetNext(tx, operation.projectId)
    await audit(tx, operation.actor, {
      action: 'project.jwt_secret_update_failed',
      project: operation.projectRef,
      details: { reason: message },
    })
  },
}
