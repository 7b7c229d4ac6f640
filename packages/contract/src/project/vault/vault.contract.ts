import * as z from 'zod'
import { route } from '../../route.ts'
import { Ref } from '../../schemas.ts'
import { name, text } from '../../text.ts'
import { projectPermissions } from '../project.permissions.ts'

const path = '/platform/projects/{ref}/vault/secrets'
const tags = ['Vault']

/** Most secrets that a project can keep. */
export const VAULT_LIMIT = 500
/** Most characters of a secret. */
export const VAULT_SECRET_MAX = 32_768
export const VAULT_NAME_TAKEN = 'A secret with this name already exists'
export const VAULT_LIMIT_REACHED = `A project can keep at most ${VAULT_LIMIT} secrets. Delete one that is no longer used`
export const VAULT_NOT_FOUND = 'Secret not found'
export const VAULT_NO_CHANGE = 'Give a new name, description or secret'
export const VAULT_NOT_OPENED =
  'This secret does not open with the key of this installation. Save it again, or start Stoa with the key that sealed it'

/** A secret without its value. */
export const VaultSecret = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
})
export type VaultSecret = z.infer<typeof VaultSecret>

export const VaultName = name('Secret name', 200)
export const VaultDescription = text('Description', 1000)
export const VaultValue = text('Secret', VAULT_SECRET_MAX).min(1, 'Secret is required')

export const listSecrets = route(projectPermissions.readVault)
  .route({ method: 'GET', path, tags, summary: 'Secrets of a project, without their values' })
  .input(z.object({ ref: Ref }))
  .output(z.array(VaultSecret))

export const createSecret = route(projectPermissions.changeVault)
  .route({ method: 'POST', path, tags, summary: 'Keep a secret', successStatus: 201 })
  .input(z.object({ ref: Ref, name: VaultName, description: VaultDescription.default(''), secret: VaultValue }))
  .output(VaultSecret)

const ById = z.object({ ref: Ref, id: z.uuid(VAULT_NOT_FOUND) })

/** Opens a secret. A call that changes nothing but the audit log, which says who looked. */
export const revealSecret = route(projectPermissions.readVault)
  .route({ method: 'POST', path: `${path}/{id}/reveal`, tags, summary: 'The value of a secret' })
  .input(ById)
  .output(z.object({ secret: z.string() }))

export const updateSecret = route(projectPermissions.changeVault)
  .route({ method: 'PATCH', path: `${path}/{id}`, tags, summary: 'Change a secret' })
  .input(
    ById.extend({
      name: VaultName.optional(),
      description: VaultDescription.optional(),
      secret: VaultValue.optional(),
    }).refine((body) => [body.name, body.description, body.secret].some((part) => part !== undefined), VAULT_NO_CHANGE),
  )
  .output(VaultSecret)

export const deleteSecret = route(projectPermissions.changeVault)
  .route({ method: 'DELETE', path: `${path}/{id}`, tags, summary: 'Delete a secret' })
  .input(ById)
  .output(z.void())
