import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { go, refuse, type Screen, visible } from './scene.ts'

// What a project is given of the machine, and what it uses.

export const RESOURCE_SCREENS: readonly Screen[] = [
  {
    name: 'compute and disk, another size chosen',
    async open({ page, scene: { empty } }) {
      await go(page, `/project/${empty}/compute-and-disk`)
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
      await go(page, `/project/${empty}/infrastructure`)
      await visible(page, 'Written to disk')
    },
  },
  {
    name: 'the add-ons, choosing how far recovery reaches back',
    async open({ page, scene: { empty } }) {
      await go(page, `/project/${empty}/addons?panel=pitr`)
      await expect(page.getByRole('radio', { name: '28 days' })).toBeVisible()
    },
  },
  {
    name: 'the usage of a project',
    async open({ page, scene: { full } }) {
      await go(page, `/project/${full}/usage`)
      await visible(page, 'Disk by day')
    },
  },
  {
    name: 'the report of the APIs',
    async open({ page, scene: { full } }) {
      await go(page, `/project/${full}/reports/api`)
      await expect(page.getByRole('slider', { name: 'Requests' })).toBeVisible()
      await visible(page, 'What was asked for')
    },
  },
  {
    name: 'a report of queries and measurements',
    async open({ page, stoa, scene: { full } }) {
      const id = randomUUID()
      const at = { y: 0, w: 6, h: 5 }
      const blocks = [
        {
          kind: 'sql',
          id: randomUUID(),
          label: 'Orders',
          x: 0,
          ...at,
          sql: 'select status, count(*) from shop.orders group by status',
          view: 'chart',
          chart: {},
        },
        { kind: 'metric', id: randomUUID(), label: '', x: 6, ...at, metric: 'memory' },
      ]
      await stoa.call('POST', `/platform/projects/${full}/reports/item/${id}`, { name: 'Harbor', content: { blocks } })
      await go(page, `/project/${full}/reports/${id}`)
      await expect(page.getByRole('slider', { name: 'Chart: Orders' })).toBeVisible()
      await visible(page, 'Memory')
    },
  },
]
