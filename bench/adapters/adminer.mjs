import { spawn } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { sleep, tree } from '../lib/machine.mjs'

// Debian's packages adminer, php-cli and php-pgsql.
const PROGRAM = '/usr/share/adminer/adminer.php'
const PHP = '/usr/bin/php'
const WORKERS = 4
const EXECUTE = 'input[type=submit][value=Execute]'

/** Why Adminer cannot be measured on this machine; null when it can. */
export const whyNoAdminer = () =>
  existsSync(PROGRAM) && existsSync(PHP)
    ? null
    : 'Adminer is left out: on Debian install the packages adminer, php-cli and php-pgsql to compare with it'

/**
 * Adminer, served by PHP's own server with its compiled code kept in memory.
 * @param options.port where to listen
 * @param options.folder where PHP keeps its sessions
 * @param options.database host, port, user, password and name of the database to look at
 */
export function adminer({ port, folder, database }) {
  const origin = `http://127.0.0.1:${port}`
  const server = encodeURIComponent(`${database.host}:${database.port}`)
  const base = `${origin}/?pgsql=${server}&username=${database.user}`
  let child = null
  return {
    name: 'adminer',
    pids: () => (child === null ? [] : tree(child.pid)),
    async start() {
      const sessions = join(folder, 'sessions')
      mkdirSync(sessions, { recursive: true })
      const settings = ['-d', 'opcache.enable_cli=1', '-d', `session.save_path=${sessions}`]
      child = spawn(PHP, [...settings, '-S', `127.0.0.1:${port}`, PROGRAM], {
        stdio: 'ignore',
        env: { ...process.env, PHP_CLI_SERVER_WORKERS: String(WORKERS) },
      })
      while (!(await fetch(origin).catch(() => null))) await sleep(10)
    },
    async stop() {
      // Its workers outlive their parent.
      for (const pid of child === null ? [] : tree(child.pid).reverse()) {
        try {
          process.kill(pid)
        } catch {
          // It has ended by itself meanwhile.
        }
      }
      child = null
    },
    async login(page) {
      await page.goto(base)
      await page.fill('input[name="auth[password]"]', database.password)
      await page.locator('input[type=submit]').first().click()
      await page.waitForSelector('#menu')
    },
    routes: {
      sql: () => `${base}&db=${database.name}&ns=bench&sql=`,
      table: () => `${base}&db=${database.name}&ns=bench&select=events`,
    },
    table: {
      cell: '#table td',
      pageRows: 50,
      next: (page) => page.locator('a[href*="page=1"]').first().click(),
      async sort(page) {
        const head = page.locator('th[id="th[id]"]')
        // Its arrows show while the pointer is there.
        await head.hover()
        await head.locator('.column a[href*="desc"]').first().click()
      },
      async filter(page, id) {
        await page.locator('a[href="#fieldset-search"]').first().click()
        await page.locator('select[name="where[0][col]"]').selectOption('id')
        await page.locator('input[name="where[0][val]"]').fill(id)
        await page.locator('#form input[type=submit][value=Select]').first().click()
      },
    },
    sql: {
      input: '.sqlarea[contenteditable], textarea.sqlarea',
      cell: '#content td',
      settleMs: 300,
      async setText(page, text) {
        await page.click('.sqlarea')
        await page.evaluate(() => {
          for (const area of document.querySelectorAll('.sqlarea')) {
            area.value = ''
            if (area.isContentEditable) area.textContent = ''
          }
        })
        await page.keyboard.insertText(text)
        await page.keyboard.press('End')
      },
      run: (page) => page.locator(EXECUTE).click(),
    },
  }
}
