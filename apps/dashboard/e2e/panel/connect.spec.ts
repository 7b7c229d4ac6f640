import { execFile } from 'node:child_process'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createMember, signIn, unique } from '../people.ts'
import { expect, test } from '../test.ts'

const run = promisify(execFile)
const NODE_MODULES = join(import.meta.dirname, '../../../../node_modules')
const TIMEOUT = 30_000

test('the ways to connect lead to the project', async ({ page, stoa }) => {
  const organization = await stoa.createOrganization(unique('Connect'))
  const ref = await stoa.createProject('pier', { organization })
  await stoa.sql(ref, "create table ships (name text); insert into ships values ('Argo')")
  const { password } = await stoa.call<{ password: string }>('POST', `/platform/projects/${ref}/db-password`)
  await signIn(page, stoa)
  await page.goto(`/project/${ref}`)
  await page.getByRole('main').getByRole('button', { name: 'Connect' }).click()
  const dialog = page.getByRole('dialog', { name: 'Connect' })
  const code = (title: string) => dialog.getByRole('figure', { name: title }).locator('code').textContent()
  const go = async (name: string) => {
    await dialog.getByRole('navigation').getByRole('button', { name }).click()
    await expect(dialog.getByRole('heading', { name, level: 3 })).toBeVisible()
  }
  await expect(dialog.getByText('psql -h')).toBeVisible()
  expect(await code('.env,')).toContain('PGPASSWORD="[YOUR-PASSWORD]"')

  const folder = await mkdtemp(join(tmpdir(), 'stoa-connect-'))
  try {
    await symlink(NODE_MODULES, join(folder, 'node_modules'))
    await go('Node.js')
    const environment = (await code('.env,')) ?? ''
    await writeFile(join(folder, '.env'), environment.replace('[YOUR-PASSWORD]', encodeURIComponent(password)))
    await writeFile(join(folder, 'main.mjs'), (await code('main.mjs')) ?? '')
    // What colours the tests' own output would colour theirs.
    const options = { cwd: folder, timeout: TIMEOUT, env: { ...process.env, FORCE_COLOR: '0' } }
    const time = await run(process.execPath, ['--env-file=.env', 'main.mjs'], options)
    expect(Date.parse(time.stdout.trim())).not.toBeNaN()

    await go('supabase-js')
    await writeFile(join(folder, 'supabase.mjs'), (await code('supabase.js')) ?? '')
    await writeFile(
      join(folder, 'ships.mjs'),
      `import { supabase } from './supabase.mjs'
console.log(JSON.stringify(await supabase.from('ships').select('name')))`,
    )
    const ships = await run(process.execPath, ['ships.mjs'], options)
    expect(JSON.parse(ships.stdout)).toMatchObject({ status: 200, data: [{ name: 'Argo' }] })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }

  await go('Prisma')
  await dialog.getByRole('link', { name: 'reset it' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL(new RegExp(`/project/${ref}/settings/database$`))

  // From anywhere in the project; whoever may not view keys sees where one goes, and why.
  const reader = await createMember(stoa, organization, { role: 'Read-only' })
  await page.context().clearCookies()
  await signIn(page, stoa, reader)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/project/${ref}/logs`)
  await expect(page.getByRole('heading', { name: 'Logs', level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('option', { name: /^Connect/ }).first()).toBeVisible()
  await page.keyboard.type('Prisma')
  await page.keyboard.press('Enter')
  await dialog.getByRole('combobox', { name: 'Way to connect' }).click()
  await dialog.page().getByRole('option', { name: 'Next.js' }).click()
  await expect(dialog.getByRole('figure', { name: '.env.local' })).toContainText('[YOUR-ANON-KEY]')
  await expect(dialog.getByText("You don't have permission to view API keys.")).toBeVisible()
})
