import { expect } from '@playwright/test'
import { refuse, type Screen, visible } from './scene.ts'

// What a project is given of the machine, and what it uses.

export const RESOURCE_SCREENS: readonly Screen[] = [
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
]
