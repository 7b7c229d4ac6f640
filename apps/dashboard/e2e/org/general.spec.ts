import { chooseFromMenu, expectDisabled, toast } from '../page.ts'
import { signIn, unique } from '../people.ts'
import { expect, test } from '../test.ts'

test('a new name is saved and shown in the roof and the title', async ({ page, stoa }) => {
  const slug = await stoa.createOrganization(unique('Harbor'))
  const name = unique('Renamed')
  await signIn(page, stoa)
  await page.goto(`/org/${slug}`)
  await expect(page).toHaveURL(`/org/${slug}/general`)
  const save = page.getByRole('button', { name: 'Save' })
  await expectDisabled(save, 'Nothing has changed')
  await page.getByLabel('Name').fill('x'.repeat(65))
  await save.click()
  await expect(page.getByRole('alert')).toHaveText('Organization name can have at most 64 characters')
  await page.getByLabel('Name').fill(name)
  await save.click()
  await expect(toast(page, 'Saved the organization’s name')).toBeVisible()
  await expect(page.getByRole('button', { name: `Organization: ${name}` })).toBeVisible()
  await expect(page).toHaveTitle(`General | ${name} | Stoa`)
  await expect(page.getByRole('textbox', { name: 'Slug' })).toHaveValue(slug)
})

test('sharing data is switched on and off', async ({ page, stoa }) => {
  const slug = await stoa.createOrganization(unique('Sharing'))
  await signIn(page, stoa)
  await page.goto(`/org/${slug}/general`)
  const share = page.getByRole('switch', { name: 'Opt in to share anonymous data' })
  await expect(share).not.toBeChecked()
  await share.click()
  await expect(toast(page, 'Successfully opted-in')).toBeVisible()
  await page.reload()
  await expect(share).toBeChecked()
  await share.click()
  await expect(toast(page, 'Opted out')).toBeVisible()
  await expect(share).not.toBeChecked()
})

test('with the HIPAA add-on nothing is shared, and it cannot be changed', async ({ page, stoa }) => {
  const slug = await stoa.createOrganization(unique('Clinic'))
  await stoa.call('PATCH', `/platform/organizations/${slug}`, { opt_in_tags: ['AI_SQL_GENERATOR_OPT_IN'] })
  await stoa.control('update organizations set hipaa = true where slug = $1', [slug])
  await signIn(page, stoa)
  await page.goto(`/org/${slug}/general`)
  const share = page.getByRole('switch', { name: 'Opt in to share anonymous data' })
  await expect(share).not.toBeChecked()
  await expectDisabled(
    share,
    'An organization with the HIPAA add-on never sends project metadata, and this cannot be changed',
  )
})

test('an organization is deleted by typing its name', async ({ page, stoa }) => {
  const name = unique('Short lived')
  const slug = await stoa.createOrganization(name)
  await signIn(page, stoa)
  await page.goto(`/org/${slug}/general`)
  await page.getByRole('button', { name: 'Delete organization' }).click()
  const dialog = page.getByRole('dialog', { name: `Confirm deletion of ${name}` })
  const confirm = dialog.getByRole('button', { name: 'I understand, delete this organization' })
  await confirm.click()
  await expect(dialog.getByRole('alert')).toHaveText('Value entered does not match')
  await dialog.getByLabel(`Type ${name} to confirm`).fill(name.toLowerCase())
  await confirm.click()
  await expect(dialog.getByRole('alert')).toHaveText('Value entered does not match')
  await dialog.getByLabel(`Type ${name} to confirm`).fill(name)
  await expect(dialog.getByRole('alert')).toBeHidden()
  await confirm.click()
  await expect(page).toHaveURL('/projects')
  await expect(toast(page, `Successfully deleted ${name}`)).toBeVisible()
  await page.getByRole('button', { name: /^Organization: / }).click()
  await expect(page.getByRole('menuitem', { name })).toBeHidden()
})

test('an organization with projects cannot be deleted, and says why', async ({ page, stoa }) => {
  const slug = await stoa.createOrganization(unique('Occupied'))
  const ref = await stoa.createProject('quay', { organization: slug })
  await signIn(page, stoa)
  await page.goto(`/org/${slug}/general`)
  await expectDisabled(
    page.getByRole('button', { name: 'Delete organization' }),
    'Delete the projects of this organization first',
  )
  await stoa.call('DELETE', `/platform/projects/${ref}`)
})

test('a new organization is made from the roof and opened', async ({ page, stoa }) => {
  const name = unique('Fresh')
  await signIn(page, stoa)
  await page.goto('/projects')
  await chooseFromMenu(page.getByRole('button', { name: /^Organization: / }), 'New organization')
  const dialog = page.getByRole('dialog', { name: 'New organization' })
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toHaveText('Organization name is required')
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')
  await expect(toast(page, `Created ${name}`)).toBeVisible()
  await expect(page.getByRole('button', { name: `Organization: ${name}` })).toBeVisible()
  await expect(page).toHaveURL(/\/projects\?org=/)
  await expect(page.getByText('No projects yet')).toBeVisible()
})

test('an unknown organization leaves the way to the projects', async ({ page, stoa }) => {
  await signIn(page, stoa)
  await page.goto('/org/nobody-has-this/general')
  await expect(page).toHaveTitle('Organization not found | Stoa')
  await expect(page.getByText('It was deleted, or you are not a member of it.')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'All projects' }).click()
  await expect(page).toHaveURL('/projects')
})

test('another organization is another form', async ({ page, stoa }) => {
  const [first, second] = [unique('First'), unique('Second')]
  const slug = await stoa.createOrganization(first)
  await stoa.createOrganization(second)
  await signIn(page, stoa)
  await page.goto(`/org/${slug}/general`)
  await page.getByLabel('Name').fill('typed, not saved')
  await chooseFromMenu(page.getByRole('button', { name: `Organization: ${first}` }), second)
  await expect(page.getByLabel('Name')).toHaveValue(second)
})
