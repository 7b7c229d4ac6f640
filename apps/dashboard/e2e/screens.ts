import { expect } from '@playwright/test'
import { button, go, heading, refuse, type Screen, visible } from './scene.ts'

// Pages around the projects, and a project's first ones.

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
      await go(page, `/projects?org=${slug}`)
      await visible(page, '2 running')
    },
  },
  {
    name: 'the project list without a match',
    async open({ page, scene: { slug } }) {
      await go(page, `/projects?org=${slug}&q=nothing`)
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
    alone: true,
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
      await go(page, `/projects/new?org=${slug}`)
      await page.getByRole('button', { name: 'Create project' }).click()
      await visible(page, 'Project name is required')
    },
  },
  {
    name: 'a choice',
    async open({ page, scene: { slug } }) {
      await go(page, `/projects/new?org=${slug}`)
      await page.getByLabel('Compute size').click()
      await expect(page.getByRole('option', { name: /Small/ })).toBeVisible()
    },
  },
  {
    name: 'the account',
    async open({ page }) {
      await go(page, '/account')
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
      await go(page, `/org/${slug}/general`)
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
      await go(page, `/org/${slug}/billing`)
      await visible(page, 'No project has an add-on.')
    },
  },
  {
    name: 'plans side by side',
    async open({ page, scene: { slug } }) {
      await go(page, `/org/${slug}/billing?panel=subscriptionPlan&source=projectPausedStateRestore`)
      await expect(page.getByRole('dialog').getByRole('row', { name: /^Members/ })).toBeVisible()
    },
  },
  {
    name: 'asking for support, refused',
    async open({ page, scene: { empty } }) {
      await go(page, `/support/new?category=problem&ref=${empty}`)
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
      await go(page, `/org/${slug}/team`)
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
      await go(page, `/org/${slug}/team`)
      await page.getByRole('button', { name: 'Invite' }).click()
      await page.getByRole('button', { name: 'Add a project' }).click()
      await expect(page.getByLabel('Role in the project')).toBeVisible()
    },
  },
  {
    name: 'a full project',
    async open({ page, scene: { full } }) {
      await go(page, `/project/${full}`)
      await visible(page, 'order_items')
    },
  },
  {
    name: 'an empty project',
    async open({ page, scene: { empty } }) {
      await go(page, `/project/${empty}`)
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
      await go(page, `/project/${empty}/settings/general`)
      await heading(page, 'General')
    },
  },
  {
    name: 'the end of a project',
    async open({ page, scene: { empty } }) {
      await go(page, `/project/${empty}/settings/general`)
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
  {
    name: 'an address without a page',
    async open({ page, scene: { slug } }) {
      await go(page, `/org/${slug}/nothing`)
      await visible(page, 'There is no page at this address')
    },
  },
  {
    name: 'the command menu',
    async open({ page }) {
      await go(page, '/account')
      await heading(page, 'Account')
      await page.keyboard.press('Control+k')
      await expect(page.getByRole('option', { name: /New project/ })).toBeVisible()
    },
  },
  {
    name: 'the account menu',
    async open({ page }) {
      await go(page, '/account')
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
