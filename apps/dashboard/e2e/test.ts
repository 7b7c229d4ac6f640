import { test as base, type ConsoleMessage, expect, type Page, type Request } from '@playwright/test'
import { type ModelStub, startModelStub } from '@stoa/model-stub'
import { type Stoa, startStoa } from './stoa.ts'

/** What a browser complained about: errors of scripts and of the page's policies, and calls to anybody else. */
export type Complaints = { readonly list: string[]; readonly refusals: string[] }

/**
 * Writes down what the page's browser complains about from now on. Answers that refuse something are kept apart, since
 * many tests ask for them.
 */
export function watch(page: Page): Complaints {
  const complaints: Complaints = { list: [], refusals: [] }
  page.on('pageerror', (error) => complaints.list.push(`script: ${error.stack ?? error.message}`))
  page.on('console', (message: ConsoleMessage) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return
    const text = `${message.text()} (${message.location().url})`
    if (message.text().startsWith('Failed to load resource')) complaints.refusals.push(text)
    else complaints.list.push(`console: ${text}`)
  })
  page.on('request', (request: Request) => {
    const { protocol, hostname } = new URL(request.url())
    if (/^https?:|^wss?:/.test(protocol) && hostname !== 'localhost')
      complaints.list.push(`foreign request: ${request.url()}`)
  })
  return complaints
}

/**
 * Tests with a server that lives as long as the worker, and a model for those that ask for one. Whatever a page
 * complains about fails its test.
 */
export const test = base.extend<{ complaints: Complaints }, { stoa: Stoa; model: ModelStub }>({
  stoa: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the parameter's pattern to know what is needed.
    async ({}, use) => {
      const stoa = await startStoa()
      await use(stoa)
      await stoa.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  model: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the parameter's pattern to know what is needed.
    async ({}, use) => {
      const model = await startModelStub()
      await use(model)
      await model.close()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ stoa }, use) => use(stoa.url),
  complaints: [
    async ({ page }, use) => {
      const complaints = watch(page)
      await use(complaints)
      expect(complaints.list).toEqual([])
    },
    { auto: true },
  ],
})

export { expect }
