import * as z from 'zod'
import { onInstance } from '../access.ts'
import { organizationPermissions } from '../org/organization.permissions.ts'
import { route } from '../route.ts'
import { Slug } from '../schemas.ts'
import { name } from '../text.ts'
import { MODEL_ADDRESS_INVALID, MODEL_SOURCES, NOT_THE_OPERATOR } from './model.ts'

/** What a trial of a model has shown. */
export const ModelCapabilities = z.object({
  /** It answered a question. */
  answers: z.boolean(),
  /** It gave its answer in pieces. */
  streams: z.boolean(),
  /** It called a tool that it was told to call. Without, the assistant gets the tables with the question instead. */
  tools: z.boolean(),
})
export type ModelCapabilities = z.infer<typeof ModelCapabilities>

/** A model's settings. The key itself is never sent back. */
export const ModelSettings = z.object({
  /** Where it answers, up to and without `/chat/completions`. */
  base_url: z.string(),
  model: z.string(),
  api_key: z.object({
    set: z.boolean(),
    /** Its last four characters, for whoever may change it; null otherwise, and for short keys. */
    last_four: z.string().nullable(),
  }),
  /** What its last trial has shown; null when it was never tried with these settings. */
  capabilities: ModelCapabilities.nullable(),
  probed_at: z.string().nullable(),
  updated_at: z.string(),
})
export type ModelSettings = z.infer<typeof ModelSettings>

/** What is set at one place, and what holds there. */
export const ModelState = z.object({
  /** What is set here; null for nothing. */
  own: ModelSettings.nullable(),
  /** What is used: set here or further up. Null when no model is set anywhere. */
  used: z.object({ source: z.enum(MODEL_SOURCES), base_url: z.string().nullable(), model: z.string() }).nullable(),
})
export type ModelState = z.infer<typeof ModelState>

const address = z
  .string({ error: 'The address of the model is required' })
  .trim()
  .max(2_000, 'The address can have at most 2,000 characters')
  .pipe(z.url({ protocol: /^https?$/, error: MODEL_ADDRESS_INVALID }))
const key = z
  .string()
  .trim()
  .max(4_000, 'The API key can have at most 4,000 characters')
  // It becomes a header.
  .regex(/^[\x21-\x7e]*$/, 'The API key has characters that a key cannot have')

const Changes = z.object({
  base_url: address,
  model: name('The name of the model', 200),
  /** Left out: the stored one stays, as long as the address does. Null or empty: none, as local models need. */
  api_key: key.nullish(),
})

/** A trial of settings; what is left out is taken from those that are set. */
const Trial = Changes.partial()
const Tried = ModelCapabilities.extend({
  /** Why it did not answer or lacks something, for people; null when all is well. */
  message: z.string().nullable(),
  /** From the question to the first piece of the answer, in milliseconds; null without one. */
  first_ms: z.number().int().nullable(),
})
export type ModelTried = z.infer<typeof Tried>

const instance = onInstance(NOT_THE_OPERATOR)
const ASSISTANT = { tags: ['Assistant'] }
const PATH = '/platform/assistant/model'
const ORGANIZATION_PATH = '/platform/organizations/{slug}/assistant/model'

/** The model of all organizations that have none of their own. */
export const getInstanceModel = route(instance)
  .route({ ...ASSISTANT, method: 'GET', path: PATH, summary: 'The model of the platform' })
  .output(ModelState)

export const updateInstanceModel = route(instance)
  .route({ ...ASSISTANT, method: 'PUT', path: PATH, summary: 'Set the model of the platform' })
  .input(Changes)
  .output(ModelState)

export const removeInstanceModel = route(instance)
  .route({ ...ASSISTANT, method: 'DELETE', path: PATH, summary: 'Remove the model of the platform' })
  .output(ModelState)

/** Asks a model one question and one tool call. What saved settings show is kept with them. */
export const probeInstanceModel = route(instance)
  .route({ ...ASSISTANT, method: 'POST', path: `${PATH}/probe`, summary: 'Try the model of the platform' })
  .input(Trial)
  .output(Tried)

/** The model of one organization. Members who may not change it see what is used. */
export const getOrganizationModel = route(organizationPermissions.read)
  .route({ ...ASSISTANT, method: 'GET', path: ORGANIZATION_PATH, summary: 'The model of an organization' })
  .input(z.object({ slug: Slug }))
  .output(ModelState)

export const updateOrganizationModel = route(organizationPermissions.update)
  .route({ ...ASSISTANT, method: 'PUT', path: ORGANIZATION_PATH, summary: 'Set the model of an organization' })
  .input(Changes.extend({ slug: Slug }))
  .output(ModelState)

export const removeOrganizationModel = route(organizationPermissions.update)
  .route({ ...ASSISTANT, method: 'DELETE', path: ORGANIZATION_PATH, summary: 'Remove the model of an organization' })
  .input(z.object({ slug: Slug }))
  .output(ModelState)

export const probeOrganizationModel = route(organizationPermissions.update)
  .route({ ...ASSISTANT, method: 'POST', path: `${ORGANIZATION_PATH}/probe`, summary: 'Try an organization’s model' })
  .input(Trial.extend({ slug: Slug }))
  .output(Tried)
