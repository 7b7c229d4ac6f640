import * as z from 'zod'
import { COMPUTE_IDS } from '../../compute.ts'
import { projectPermissions } from '../../project/project.permissions.ts'
import { route } from '../../route.ts'
import { ComputeIdSchema, ProjectStatusSchema, Ref } from '../../schemas.ts'
import { DISK_LIMIT_MAX_GB } from './disk.ts'

const ByRef = z.object({ ref: Ref })

export const COMPUTE_SIZE_REQUIRED = 'Choose the compute size to change to'
export const SAME_COMPUTE_SIZE = 'The project already has this compute size'
/** The answer to a size that the organization's plan does not have. */
export const sizeNotInPlan = (size: string, plan: string) =>
  `The ${plan} plan does not include ${size}. Change the organization's plan first`
/** The answer to a size that asks for more than the machine has. Both in words with their unit. */
export const sizeAboveMachine = (memory: string, machine: string) =>
  `This size is made for ${memory} of memory, and this machine has ${machine}`
/** What is kept of a resize after which the server started, but answered nobody. */
export const RESIZED_SERVER_SILENT = 'The server did not answer with the new size and has its old size again'

export const ComputeOption = z.object({
  id: ComputeIdSchema,
  name: z.string(),
  memory_mb: z.number(),
  max_connections: z.number(),
  /** Most worker processes for parallel queries. */
  workers: z.number(),
  /** The reading and writing that warnings are measured against, in MB for each second. */
  disk_mb_per_second: z.number(),
  /** In US dollars a month, where the operator has set prices. */
  price_per_month: z.number().nullable(),
  /** Why the project cannot have this size; null when it can. */
  refusal: z.string().nullable(),
})
export type ComputeOption = z.infer<typeof ComputeOption>

export const Compute = z.object({
  compute_size: ComputeIdSchema,
  sizes: z.array(ComputeOption),
  /** The latest change of size, if it failed: the project then has the size it had. */
  last_failure: z.object({ at: z.string(), compute_size: ComputeIdSchema, message: z.string() }).nullable(),
})
export type Compute = z.infer<typeof Compute>

export const getCompute = route(projectPermissions.read)
  .route({
    method: 'GET',
    path: '/platform/projects/{ref}/compute',
    tags: ['Compute and disk'],
    summary: 'The compute size and those that can be had',
  })
  .input(ByRef)
  .output(Compute)

/** Gives the project another compute size. Its server restarts; a size that does not start is taken back. */
export const resizeProject = route(projectPermissions.resize)
  .route({
    method: 'POST',
    path: '/platform/projects/{ref}/resize',
    tags: ['Compute and disk'],
    summary: 'Change the compute size',
  })
  .input(ByRef.extend({ compute_size: z.enum(COMPUTE_IDS, { error: COMPUTE_SIZE_REQUIRED }) }))
  .output(z.object({ status: ProjectStatusSchema }))

export const DISK_SIZE_RANGE = `Disk can be raised up to ${DISK_LIMIT_MAX_GB}GB, in whole gigabytes from 1`
/** The answer to a limit that what is stored does not fit into. */
export const diskBelowUse = (used: string, least: number) =>
  `The project uses ${used} of disk. Choose ${least} GB or more`
/** The answer to a limit that the machine has no room for. */
export const diskAboveMachine = (free: string, most: number) =>
  `This machine has ${free} of disk left. Choose ${most} GB or less`
/** The same where not even the smallest limit has room. */
export const diskMachineFull = (free: string) => `This machine has only ${free} of disk left. Free some of it first`

export const Disk = z.object({
  /** The project's files; null when they cannot be measured. */
  used_bytes: z.number().nullable(),
  limit_bytes: z.number(),
  /** Whether the server takes no writes because the disk is too full. */
  is_readonly_mode_enabled: z.boolean(),
  /** What is left on the disk that all projects share. */
  machine_free_bytes: z.number(),
})
export type Disk = z.infer<typeof Disk>

export const getDisk = route(projectPermissions.read)
  .route({
    method: 'GET',
    path: '/platform/projects/{ref}/disk',
    tags: ['Compute and disk'],
    summary: 'The disk in use and its limit',
  })
  .input(ByRef)
  .output(Disk)

/** Sets how much the project may hold on disk, and lets it write again at once where that is enough. */
export const setDiskLimit = route(projectPermissions.setDiskLimit)
  .route({
    method: 'POST',
    path: '/platform/projects/{ref}/disk',
    tags: ['Compute and disk'],
    summary: 'Change the disk limit',
  })
  .input(
    ByRef.extend({
      size_gb: z
        .number({ error: DISK_SIZE_RANGE })
        .int(DISK_SIZE_RANGE)
        .min(1, DISK_SIZE_RANGE)
        .max(DISK_LIMIT_MAX_GB, DISK_SIZE_RANGE),
    }),
  )
  .output(Disk)

/** Measures the disk now rather than at the next minute, and leaves or enters read-only mode accordingly. */
export const measureDisk = route(projectPermissions.setDiskLimit)
  .route({
    method: 'POST',
    path: '/platform/projects/{ref}/disk/measure',
    tags: ['Compute and disk'],
    summary: 'Measure the disk now',
  })
  .input(ByRef)
  .output(Disk)
