import * as z from 'zod'
import { route } from '../../../route.ts'
import { Ref } from '../../../schemas.ts'
import { projectPermissions } from '../../project.permissions.ts'
import { JWT_STEPS } from './jwt-update.ts'

const ByRef = z.object({ ref: Ref })

/** The two roles that a project's keys stand for. */
export const KEY_ROLES = ['anon', 'service_role'] as const
export type KeyRole = (typeof KEY_ROLES)[number]

export const JWT_UPDATE_STATUSES = ['Updating', 'Updated', 'Failed'] as const

export const JwtUpdateStatus = z.object({
  change_tracking_id: z.string(),
  /** Why it failed; null unless it did. */
  error: z.string().nullable(),
  /** How many of the steps are done. */
  progress: z.number().int().min(0).max(JWT_STEPS.length),
  status: z.enum(JWT_UPDATE_STATUSES),
})
export type JwtUpdateStatus = z.infer<typeof JwtUpdateStatus>

export const ServiceApiKey = z.object({ tags: z.enum(KEY_ROLES), name: z.string(), api_key: z.string() })
export type ServiceApiKey = z.infer<typeof ServiceApiKey>

export const ApiSettings = z.object({
  app_config: z.object({
    /** Host and path of the project's own APIs, without the protocol. */
    endpoint: z.string(),
    protocol: z.enum(['http', 'https']),
    db_schema: z.string(),
  }),
  /** Absent for whoever may not view the keys. */
  service_api_keys: z.array(ServiceApiKey).optional(),
  /** Absent for whoever may not view the keys. */
  jwt_secret: z.string().optional(),
  /** The latest change of the JWT secret; null when there was none. */
  jwtSecretUpdateStatus: JwtUpdateStatus.nullable(),
})
export type ApiSettings = z.infer<typeof ApiSettings>

/** Where the project's APIs are and the keys to them, as far as the caller may view them. */
export const getApiSettings = route(projectPermissions.read)
  .route({
    method: 'GET',
    path: '/platform/projects/{ref}/settings',
    tags: ['API settings'],
    summary: 'URL, keys and JWT secret of a project',
  })
  .input(ByRef)
  .output(ApiSettings)

export const DataApi = z.object({
  /** The schemas that have endpoints, separated by commas; the first answers requests that name none. */
  db_schema: z.string(),
  /** Schemas that can be chosen; null while the database does not run. */
  available_schemas: z.array(z.string()).nullable(),
  /** The most rows that an answer has; null for no limit. */
  max_rows: z.number().int().nullable(),
  /** The schemas, separated by commas, where functions and types are looked for after the request's own. */
  db_extra_search_path: z.string(),
})
export type DataApi = z.infer<typeof DataApi>

export const getDataApi = route(projectPermissions.read)
  .route({
    method: 'GET',
    path: '/platform/projects/{ref}/config/postgrest',
    tags: ['API settings'],
    summary: 'What the data API shows of the database',
  })
  .input(ByRef)
  .output(DataApi)

export const SCHEMA_REQUIRED = 'Choose at least one schema'
export const schemaUnknown = (schema: string) => `There is no schema named ${schema} that can be exposed`
export const searchPathUnknown = (schema: string) => `There is no schema named ${schema} for the search path`

/** The most that the limit of rows can be. */
export const MAX_ROWS_MAX = 1_000_000
export const MAX_ROWS_RANGE = `Max rows must be a whole number from 1 to ${MAX_ROWS_MAX.toLocaleString('en-US')}`

/** Names of schemas, separated by commas. */
const SchemaList = z
  .string()
  .max(2_000, 'Schemas can have at most 2000 characters')
  .transform((list) => [...new Set(list.split(',').map((schema) => schema.trim()))].filter(Boolean))

export const updateDataApi = route(projectPermissions.updateApi)
  .route({
    method: 'PATCH',
    path: '/platform/projects/{ref}/config/postgrest',
    tags: ['API settings'],
    summary: 'Choose the schemas that have endpoints, how many rows an answer has, and the search path',
  })
  .input(
    ByRef.extend({
      db_schema: SchemaList.refine((list) => list.length > 0, SCHEMA_REQUIRED).optional(),
      max_rows: z
        .number({ error: MAX_ROWS_RANGE })
        .int(MAX_ROWS_RANGE)
        .min(1, MAX_ROWS_RANGE)
        .max(MAX_ROWS_MAX, MAX_ROWS_RANGE)
        .nullable()
        .optional(),
      db_extra_search_path: SchemaList.optional(),
    }),
  )
  .output(DataApi)

/** Fewest characters of a JWT secret: as many bytes as the signature has. */
export const JWT_SECRET_MIN = 32
export const JWT_SECRET_MAX = 256
export const JWT_SECRET_SHORT = `The JWT secret must have at least ${JWT_SECRET_MIN} characters`
export const JWT_SECRET_WORN = 'This is the JWT secret that the project has already'

/** A JWT secret that a person brings. Only visible ASCII, so that every library reads the same bytes. */
export const JwtSecret = z
  .string({ error: 'JWT secret is required' })
  .min(JWT_SECRET_MIN, JWT_SECRET_SHORT)
  .max(JWT_SECRET_MAX, `The JWT secret can have at most ${JWT_SECRET_MAX} characters`)
  .regex(/^[\x21-\x7e]*$/, 'The JWT secret can have letters, digits and punctuation, and no spaces')
  .refine((value) => new Set(value).size >= 8, 'This JWT secret is too easy to guess')

/** Begins the change of the JWT secret. Both keys are made anew; the old ones stop working when it is done. */
export const updateSecrets = route(projectPermissions.updateJwtSecret)
  .route({
    method: 'PATCH',
    path: '/platform/projects/{ref}/config/secrets',
    tags: ['API settings'],
    summary: 'Change the JWT secret',
  })
  .input(
    ByRef.extend({
      /** Left out to have one generated. */
      jwt_secret: JwtSecret.optional(),
    }),
  )
  .output(z.object({ change_tracking_id: z.string() }))

export const secretsUpdateStatus = route(projectPermissions.read)
  .route({
    method: 'GET',
    path: '/platform/projects/{ref}/config/secrets/update-status',
    tags: ['API settings'],
    summary: 'How far the latest change of the JWT secret has come',
  })
  .input(ByRef)
  .output(z.object({ update_status: JwtUpdateStatus.nullable() }))

/** The data API's own description of itself: a Swagger 2 document with definitions and paths. */
export const RestDocument = z.looseObject({
  swagger: z.literal('2.0'),
  definitions: z.record(z.string(), z.looseObject({})),
  paths: z.record(z.string(), z.looseObject({})),
})
export type RestDocument = z.infer<typeof RestDocument>

/** As whoever holds the service key sees it; without the permission to view keys, as the anon key sees it. */
export const getRestDocument = route(projectPermissions.read)
  .route({
    method: 'GET',
    path: '/platform/projects/{ref}/api/rest',
    tags: ['API settings'],
    summary: 'The document that describes the data API',
  })
  .input(ByRef)
  .output(RestDocument)
