import { expect, type Page } from '@playwright/test'
import { createMember, invite, unique } from './people.ts'
import type { Account, Stoa } from './stoa.ts'

/** Somewhere to look: an organization with people, one without anything, and projects in several states. */
export type Scene = {
  readonly slug: string
  readonly bare: string
  readonly full: string
  readonly empty: string
  /** A project whose server is stopped, so that its row says what a test writes into it. */
  readonly still: string
  readonly invitation: string
  readonly newcomer: Account
}

const scenes = new WeakMap<Stoa, Promise<Scene>>()

/** Makes the scene, once for each server. */
export function scene(stoa: Stoa): Promise<Scene> {
  const known = scenes.get(stoa)
  if (known !== undefined) return known
  const made = makeScene(stoa)
  scenes.set(stoa, made)
  return made
}

async function makeScene(stoa: Stoa): Promise<Scene> {
  const slug = await stoa.createOrganization(unique('Looks'))
  const bare = await stoa.createOrganization(unique('Bare'))
  const full = await stoa.createProject('harbor', { organization: slug })
  const empty = await stoa.createProject('quarry', { organization: slug })
  const still = await stoa.createProject('a-rather-long-name-of-a-project-that-is-paused', { organization: slug })
  await stoa.call('POST', `/platform/projects/${full}/sample-data`)
  await stoa.call('POST', `/platform/projects/${still}/pause`)
  await stoa.until(still, 'INACTIVE')
  await createMember(stoa, slug, { role: 'Developer', projects: [{ ref: full, role: 'Administrator' }] })
  await invite(stoa, slug, { role: 'Read-only' }, 'ines@example.com')
  const { url } = await invite(stoa, slug, { role: 'Developer' })
  const newcomer = await createMember(stoa, bare, { role: 'Read-only' })
  return { slug, bare, full, empty, still, invitation: url, newcomer }
}

type Place = { page: Page; stoa: Stoa; scene: Scene }
/** A view to look at, and the way there. */
export type Screen = {
  readonly name: string
  readonly open: (place: Place) => Promise<void>
  /** Whether the browser is signed in; it is unless told otherwise. */
  readonly as?: 'nobody' | 'newcomer'
  /** Set for views that wide windows do not have. */
  readonly only?: 'narrow'
  /** Refused calls are part of the view. */
  readonly refused?: true
}

const visible = (page: Page, text: string) => expect(page.getByText(text).first()).toBeVisible()
const heading = (page: Page, name: string) =>
  expect(page.getByRole('heading', { name, level: 1, exact: true })).toBeVisible()

const setStatus = ({ stoa, scene: { still } }: Place, status: string) =>
  stoa.control('update projects set status = $1, status_since = now() where ref = $2', [status, still])

const refuse = (page: Page, path: string) =>
  page.route(`**/api${path}`, (route) =>
    route.fulfill({
      status: 500,
      json: { defined: false, code: 'INTERNAL_SERVER_ERROR', status: 500, message: 'The disk is full' },
    }),
  )

const status = (name: string, word: string, title: string): Screen => ({
  name,
  async open(place) {
    await setStatus(place, word)
    await place.page.goto(`/project/${place.scene.still}`)
    await visible(place.page, title)
  },
})

const button = (page: Page, name: string | RegExp) => page.getByRole('main').getByRole('button', { name }).first()

export const SCREENS: readonly Screen[] = [
  {
    name: 'signing in, refused',
    as: 'nobody',
    async open({ page }) {
      await page.goto('/projects')
      await page.getByRole('button', { name: 'Sign in' }).click()
      await visible(page, 'Email is required')
    },
  },
  {
    name: 'an invitation',
    as: 'nobody',
    async open({ page, scene: { invitation } }) {
      await page.goto(invitation)
      await expect(page.getByRole('button', { name: 'Create account and join' })).toBeVisible()
    },
  },
  {
    name: 'an invitation that is cut off',
    as: 'nobody',
    refused: true,
    async open({ page }) {
      await page.goto('/join#token=cut-off')
      await visible(page, 'This address has no invitation in it.')
    },
  },
  {
    name: 'the project list',
    async open({ page, scene: { slug } }) {
      await page.goto(`/projects?org=${slug}`)
      await visible(page, '2 running')
    },
  },
  {
    name: 'the project list without a match',
    async open({ page, scene: { slug } }) {
      await page.goto(`/projects?org=${slug}&q=nothing`)
      await visible(page, 'No projects match')
    },
  },
  {
    name: 'the project list of a newcomer',
    as: 'newcomer',
    async open({ page }) {
      await page.goto('/projects')
      await visible(page, 'No projects yet')
    },
  },
  {
    name: 'the project list on its way',
    async open({ page, scene: { slug } }) {
      await page.route('**/api/platform/projects', () => {})
      await page.goto(`/projects?org=${slug}`)
      await expect(page.getByRole('table', { name: 'Projects' })).toHaveAttribute('aria-busy', 'true')
    },
  },
  {
    name: 'the project list that failed',
    refused: true,
    async open({ page, scene: { slug } }) {
      await refuse(page, '/platform/projects')
      await page.goto(`/projects?org=${slug}`)
      await expect(page.getByText('The disk is full')).toBeVisible({ timeout: 20_000 })
    },
  },
  {
    name: 'a new project, refused',
    async open({ page, scene: { slug } }) {
      await page.goto(`/projects/new?org=${slug}`)
      await page.getByRole('button', { name: 'Create project' }).click()
      await visible(page, 'Project name is required')
    },
  },
  {
    name: 'a choice',
    async open({ page, scene: { slug } }) {
      await page.goto(`/projects/new?org=${slug}`)
      await page.getByLabel('Compute size').click()
      await expect(page.getByRole('option', { name: /Small/ })).toBeVisible()
    },
  },
  {
    name: 'the account',
    async open({ page }) {
      await page.goto('/account')
      await expect(page.getByRole('table', { name: 'Access tokens' }).getByRole('row').nth(1)).toBeVisible()
    },
  },
  {
    name: 'the account of a newcomer, and a new token',
    as: 'newcomer',
    async open({ page }) {
      await page.goto('/account')
      await visible(page, 'No tokens yet.')
      await page.getByRole('button', { name: 'New token' }).click()
      await expect(page.getByRole('dialog', { name: 'New access token' })).toBeVisible()
    },
  },
  {
    name: 'an organization',
    async open({ page, scene: { slug } }) {
      await page.goto(`/org/${slug}/general`)
      await heading(page, 'General')
    },
  },
  {
    name: 'an organization that may only be read',
    as: 'newcomer',
    async open({ page, scene: { bare } }) {
      await page.goto(`/org/${bare}/general`)
      await heading(page, 'General')
    },
  },
  {
    name: 'billing',
    async open({ page, scene: { slug } }) {
      await page.goto(`/org/${slug}/billing`)
      await visible(page, 'No project has an add-on.')
    },
  },
  {
    name: 'plans side by side',
    async open({ page, scene: { slug } }) {
      await page.goto(`/org/${slug}/billing?panel=subscriptionPlan&source=projectPausedStateRestore`)
      await expect(page.getByRole('dialog').getByRole('row', { name: /^Members/ })).toBeVisible()
    },
  },
  {
    name: 'asking for support, refused',
    async open({ page, scene: { empty } }) {
      await page.goto(`/support/new?category=problem&ref=${empty}`)
      await page.getByRole('button', { name: 'Send request' }).click()
      await visible(page, 'Subject is required')
    },
  },
  {
    name: 'requests for support of a newcomer',
    as: 'newcomer',
    async open({ page }) {
      await page.goto('/support')
      await visible(page, 'No requests yet')
    },
  },
  {
    name: 'a team',
    async open({ page, scene: { slug } }) {
      await page.goto(`/org/${slug}/team`)
      await visible(page, 'ines@example.com')
    },
  },
  {
    name: 'a team that failed',
    refused: true,
    async open({ page, scene: { slug } }) {
      await refuse(page, `/platform/organizations/${slug}/members`)
      await page.goto(`/org/${slug}/team`)
      await expect(page.getByText('Failed to load members')).toBeVisible({ timeout: 20_000 })
    },
  },
  {
    name: 'inviting somebody',
    async open({ page, scene: { slug } }) {
      await page.goto(`/org/${slug}/team`)
      await page.getByRole('button', { name: 'Invite' }).click()
      await page.getByRole('button', { name: 'Add a project' }).click()
      await expect(page.getByLabel('Role in the project')).toBeVisible()
    },
  },
  {
    name: 'a full project',
    async open({ page, scene: { full } }) {
      await page.goto(`/project/${full}`)
      await visible(page, 'order_items')
    },
  },
  {
    name: 'an empty project',
    async open({ page, scene: { empty } }) {
      await page.goto(`/project/${empty}`)
      await expect(button(page, 'Load sample data')).toBeVisible()
    },
  },
  {
    name: 'a project whose state cannot be read',
    refused: true,
    async open({ page, scene: { full } }) {
      await refuse(page, `/platform/projects/${full}/overview`)
      await page.goto(`/project/${full}`)
      await expect(page.getByText('Failed to read the state of the database')).toBeVisible({ timeout: 20_000 })
    },
  },
  {
    name: 'general settings',
    async open({ page, scene: { empty } }) {
      await page.goto(`/project/${empty}/settings/general`)
      await heading(page, 'General')
    },
  },
  {
    name: 'compute and disk, another size chosen',
    async open({ page, scene: { empty } }) {
      await page.goto(`/project/${empty}/compute-and-disk`)
      await page.getByRole('radio', { name: /^Small/ }).check()
      await expect(page.getByRole('table', { name: 'What changes' })).toBeVisible()
      await expect(page.getByLabel('Disk limit')).toBeVisible()
    },
  },
  {
    name: 'compute and disk that failed',
    refused: true,
    async open({ page, scene: { empty } }) {
      await refuse(page, `/platform/projects/${empty}/disk`)
      await page.goto(`/project/${empty}/compute-and-disk`)
      await expect(page.getByText('Failed to measure the disk')).toBeVisible({ timeout: 20_000 })
    },
  },
  {
    name: 'the infrastructure',
    async open({ page, scene: { empty } }) {
      await page.goto(`/project/${empty}/infrastructure`)
      await visible(page, 'Written to disk')
    },
  },
  {
    name: 'the add-ons, choosing how far recovery reaches back',
    async open({ page, scene: { empty } }) {
      await page.goto(`/project/${empty}/addons?panel=pitr`)
      await expect(page.getByRole('radio', { name: '28 days' })).toBeVisible()
    },
  },
  {
    name: 'the usage of a project',
    async open({ page, scene: { full } }) {
      await page.goto(`/project/${full}/usage`)
      await visible(page, 'Disk by day')
    },
  },
  {
    name: 'the end of a project',
    async open({ page, scene: { empty } }) {
      await page.goto(`/project/${empty}/settings/general`)
      await button(page, 'Delete project').click()
      await page.getByRole('button', { name: 'I understand, delete this project' }).click()
      await visible(page, 'Please select at least one reason for deleting your project')
    },
  },
  {
    name: 'a project that does not exist',
    refused: true,
    async open({ page }) {
      await page.goto('/project/abcdefghijklmnopqrst')
      await visible(page, 'There is no such project')
    },
  },
  status('a setup', 'COMING_UP', 'Setting up'),
  status('a project that did not come up', 'UNKNOWN', 'did not come up'),
  status('a pause', 'PAUSING', 'Pausing'),
  status('a failed pause', 'PAUSE_FAILED', 'Something went wrong while pausing your project'),
  status('a failed restore', 'RESTORE_FAILED', 'Something went wrong while restoring your project'),
  status('an upgrade', 'UPGRADING', 'Upgrading'),
  {
    name: 'a paused project, being restored',
    async open(place) {
      await setStatus(place, 'INACTIVE')
      await place.page.goto(`/project/${place.scene.still}`)
      await button(place.page, 'Restore project').click()
      await expect(place.page.getByRole('dialog').getByLabel('Postgres version')).toBeVisible()
    },
  },
  {
    name: 'backups',
    async open(place) {
      await setStatus(place, 'INACTIVE')
      await place.page.goto(`/project/${place.scene.still}/database/backups/scheduled`)
      await visible(place.page, 'Before a pause')
    },
  },
  {
    name: 'a backup’s restore to a new project',
    async open(place) {
      await setStatus(place, 'INACTIVE')
      await place.page.goto(`/project/${place.scene.still}/database/backups/scheduled`)
      await place.page
        .getByRole('button', { name: /^Actions for the backup of / })
        .first()
        .click()
      await place.page.getByRole('menuitem', { name: 'Restore to a new project' }).click()
      await expect(place.page.getByRole('dialog').getByLabel('Compute size')).toBeVisible()
    },
  },
  {
    name: 'point in time recovery, off',
    async open({ page, scene: { full } }) {
      await page.goto(`/project/${full}/database/backups/pitr`)
      await visible(page, 'Point in time recovery is off')
    },
  },
  {
    name: 'an address without a page',
    async open({ page, scene: { slug } }) {
      await page.goto(`/org/${slug}/nothing`)
      await visible(page, 'There is no page at this address')
    },
  },
  {
    name: 'the command menu',
    async open({ page }) {
      await page.goto('/account')
      await heading(page, 'Account')
      await page.keyboard.press('Control+k')
      await expect(page.getByRole('option', { name: /New project/ })).toBeVisible()
    },
  },
  {
    name: 'the account menu',
    async open({ page }) {
      await page.goto('/account')
      await page.getByRole('button', { name: /^Account: / }).click()
      await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible()
    },
  },
  {
    name: 'the drawer',
    only: 'narrow',
    async open({ page, scene: { empty } }) {
      await page.goto(`/project/${empty}/settings/general`)
      await page.getByRole('button', { name: 'Menu' }).click()
      await expect(page.getByRole('dialog').getByRole('link', { name: 'SQL editor' })).toBeVisible()
    },
  },
]
