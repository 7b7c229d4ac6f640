import type { QueryClient } from '@tanstack/react-query'
import { client, orpc } from './client.ts'
import { errorStatus } from './errors.ts'
import { type Boot, parseBoot } from './parse-boot.ts'

async function fetchBoot(): Promise<Boot> {
  const [shell, setup] = await Promise.all([
    client.shell.get().catch((error: unknown) => {
      if (errorStatus(error) === 401) return null
      throw error
    }),
    client.system.setupStatus(),
  ])
  return { shell, needs_owner: setup.needs_owner, project: null, editor: null }
}

function remember(queries: QueryClient, data: Boot): Boot {
  if (data.shell !== null) queries.setQueryData(orpc.shell.get.queryKey(), data.shell)
  if (data.project !== null) {
    const input = { ref: data.project.ref }
    queries.setQueryData(orpc.project.home.get.queryKey({ input }), data.project)
  }
  if (data.editor !== null) {
    const { ref, schema, table, sort, filter } = data.editor.input
    const input = { ref, schema, table, sort: [...sort], filter: [...filter] }
    queries.setQueryData(orpc.project.editor.open.queryKey({ input }), data.editor.view)
  }
  return data
}

/**
 * Gives the boot data, from the page or from the server, and puts it into the cache.
 * @param queries the cache to fill
 * @throws when the page has none and the server does not answer
 */
export async function boot(queries: QueryClient): Promise<Boot> {
  return remember(queries, parseBoot(document.getElementById('stoa-boot')?.textContent) ?? (await fetchBoot()))
}

/** Asks the server for the boot data: what the page holds is from before somebody signed in. */
export async function bootAgain(queries: QueryClient): Promise<Boot> {
  return remember(queries, await fetchBoot())
}
