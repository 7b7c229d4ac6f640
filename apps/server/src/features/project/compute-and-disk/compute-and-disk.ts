import {
  COMPUTE_IDS,
  COMPUTE_SIZES,
  type Compute,
  type ComputeId,
  type Disk,
  diskAboveMachine,
  diskBelowUse,
  diskMachineFull,
  NOT_RUNNING,
  READ_ONLY_SHARE,
} from '@stoa/contract'
import { audit } from '../../../core/audit.ts'
import { actorOf, api, type Context } from '../../../core/context.ts'
import { diskLimitBytes, guardDisk, isReadOnly } from '../../../core/disk-guard.ts'
import { conflict } from '../../../core/errors.ts'
import { machineFreeDisk } from '../../../core/machine.ts'
import { beginResize, sizeRefusal } from '../../../core/resize.ts'
import type { ProjectRow } from '../../../store/tables.ts'

const MB = 1024 * 1024
const GB = 1024 * MB

async function compute({ platform, scope }: Context): Promise<Compute> {
  const { organization, project } = scope
  const latest = await platform.store
    .selectFrom('operations')
    .select(['input', 'error', 'finished_at'])
    .where('project_id', '=', project.id)
    .where('kind', '=', 'project.resize')
    .where('finished_at', 'is not', null)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return {
    compute_size: project.compute_size,
    sizes: COMPUTE_IDS.map((id) => {
      const size = COMPUTE_SIZES[id]
      return {
        id,
        name: size.name,
        memory_mb: size.memoryMb,
        max_connections: size.maxConnections,
        workers: size.workers,
        disk_mb_per_second: size.diskMbPerSecond,
        price_per_month: platform.config.computePrices[id] ?? null,
        refusal:
          id === project.compute_size
            ? null
            : sizeRefusal(id, { compute_size: project.compute_size, plan: organization.plan }),
      }
    }),
    last_failure:
      latest?.error && latest.finished_at
        ? {
            at: latest.finished_at.toISOString(),
            compute_size: latest.input.compute_size as ComputeId,
            message: latest.error,
          }
        : null,
  }
}

const usedBytes = async ({ platform, scope }: Context): Promise<number | null> =>
  platform.engine.observe(scope.project.ref).then(
    (seen) => seen.diskBytes,
    () => null,
  )

async function diskOf(context: Context, project: ProjectRow, used: number | null): Promise<Disk> {
  const { platform } = context
  return {
    used_bytes: used,
    limit_bytes: diskLimitBytes(project),
    is_readonly_mode_enabled: await isReadOnly(platform, project.id),
    machine_free_bytes: await machineFreeDisk(platform),
  }
}

/** Bytes in words, for sentences. */
const words = (bytes: number): string =>
  bytes < GB ? `${Math.round(bytes / MB)} MB` : `${Math.round((bytes / GB) * 10) / 10} GB`

/** @throws ORPCError 409 for a limit that what is stored, or the machine, has no room for */
async function requireRoom(context: Context, sizeGb: number, used: number | null): Promise<void> {
  const least = Math.floor((used ?? 0) / READ_ONLY_SHARE / GB) + 1
  if (used !== null && sizeGb < least) throw conflict(diskBelowUse(words(used), least))
  if (sizeGb * GB <= diskLimitBytes(context.scope.project)) return
  const free = await machineFreeDisk(context.platform)
  const most = Math.floor(((used ?? 0) + free) / GB)
  if (sizeGb > most) throw conflict(most < 1 ? diskMachineFull(words(free)) : diskAboveMachine(words(free), most))
}

/** Brings read-only mode in line with what was just measured, where the server runs. */
async function guard(context: Context, project: ProjectRow, used: number | null): Promise<void> {
  if (used === null || (await context.platform.engine.state(project.ref)) !== 'running') return
  await guardDisk(context.platform, project, used)
}

export const computeAndDisk = {
  compute: api.project.computeAndDisk.compute.handler(({ context }) => compute(context)),

  resize: api.project.computeAndDisk.resize.handler(async ({ input, context }) => ({
    status: (await beginResize(context, input.compute_size)).status,
  })),

  disk: api.project.computeAndDisk.disk.handler(async ({ context }) =>
    diskOf(context, context.scope.project, await usedBytes(context)),
  ),

  setDiskLimit: api.project.computeAndDisk.setDiskLimit.handler(async ({ input, context }) => {
    const { platform, scope } = context
    const used = await usedBytes(context)
    await requireRoom(context, input.size_gb, used)
    const project = await platform.store.transaction().execute(async (tx) => {
      const row = await tx
        .updateTable('projects')
        .set({ disk_limit_mb: input.size_gb * 1024 })
        .where('id', '=', scope.project.id)
        .returningAll()
        .executeTakeFirstOrThrow()
      await audit(tx, actorOf(context), {
        action: 'project.disk_limit_changed',
        organization: scope.organization.slug,
        project: scope.project.ref,
        details: { size_gb: input.size_gb, from_mb: scope.project.disk_limit_mb },
      })
      return row
    })
    // The limit is stored. A server that cannot be told just now hears of it at the next measurement.
    await guard(context, project, used).catch((error) =>
      platform.log.warn({ err: error, project: project.ref }, 'read-only mode follows at the next measurement'),
    )
    return diskOf(context, project, used)
  }),

  measureDisk: api.project.computeAndDisk.measureDisk.handler(async ({ context }) => {
    const { platform, scope } = context
    const seen = await platform.engine.observe(scope.project.ref).catch(() => null)
    if (seen?.state !== 'running' || seen.diskBytes === null) throw conflict(NOT_RUNNING)
    await guardDisk(platform, scope.project, seen.diskBytes)
    return diskOf(context, scope.project, seen.diskBytes)
  }),
}
