import { signIn, unique } from '../people.ts'
import { refuse } from '../scene.ts'
import { expect, test } from '../test.ts'

test('requests to the APIs are listed, filtered, followed and looked into', async ({ page, stoa }) => {
  const ref = await stoa.createProject(unique('logs'))
  await stoa.sql(ref, 'create table ships (id int primary key)')
  const keys = await stoa.call<{ name: string; api_key: string }[]>('GET', `/v1/projects/${ref}/api-keys`)
  const anon = keys.find(({ name }) => name === 'anon')?.api_key ?? ''
  const ask = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(`${stoa.url}/p/${ref}${path}`, { ...init, headers: { apikey: anon } })
    await answer.arrayBuffer()
    return answer.status
  }
  await signIn(page, stoa)
  await page.goto(`/project/${ref}`)
  await page.getByRole('link', { name: 'Logs', exact: true }).click()
  await expect(page).toHaveTitle(/^Logs/)
  await expect(page.getByText('No requests yet')).toBeVisible()

  for (let i = 0; i < 120; i++) await ask('/rest/v1/nothing')
  const found = await ask('/rest/v1/ships?id=eq.7')
  const deleted = await ask('/rest/v1/ships', { method: 'DELETE' })
  await page.getByRole('button', { name: 'Refresh' }).click()
  const list = page.getByRole('table', { name: 'Requests' })
  const rows = list.locator('tbody tr')
  await expect(rows).toHaveCount(100)
  // Newest first, and never with a query, which may hold anything.
  await expect(rows.first()).toContainText('DELETE /rest/v1/ships')
  await expect(rows.first()).toContainText(String(deleted))
  await expect(rows.nth(1)).toContainText('GET /rest/v1/ships')
  await expect(rows.nth(1)).toContainText(String(found))
  await expect(rows.nth(1)).toContainText('anon')
  await expect(list).not.toContainText('id=eq')
  await page.getByRole('button', { name: 'Load older' }).click()
  await expect(rows).toHaveCount(122)
  await expect(page.getByRole('button', { name: 'Load older' })).toHaveCount(0)

  const choose = async (field: string, option: string) => {
    await page.getByRole('combobox', { name: field }).click()
    await page.getByRole('option', { name: option }).click()
  }
  await choose('Method', 'DELETE')
  await expect(rows).toHaveCount(1)
  await choose('Time', 'Last hour')
  await page.getByRole('searchbox', { name: 'Find a path' }).fill('SHIPS')
  for (const part of [/method=DELETE/, /range=1h/, /q=SHIPS/]) await expect(page).toHaveURL(part)
  await page.reload()
  await expect(rows).toHaveCount(1)
  await choose('Status', '5xx Failed')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(rows).toHaveCount(100)
  await expect(page).toHaveURL(new RegExp(`/project/${ref}/logs$`))
  await choose('Status', '2xx Done')
  await expect(rows.filter({ hasText: 'nothing' })).toHaveCount(0)
  await choose('Status', 'Any status')

  // What is asked now comes by itself.
  await page.getByRole('button', { name: 'Live' }).click()
  await expect(page.getByRole('button', { name: 'Live' })).toHaveAttribute('aria-pressed', 'true')
  await ask('/rest/v1/just-now')
  await expect(rows.first()).toContainText('/rest/v1/just-now')
  await page.getByRole('button', { name: 'Live' }).click()

  await rows.first().getByRole('link').click()
  const detail = page.getByRole('dialog', { name: 'Request' })
  await expect(detail).toContainText('/rest/v1/just-now')
  await expect(detail).toContainText('404')
  const link = page.url()
  await page.keyboard.press('Escape')
  await expect(detail).toHaveCount(0)
  // The link finds its request, whatever else is listed.
  await page.goto(`${link}&method=DELETE`)
  await expect(detail).toContainText('/rest/v1/just-now')
  await page.goto(link.replace(/request=\d+/, 'request=1999999999'))
  await expect(detail).toContainText('This request is no longer there')

  await refuse(page, `/platform/projects/${ref}/logs/requests**`)
  await page.goto(`/project/${ref}/logs`)
  await expect(page.getByText('Failed to load the requests')).toBeVisible()
  await expect(page.getByText('The disk is full')).toBeVisible()
  await page.unroute(`**/api/platform/projects/${ref}/logs/requests**`)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(rows).toHaveCount(100)
})
