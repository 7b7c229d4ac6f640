import { expect, test } from './test.ts'

test('the API’s docs page shows every call, from this server alone', async ({ page }) => {
  await page.goto('/api/docs')
  await expect(page.getByRole('heading', { name: /^Stoa/ })).toBeVisible()
  await expect(page.getByText('/v1/projects/{ref}/database/query')).toBeVisible()
  await expect(page.getByText('/platform/projects/{ref}/restore/versions')).toBeVisible()
})

test('the OpenAPI document says how each call is authorized and what it refuses', async ({ page, stoa }) => {
  const answer = await page.request.get(`${stoa.url}/api/openapi.json`)
  const document = await answer.json()
  expect(document.openapi).toBe('3.1.1')
  const pause = document.paths['/v1/projects/{ref}/pause'].post
  expect(Object.keys(pause.responses)).toEqual(expect.arrayContaining(['200', '401', '403', '404', '409']))
})
