import { type ProjectService, projectPermissions } from '@stoa/contract'
import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../../api/client.ts'
import { usePermission } from '../../../api/permissions.ts'
import type { Section } from './docs-context.ts'

/** The sections that are about a service which may be absent. */
const SERVICES = { users: 'auth', storage: 'storage', 'edge-functions': 'functions', realtime: 'realtime' } as const
const ASKED: readonly ProjectService[] = Object.values(SERVICES)

/** The sections that a person sees: those that need no service, and those whose service answers and may be looked at. */
export function useSections(ref: string): readonly Section[] {
  const health = useQuery(
    orpc.project.lifecycle.healthV1.queryOptions({
      input: { params: { ref }, query: { services: [...ASKED], timeout_ms: 2_000 } },
      staleTime: 60_000,
    }),
  )
  const allowed = {
    users: usePermission(projectPermissions.readAuth, { ref }).allowed,
    storage: usePermission(projectPermissions.readStorage, { ref }).allowed,
    'edge-functions': usePermission(projectPermissions.readFunctions, { ref }).allowed,
    realtime: usePermission(projectPermissions.readRealtime, { ref }).allowed,
  }
  const answers = (service: ProjectService) => health.data?.some(({ name, healthy }) => name === service && healthy)
  const shown = (section: keyof typeof SERVICES): Section[] =>
    allowed[section] && answers(SERVICES[section]) ? [section] : []
  return [
    'introduction',
    ...shown('users'),
    'tables',
    'functions',
    ...shown('storage'),
    ...shown('edge-functions'),
    ...shown('realtime'),
  ]
}
