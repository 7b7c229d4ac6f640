import { expect, type Page } from '@playwright/test'
import { go, type Screen } from './scene.ts'

async function run(page: Page, ref: string, sql: string): Promise<void> {
  await go(page, `/project/${ref}/sql`)
  await page.getByRole('textbox', { name: 'SQL' }).focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText(sql)
  await page.keyboard.press('Control+Enter')
}

/** The SQL editor with all that can stand below it. */
export const SQL_SCREENS: readonly Screen[] = [
  {
    name: 'SQL before a run',
    async open({ page, scene: { empty } }) {
      await go(page, `/project/${empty}/sql`)
      await expect(page.getByText('The result appears here.')).toBeVisible()
    },
  },
  {
    name: 'SQL with rows and the content of a cell',
    async open({ page, scene: { full } }) {
      await run(
        page,
        full,
        `select *, '{"a": [1, null]}'::jsonb as doc, null as nothing from shop.customers order by created_at`,
      )
      const cell = page.getByRole('gridcell', { name: 'customer1@example.com', exact: true })
      await cell.dblclick()
      await expect(
        page.getByRole('region', { name: 'Cell', exact: true }).getByText('customer1@example.com'),
      ).toBeVisible()
    },
  },
  {
    name: 'SQL with several results',
    async open({ page, scene: { full } }) {
      await run(page, full, `select 1 as one; do $$ begin raise notice 'low tide'; end $$; select 2 as two`)
      await expect(page.getByRole('tab', { name: /Result 3/ })).toBeVisible()
    },
  },
  {
    name: 'SQL without rows',
    async open({ page, scene: { full } }) {
      await run(page, full, 'select 1 where false')
      await expect(page.getByText('Success. No rows returned')).toBeVisible()
    },
  },
  {
    name: 'SQL with an error',
    async open({ page, scene: { full } }) {
      await run(page, full, 'select emali from shop.customers')
      await expect(page.getByRole('alert').getByText('column "emali" does not exist')).toBeVisible()
    },
  },
  {
    name: 'SQL with the menu of a cell',
    async open({ page, scene: { full } }) {
      await run(page, full, `select 'one' as word`)
      await page.getByRole('gridcell', { name: 'one', exact: true }).click({ button: 'right' })
      await expect(page.getByRole('menuitem', { name: 'Copy cell content' })).toBeVisible()
    },
  },
  {
    name: 'SQL with a chart',
    async open({ page, scene: { full } }) {
      await run(page, full, `select now() - i * interval '1 day' as day, i % 5 as sold from generate_series(1, 20) i`)
      await page.getByRole('radio', { name: 'Chart' }).click()
      await expect(page.getByRole('slider', { name: 'Chart of the result' })).toBeVisible()
    },
  },
  {
    name: 'SQL with a plan',
    async open({ page, scene: { full } }) {
      await run(page, full, `explain (analyze, format json) select * from shop.customers order by email`)
      await expect(page.getByRole('tree', { name: 'Steps of the plan' })).toBeVisible()
    },
  },
  {
    name: 'SQL with the statistics of statements',
    async open({ page, scene: { full } }) {
      await run(page, full, 'select 1 as one')
      await page.getByRole('button', { name: 'Statements' }).click()
      await expect(page.getByRole('list', { name: 'Statements' })).toBeVisible()
    },
  },
  {
    name: 'SQL with the history of runs',
    alone: true,
    async open({ page, scene: { full } }) {
      await run(page, full, `select 'kept' as word`)
      await expect(page.getByRole('gridcell', { name: 'kept', exact: true })).toBeVisible()
      await page.getByRole('button', { name: 'History' }).click()
      await expect(page.getByRole('list', { name: 'Runs' })).toBeVisible()
    },
  },
  {
    name: 'SQL with how it is run',
    alone: true,
    async open({ page, scene: { full } }) {
      await go(page, `/project/${full}/sql`)
      await page.getByRole('button', { name: 'How it is run' }).click()
      await page.getByRole('combobox', { name: 'Role' }).click()
      await page.getByRole('option', { name: /authenticated/ }).click()
      await expect(page.getByRole('textbox', { name: 'User' })).toBeVisible()
    },
  },
  {
    name: 'SQL that is asked about',
    alone: true,
    async open({ page, scene: { full } }) {
      await run(page, full, 'update shop.customers set email = null; drop table shop.customers')
      await expect(page.getByRole('dialog', { name: 'Run this destructive query?' })).toBeVisible()
    },
  },
  {
    name: 'SQL that would write, asked about in read-only mode',
    alone: true,
    async open({ page, scene: { full } }) {
      await go(page, `/project/${full}/sql`)
      await page.getByRole('main').getByRole('button', { name: 'New query', exact: true }).click()
      await page.getByRole('button', { name: 'How it is run' }).click()
      await page.getByRole('switch', { name: 'Read only' }).check()
      await page.keyboard.press('Escape')
      await page.getByRole('textbox', { name: 'SQL' }).focus()
      await page.keyboard.insertText('insert into shop.customers (email) values (null)')
      await page.keyboard.press('Control+Enter')
      await expect(page.getByRole('dialog', { name: 'This query contains write operations.' })).toBeVisible()
    },
  },
  {
    name: 'SQL with the keys of its editor',
    alone: true,
    async open({ page, scene: { full } }) {
      await go(page, `/project/${full}/sql`)
      const keys = page.getByRole('button', { name: 'Keys', exact: true })
      await expect(page.getByRole('button', { name: 'Format' })).toBeVisible()
      // Where there is no keyboard there is no button for its keys.
      if (!(await keys.isVisible())) return
      await keys.click()
      await expect(page.getByRole('dialog', { name: 'Keys of the SQL editor' })).toBeVisible()
    },
  },
  {
    name: 'SQL with its templates',
    alone: true,
    async open({ page, scene: { full } }) {
      await go(page, `/project/${full}/sql`)
      await page.getByRole('button', { name: 'Templates', exact: true }).click()
      await expect(page.getByRole('dialog', { name: 'Templates' }).getByText('To-do lists')).toBeVisible()
    },
  },
  {
    name: 'SQL in the panel',
    alone: true,
    async open({ page, scene: { full } }) {
      await go(page, `/project/${full}`)
      await expect(page.getByRole('main')).toBeVisible()
      await page.keyboard.press('Control+j')
      await expect(page.getByRole('textbox', { name: 'Query in the panel' })).toBeFocused()
      await page.keyboard.insertText('select 1 as one')
      await page.keyboard.press('Control+Enter')
      await expect(page.getByRole('gridcell', { name: '1', exact: true })).toBeVisible()
    },
  },
  {
    name: 'SQL with queries in folders',
    alone: true,
    async open({ page, stoa, scene: { full } }) {
      const path = `/platform/projects/${full}/content`
      const version = { version: '2' }
      const known = await stoa.call<{ data: { name: string }[] }>('GET', path, undefined, version)
      if (!known.data.some(({ name }) => name === 'Vessels at berth now')) {
        const folder = await stoa.call<{ id: string }>('POST', `${path}/folders`, { name: 'Operations' }, version)
        const make = (name: string, more: object) =>
          stoa.call('POST', path, { id: crypto.randomUUID(), name, content: { sql: 'select 1' }, ...more }, version)
        await make('Port calls since', { folder_id: folder.id })
        await make('Vessels at berth now', { favorite: true })
        await make('Row level security audit', { visibility: 'project' })
      }
      await go(page, `/project/${full}/sql`)
      const menu = page.getByRole('banner').getByRole('button', { name: 'Menu', exact: true })
      await expect(page.getByRole('textbox', { name: 'SQL' })).toBeVisible()
      if (await menu.isVisible()) await menu.click()
      const folder = page.getByRole('treeitem', { name: 'Operations' })
      await expect(folder).toBeVisible()
      if ((await folder.getAttribute('aria-expanded')) === 'false') await folder.click()
      await expect(page.getByRole('treeitem', { name: 'Port calls since' })).toBeVisible()
    },
  },
  {
    name: 'SQL with the earlier versions of a query',
    alone: true,
    async open({ page, scene: { full } }) {
      await go(page, `/project/${full}/sql`)
      await page.getByRole('main').getByRole('button', { name: 'New query', exact: true }).click()
      await page.keyboard.insertText('select 1')
      await page.getByRole('button', { name: 'Earlier versions' }).click()
      await expect(page.getByRole('textbox', { name: 'Now' })).toBeVisible()
    },
  },
]
