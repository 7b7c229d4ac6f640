import { projectPermissions, type ToolFailure, toolOtherSchema } from '@stoa/contract'
import { allows } from '../../../core/guard.ts'
import { exposedSchemas } from '../../../core/project-apis.ts'
import { outsiders } from './other-schemas.ts'
import type { Looking } from './query.ts'

/** Most entries that a search gives. */
const FOUND_MAX = 10

type Found = {
  readonly kind: 'table' | 'function'
  readonly name: string
  readonly path: string
  readonly methods: readonly string[]
  readonly description?: string
  readonly fields?: readonly string[]
}

/** How many of the words stand in a text. */
const score = (text: string, words: readonly string[]): number => {
  const lower = text.toLowerCase()
  return words.filter((word) => lower.includes(word)).length
}

/**
 * Searches the document that describes the project's own data API, as the caller may see it.
 * @throws while the database does not answer
 */
export async function searchDocs(looking: Looking, query: string): Promise<{ found: Found[] } | ToolFailure> {
  const { context, sharing } = looking
  const { platform, scope } = context
  // The document is of the schema that requests without a name get.
  const [first] = await exposedSchemas(platform.store, scope.project.id)
  if (first === undefined || !sharing.schemas.includes(first)) return { error: toolOtherSchema(sharing.schemas) }
  const role = allows(context, projectPermissions.readKeys) ? 'service_role' : 'anon'
  const document = (await platform.rests.document(scope.project, role)) as {
    readonly paths?: Record<string, Record<string, { summary?: string; description?: string }>>
    readonly definitions?: Record<string, { description?: string; properties?: Record<string, { format?: string }> }>
  }
  const others = await outsiders(looking)
  const words = query
    .toLowerCase()
    .split(/[^\p{L}\p{N}_]+/u)
    .filter((word) => word.length > 1)
    .slice(0, 20)
  const entries = Object.entries(document.paths ?? {}).flatMap(([path, operations]): (Found & { rank: number })[] => {
    if (path === '/') return []
    const isFunction = path.startsWith('/rpc/')
    const name = path.slice(isFunction ? 5 : 1)
    const definition = document.definitions?.[name]
    const said = definition?.description ?? operations.post?.description ?? operations.get?.description
    const fields = Object.entries(definition?.properties ?? {}).map(([field, { format }]) =>
      `${field} ${others.masked(format ?? '')}`.trim(),
    )
    const rank = 3 * score(name, words) + score(said ?? '', words) + score(fields.join(' '), words)
    if (words.length > 0 && rank === 0) return []
    return [
      {
        rank,
        kind: isFunction ? 'function' : 'table',
        name,
        path: `/rest/v1${path}`,
        methods: Object.keys(operations).filter((method) => method !== 'parameters'),
        ...(said !== undefined && { description: said.slice(0, 300) }),
        ...(fields.length > 0 && { fields: fields.slice(0, 60) }),
      },
    ]
  })
  entries.sort((a, b) => b.rank - a.rank)
  return { found: entries.slice(0, FOUND_MAX).map(({ rank: _, ...found }) => found) }
}
