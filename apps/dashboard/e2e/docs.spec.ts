import { expectAccessible } from './page.ts'
import { expect, test } from './test.ts'

test('the API’s docs page shows every call in its group, finds them, and sends one', async ({ page }) => {
  await page.goto('/api/docs')
  await expect(page.getByRole('heading', { name: /^Stoa/ })).toBeVisible()
  for (const [group, call] of [
    ['Lifecycle', '/platform/projects/{ref}/restore/versions'],
    ['SQL', '/v1/projects/{ref}/database/query'],
  ] as const) {
    await page.getByRole('link', { name: group, exact: true }).click()
    await expect(page.getByText(call, { exact: true })).toBeInViewport()
  }
  const find = page.getByRole('searchbox', { name: 'Find a call' })
  await find.fill('nothing like it')
  await expect(page.getByRole('status')).toHaveText('No call has these words')
  await find.fill('ready /health')
  await expect(page.getByText('1 call', { exact: true })).toBeVisible()
  await page.getByText('/health', { exact: true }).click()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('200 OK')).toBeVisible()
  // Whoever opens the address of a call finds it open.
  await page.reload()
  await expect(page.getByRole('button', { name: 'Send' })).toBeInViewport()
})

test('the OpenAPI document says how each call is authorized and what it refuses', async ({ page, stoa }) => {
  const answer = await page.request.get(`${stoa.url}/api/openapi.json`)
  const document = await answer.json()
  expect(document.openapi).toBe('3.1.1')
  const pause = document.paths['/v1/projects/{ref}/pause'].post
  expect(Object.keys(pause.responses)).toEqual(expect.arrayContaining(['200', '401', '403', '404', '409']))
  // Refusals stand in it once.
  expect(pause.responses['403']).toEqual({ $ref: '#/components/responses/403' })
  expect(document.components.responses['404'].description).toBe('Not found')
})
