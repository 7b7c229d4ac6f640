import { expect, test } from './test.ts'

test('the API’s docs page shows every call in its group, from this server alone', async ({ page }) => {
  await page.goto('/api/docs')
  await expect(page.getByRole('heading', { name: /^Stoa/ })).toBeVisible({ timeout: 45_000 })
  for (const [group, call] of [
    ['Lifecycle', '/platform/projects/{ref}/restore/versions'],
    ['SQL', '/v1/projects/{ref}/database/query'],
  ] as const) {
    await page.getByRole('link', { name: group, exact: true }).click()
    await expect(page.getByText(call)).toBeVisible()
  }
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
