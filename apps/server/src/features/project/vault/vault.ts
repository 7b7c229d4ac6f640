import { randomUUID } from 'node:crypto'
import {
  VAULT_LIMIT,
  VAULT_LIMIT_REACHED,
  VAULT_NAME_TAKEN,
  VAULT_NOT_FOUND,
  VAULT_NOT_OPENED,
  type VaultSecret,
} from '@stoa/contract'
import { audit } from '../../../core/audit.ts'
import { actorOf, api, type Context } from '../../../core/context.ts'
import { conflict, notFound } from '../../../core/errors.ts'
import { type StoreLike, violatedUnique } from '../../../store/store.ts'

const SHOWN = ['id', 'name', 'description', 'created_at', 'updated_at'] as const
type Row = Omit<VaultSecret, 'created_at' | 'updated_at'> & { readonly created_at: Date; readonly updated_at: Date }

const onWire = ({ id, name, description, created_at, updated_at }: Row): VaultSecret => ({
  id,
  name,
  description,
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
})

/** What a secret is bound to: it opens nowhere else. */
const placeOf = (projectId: number, id: string) => `project:${projectId}:vault:${id}`

/** Notes what was done to a secret, without the secret. */
const note = (tx: StoreLike, context: Context, action: 'created' | 'revealed' | 'changed' | 'deleted', name: string) =>
  audit(tx, actorOf(context), {
    action: `project.secret_${action}`,
    organization: context.scope.organization.slug,
    project: context.scope.project.ref,
    details: { name },
  })

const refuseTaken = (error: unknown): never => {
  throw violatedUnique(error) === null ? error : conflict(VAULT_NAME_TAKEN)
}

export const vault = {
  list: api.project.vault.list.handler(async ({ context }) => {
    const rows = await context.platform.store
      .selectFrom('vault_secrets')
      .select(SHOWN)
      .where('project_id', '=', context.scope.project.id)
      .orderBy('name')
      .execute()
    return rows.map(onWire)
  }),

  create: api.project.vault.create.handler(async ({ input, context }) => {
    const { platform, scope } = context
    const id = randomUUID()
    const sealed = await platform.sealer.seal(placeOf(scope.project.id, id), input.secret)
    return platform.store.transaction().execute(async (tx) => {
      // Locked, so that two requests at once cannot both be the last that fits.
      await tx.selectFrom('projects').select('id').where('id', '=', scope.project.id).forUpdate().execute()
      const { count } = await tx
        .selectFrom('vault_secrets')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('project_id', '=', scope.project.id)
        .executeTakeFirstOrThrow()
      if (count >= VAULT_LIMIT) throw conflict(VAULT_LIMIT_REACHED)
      const row = await tx
        .insertInto('vault_secrets')
        .values({ id, project_id: scope.project.id, name: input.name, description: input.description, sealed })
        .returning(SHOWN)
        .executeTakeFirstOrThrow()
        .catch(refuseTaken)
      await note(tx, context, 'created', row.name)
      return onWire(row)
    })
  }),

  reveal: api.project.vault.reveal.handler(({ input, context }) => {
    const { platform, scope } = context
    return platform.store.transaction().execute(async (tx) => {
      const row = await tx
        .selectFrom('vault_secrets')
        .select(['name', 'sealed'])
        .where('id', '=', input.id)
        .where('project_id', '=', scope.project.id)
        .executeTakeFirst()
      if (!row) throw notFound(VAULT_NOT_FOUND)
      await note(tx, context, 'revealed', row.name)
      const secret = await platform.sealer.open(placeOf(scope.project.id, input.id), row.sealed).catch(() => {
        throw conflict(VAULT_NOT_OPENED)
      })
      return { secret }
    })
  }),

  update: api.project.vault.update.handler(async ({ input, context }) => {
    const { platform, scope } = context
    const { name, description, secret } = input
    const sealed =
      secret === undefined ? undefined : await platform.sealer.seal(placeOf(scope.project.id, input.id), secret)
    return platform.store.transaction().execute(async (tx) => {
      const row = await tx
        .updateTable('vault_secrets')
        .set({
          ...(name === undefined ? {} : { name }),
          ...(description === undefined ? {} : { description }),
          ...(sealed === undefined ? {} : { sealed }),
          updated_at: new Date(),
        })
        .where('id', '=', input.id)
        .where('project_id', '=', scope.project.id)
        .returning(SHOWN)
        .executeTakeFirst()
        .catch(refuseTaken)
      if (!row) throw notFound(VAULT_NOT_FOUND)
      await note(tx, context, 'changed', row.name)
      return onWire(row)
    })
  }),

  remove: api.project.vault.remove.handler(({ input, context }) =>
    context.platform.store.transaction().execute(async (tx) => {
      const row = await tx
        .deleteFrom('vault_secrets')
        .where('id', '=', input.id)
        .where('project_id', '=', context.scope.project.id)
        .returning('name')
        .executeTakeFirst()
      if (!row) throw notFound(VAULT_NOT_FOUND)
      await note(tx, context, 'deleted', row.name)
    }),
  ),
}
