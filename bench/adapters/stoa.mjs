import { OWNER } from '../lib/stoa.mjs'

/**
 * Stoa's own dashboard, served by the platform itself.
 * @param stoa a platform, see lib/stoa.mjs
 * @param ref the project to look at
 */
export function stoaDashboard(stoa, ref) {
  return {
    name: 'stoa',
    pids: () => [...stoa.platformPids, ...stoa.launcherPids, ...stoa.controlPids],
    start: () => stoa.start(),
    // As a service manager stops it: the projects' servers run on, as every product's databases do here.
    stop: () => stoa.stop('SIGTERM'),
    async login(page) {
      await page.goto(`${stoa.origin}/sign-in`)
      await page.evaluate(async ({ email, password }) => {
        const answer = await fetch('/api/auth/sign-in/email', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ email, password }),
        })
        if (!answer.ok) throw new Error(`signing in failed with ${answer.status}`)
      }, OWNER)
    },
    routes: {
      sql: () => `${stoa.origin}/project/${ref}/sql`,
      projects: () => `${stoa.origin}/projects`,
      table: () => `${stoa.origin}/project/${ref}/editor?schema=bench&table=events`,
    },
    projects: { shown: `a[href='/project/${ref}']` },
    schemas: {
      link: (schema, table) => `a[href*='schema=${schema}'][href$='table=${table}']`,
      async choose(page, schema) {
        await page.getByRole('combobox', { name: 'Schema' }).click()
        await page.getByRole('option', { name: schema, exact: true }).click()
      },
    },
    table: {
      cell: '.dg-row [role=gridcell]',
      pageRows: 100,
      next: (page) => page.getByRole('button', { name: 'Next page' }).click(),
      async sort(page) {
        await page.getByRole('columnheader', { name: 'id', exact: true }).click()
        await page.keyboard.press('Alt+ArrowDown')
        await page.getByRole('menuitem', { name: 'Sort descending' }).click()
      },
      async filter(page, id) {
        await page.getByRole('button', { name: 'Add a filter' }).click()
        await page.getByLabel('Value').fill(id)
        await page.getByRole('button', { name: 'Apply' }).click()
      },
    },
    sql: {
      input: '.cm-content',
      // All rows, and not the first hundred: the choice is read when the page begins.
      async prepare(page) {
        await page.evaluate(
          (key) => localStorage.setItem(key, JSON.stringify({ limit: -1, timeoutMs: null })),
          `stoa.sql.options ${ref}`,
        )
        await page.reload()
        await page.waitForSelector('.cm-content')
      },
      scroller: '.dg',
      cell: '.dg-row [role=gridcell]',
      async setText(page, text) {
        await page.click('.cm-content')
        await page.keyboard.press('ControlOrMeta+a')
        await page.keyboard.insertText(text)
      },
      // While rows come in the line says that it is running; its outcome is told at the end.
      whole: (rows) =>
        `document.querySelector('footer [role=status]')?.textContent.includes(${JSON.stringify(`${rows.toLocaleString('en')} rows`)})`,
      run: (page) => page.keyboard.press('ControlOrMeta+Enter'),
    },
  }
}
