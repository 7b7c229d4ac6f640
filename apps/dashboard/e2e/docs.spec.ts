import { expect, test } from './test.ts'

test('the API’s docs page shows every call, from this server alone', async ({ page }) => {
  test.setTimeout(150_000)
  await page.goto('/api/docs')
  await expect(page.getByRole('heading', { name: /^Stoa/ })).toBeVisible({ timeout: 45_000 })
  // Of so many calls the page draws those in sight.
  for (const call of ['/platform/projects/{ref}/restore/versions', '/v1/projects/{ref}/database/query']) {
    await page.evaluate(() => scrollTo(0, 0))
    await expect(async () => {
      await page.evaluate(() => scrollBy(0, innerHeight / 2))
      await expect(page.getByText(call)).toBeVisible({ timeout: 300 })
    }).toPass({ timeout: 60_000, intervals: [50] })
  }
})

test('the OpenAPI document says how each call is authorized and what it refuses', async ({ page, stoa }) => {
  const answer = await page.request.get(`${stoa.url}/api/openapi.json`)
  const document = await answer.json()
  expect(document.openapi).toBe('3.1.1')
  const pause = document.paths['/v1/projects/{ref}/pause'].post
  expect(Object.keys(pause.responses)).toEqual(expect.arrayContaining(['200', '401', '403', '404', '409']))
})
