// The drawing of a schema: three hundred tables and as many keys are opened, moved about in, dragged and searched in a
// real browser, on a data folder of its own. What counts are tasks of the page's main thread, as Chromium traces them.
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { stoaDashboard } from './adapters/stoa.mjs'
import { openBrowser } from './lib/browser.mjs'
import { log, quiet, sleep } from './lib/machine.mjs'
import { Stoa } from './lib/stoa.mjs'
import { traced } from './lib/trace.mjs'

const PRODUCT = 'stoa'
const SCHEMAS = ['people', 'sales', 'stock']
const TABLES_EACH = 100
const STEPS = 60
const SETTLE_MS = 600
const PAINTED = 'canvas[data-painted]'
const NODES = '.react-flow__node-table'

/** Tables of ten columns, each but the first with a key to one before it, every tenth to one of another schema. */
function schemaSql(schema) {
  const statements = [`create schema ${schema}`]
  for (let n = 0; n < TABLES_EACH; n++)
    statements.push(`create table ${schema}.thing_${n} (
      id bigint generated always as identity primary key, name text not null, parent_id bigint, state text default 'new',
      amount numeric(12, 2), tags text[], details jsonb, is_open boolean not null default true,
      created_at timestamptz not null default now(), changed_at timestamptz)`)
  return statements.join(';\n')
}
function keySql() {
  return SCHEMAS.flatMap((schema, index) =>
    Array.from({ length: TABLES_EACH }, (_, n) => {
      const other = n % 10 === 9 ? SCHEMAS[(index + 1) % SCHEMAS.length] : schema
      return `alter table ${schema}.thing_${n} add foreign key (parent_id) references ${other}.thing_${Math.floor(n * 0.37)}`
    }),
  ).join(';\n')
}

/** Moves the pointer from one place to another, a step for each frame. */
async function drawn(page, from, to) {
  for (let step = 1; step <= STEPS; step++)
    await page.mouse.move(from.x + ((to.x - from.x) * step) / STEPS, from.y + ((to.y - from.y) * step) / STEPS)
}

async function dragged(page, from, to) {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await drawn(page, from, to)
  await drawn(page, to, from)
  await page.mouse.up()
  await sleep(SETTLE_MS)
}

async function zoomed(page, step) {
  for (let index = 0; index < STEPS / 2; index++) await page.mouse.wheel(0, step)
  await sleep(SETTLE_MS)
}

/** An empty place of the drawing, to take hold of it by: one where no table is found below the pointer. */
async function emptyPlace(page) {
  const box = await page.locator('.react-flow__pane').boundingBox()
  for (let y = box.y + box.height / 2; y < box.y + box.height - 10; y += 7)
    for (let x = box.x + box.width / 2; x < box.x + box.width - 200; x += 17) {
      await page.mouse.move(x, y)
      const isEmpty = (at) => document.elementFromPoint(at.x, at.y)?.matches('.react-flow__pane') ?? false
      if (await page.evaluate(isEmpty, { x, y })) return { x, y }
    }
  throw new Error('There is no empty place in the drawing')
}

async function measureOnce(session, url, put) {
  const { page } = session
  const shown = () => page.waitForSelector(PAINTED, { state: 'attached', timeout: 30_000 })
  await put('open', async () => {
    await page.goto(url)
    await shown()
    await sleep(SETTLE_MS)
  })
  const pan = async (what) => {
    // Looking for a place to take hold of asks the page much, and is not what is measured.
    const place = await emptyPlace(page)
    await sleep(SETTLE_MS)
    await put(what, () => dragged(page, place, { x: place.x - 400, y: place.y - 250 }))
  }
  await pan('pan, all in sight')
  const middle = await page.evaluate((selector) => {
    const { left, top, width, height } = document.querySelector(selector).getBoundingClientRect()
    return { x: left + width / 2, y: top + height / 2 }
  }, '.react-flow__pane')
  await page.mouse.move(middle.x, middle.y)
  await put('zoom in', () => zoomed(page, -120))
  await put('zoom out', () => zoomed(page, 120))
  await page.mouse.move(middle.x, middle.y)
  for (let index = 0; index < 20; index++) await page.mouse.wheel(0, -100)
  await sleep(SETTLE_MS)
  await pan('pan, columns in sight')
  const head = await page.evaluate((selector) => {
    const inside = [...document.querySelectorAll(selector)].map((node) => node.getBoundingClientRect())
    const box = inside.find(
      ({ left, top, right }) => left > 500 && right < innerWidth - 300 && top > 200 && top < innerHeight - 200,
    )
    return { x: box.left + 12, y: box.top + 8 }
  }, NODES)
  await put('drag a table', () => dragged(page, head, { x: head.x + 180, y: head.y + 120 }))
  // By the place alone: looking for a button by its role would have the page work out styles by the hundred.
  const all = await page.getByRole('button', { name: 'Show all tables' }).boundingBox()
  await put('show all', async () => {
    await page.mouse.click(all.x + all.width / 2, all.y + all.height / 2)
    await sleep(SETTLE_MS)
  })
  const find = page.getByRole('searchbox', { name: 'Find a table or column' })
  await find.click()
  await put('search', async () => {
    for (const letter of 'thing_77') {
      await page.keyboard.press(letter)
      await sleep(50)
    }
    for (let index = 0; index < 8; index++) {
      await page.keyboard.press('Backspace')
      await sleep(50)
    }
  })
  await find.fill('stock.thing_42')
  await put('go to a table', async () => {
    await page.keyboard.press('Enter')
    await sleep(SETTLE_MS)
  })
}

/**
 * Runs the suite `visualizer` and puts the samples under the product `stoa`, as `visualizer.<what is done>`.
 * @param options as `readOptions` gives them
 */
export async function measureVisualizer(options, samples) {
  const dataDir = join(options.work, 'visualizer')
  const profiles = join(options.work, 'profiles')
  rmSync(dataDir, { recursive: true, force: true })
  mkdirSync(profiles, { recursive: true })
  const stoa = new Stoa({ dataDir, port: options.port + 5 })
  try {
    await stoa.start()
    const { ref } = await stoa.createProject('Drawing')
    for (const schema of SCHEMAS) await stoa.query(ref, schemaSql(schema))
    await stoa.query(ref, keySql())
    const adapter = stoaDashboard(stoa, ref)
    for (let run = 1; run <= options.runs; run++) {
      log('run', run, 'of', options.runs, 'visualizer')
      const session = await openBrowser(adapter, profiles)
      try {
        await adapter.login(session.page)
        const put = async (what, act) => {
          const idle = await quiet(options)
          samples.put(PRODUCT, `visualizer.${what}`, { ...(await traced(session, act)), idle })
        }
        await measureOnce(session, `${stoa.origin}/project/${ref}/database/visualizer?schema=*`, put)
      } finally {
        await session.close()
      }
    }
  } finally {
    await stoa.stop('SIGINT')
  }
}
