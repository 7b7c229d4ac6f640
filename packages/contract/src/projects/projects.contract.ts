import * as z from 'zod'
import { organizationPermissions } from '../org/organization.permissions.ts'
import { projectPermissions } from '../project/project.permissions.ts'
import { Project } from '../project/project.ts'
import { accountRoute, route } from '../route.ts'
import { ComputeIdSchema, ProjectStatusSchema, Ref, Slug } from '../schemas.ts'
import { name } from '../text.ts'

export const PROJECT_NAME_MAX = 64
export const ProjectName = name('Project name', PROJECT_NAME_MAX)
/** A database password chosen by a person. Generated ones are longer. */
export const DatabasePassword = z
  .string()
  .min(12, 'Database password must have at least 12 characters')
  .max(128, 'Database password can have at most 128 characters')
  // Control characters cannot be typed into most clients, and a NUL cannot be stored.
  .regex(/^[^\p{Cc}]*$/u, 'Database password has characters that cannot be typed')

export const NAME_TAKEN = 'A project with this name already exists in this organization'
export const UNKNOWN_VERSION = 'This Postgres version is not available here'
export const UNKNOWN_REGION = 'This region is not available here'

/** A project in the shape of the published Management API. */
export const V1Project = z.object({
  id: z.string(),
  ref: z.string(),
  organization_id: z.string(),
  organization_slug: z.string(),
  name: z.string(),
  region: z.string(),
  created_at: z.string(),
  status: ProjectStatusSchema,
  database: z.object({
    host: z.string(),
    version: z.string(),
    postgres_engine: z.string(),
    release_channel: z.string(),
  }),
})

export const listV1Projects = accountRoute
  .route({ method: 'GET', path: '/v1/projects', tags: ['Projects'], summary: 'Projects you can see' })
  .output(z.array(V1Project))

/** Makes a project. The answer comes at once; the project is usable when its status is ACTIVE_HEALTHY. */
export const createProject = route(organizationPermissions.createProject)
  .route({ method: 'POST', path: '/v1/projects', tags: ['Projects'], summary: 'Create a project', successStatus: 201 })
  .input(
    z
      .object({
        name: ProjectName,
        /** The organization's slug. `organization_id` is its older name and means the same. */
        organization_slug: Slug.optional(),
        organization_id: Slug.optional(),
        db_pass: DatabasePassword.optional(),
        region: z.string().max(64).optional(),
        postgres_engine: z.string().max(64).optional(),
        release_channel: z.string().max(32).optional(),
        desired_instance_size: ComputeIdSchema.optional(),
      })
      .refine((body) => body.organization_slug !== undefined || body.organization_id !== undefined, {
        message: 'Organization is required',
        path: ['organization_slug'],
      }),
  )
  .output(V1Project.omit({ database: true }))

export const getV1Project = route(projectPermissions.read)
  .route({ method: 'GET', path: '/v1/projects/{ref}', tags: ['Projects'], summary: 'One project' })
  .input(z.object({ ref: Ref }))
  .output(V1Project)

/** A row of the project list. */
export const ProjectListItem = Project.pick({
  id: true,
  ref: true,
  name: true,
  organization_slug: true,
  region: true,
  status: true,
  dbVersion: true,
  compute_size: true,
  created_at: true,
  status_since: true,
}).extend({
  /** Memory in use by the project's server, in bytes; null while it does not run or cannot be read. */
  memory_bytes: z.number().nullable(),
  /** The project's files on disk, in bytes. */
  disk_bytes: z.number().nullable(),
})
export type ProjectListItem = z.infer<typeof ProjectListItem>

export const Machine = z.object({
  memory_total_bytes: z.number(),
  memory_used_bytes: z.number(),
  disk_total_bytes: z.number(),
  disk_used_bytes: z.number(),
  /** Share of all processors in use over the last five minutes, 0 to 1. */
  cpu_load: z.number(),
})

export const listProjects = accountRoute
  .route({
    method: 'GET',
    path: '/platform/projects',
    tags: ['Projects'],
    summary: 'Projects you can see, with what they use',
  })
  .output(z.object({ projects: z.array(ProjectListItem), machine: Machine }))
