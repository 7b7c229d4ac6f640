import {
  COMPUTE_SIZES,
  type ComputeId,
  PLANS,
  type PlanId,
  planAllowsCompute,
  SAME_COMPUTE_SIZE,
  sizeAboveMachine,
  sizeNotInPlan,
} from '@stoa/contract'
import type { ProjectRow } from '../store/tables.ts'
import { lockPlan } from './addons.ts'
import { audit } from './audit.ts'
import { actorOf, type Context } from './context.ts'
import { conflict, statusRefusal } from './errors.ts'
import { machineMemory } from './machine.ts'

const MB = 1024 * 1024
const GB = 1024 * MB

/** Bytes of memory in words, for sentences. */
const memoryWords = (bytes: number): string =>
  bytes < GB ? `${Math.round(bytes / MB)} MB` : `${Math.round((bytes / GB) * 10) / 10} GB`

/**
 * Why a project cannot have a compute size; null when it can.
 * @param project the size it has, and the plan of its organization
 */
export function sizeRefusal(size: ComputeId, project: { compute_size: ComputeId; plan: PlanId }): string | null {
  if (size === project.compute_size) return SAME_COMPUTE_SIZE
  if (!planAllowsCompute(project.plan, size)) return sizeNotInPlan(COMPUTE_SIZES[size].name, PLANS[project.plan].name)
  const memory = COMPUTE_SIZES[size].memoryMb * MB
  if (memory > machineMemory()) return sizeAboveMachine(memoryWords(memory), memoryWords(machineMemory()))
  return null
}

/**
 * Begins to give the project another compute size.
 * @returns the project with its new status
 * @throws ORPCError 409 for a size that it cannot have, and while it is doing something else
 */
export async function beginResize(context: Context, size: ComputeId): Promise<ProjectRow> {
  const { platform, scope } = context
  const { organization, project } = scope
  const actor = actorOf(context)
  try {
    const begun = await platform.store.transaction().execute(async (tx) => {
      // Locked against a change, so that a plan cannot be given up while a size that only it includes is being taken.
      const { plan } = await lockPlan(tx, organization.id)
      const refusal = sizeRefusal(size, { compute_size: project.compute_size, plan })
      if (refusal !== null) throw conflict(refusal)
      const started = await platform.operations.begin(tx, {
        kind: 'project.resize',
        projectId: project.id,
        event: 'resize',
        actor,
        input: { compute_size: size },
      })
      await audit(tx, actor, {
        action: 'project.resize_requested',
        organization: organization.slug,
        project: project.ref,
        details: { compute_size: size, from: project.compute_size },
      })
      return started
    })
    platform.operations.kick(begun.id)
    return begun.project
  } catch (error) {
    throw statusRefusal(error, 'resized')
  }
}
