// The assistant's panel: what is loaded before it opens, how soon a model's first word is on the screen, and how a chat
// of two hundred query blocks is opened, scrolled from its end to its beginning and back, and written to. The model is
// a small server of its own, so that its time is in no number. What counts of the long chat are tasks of the page's
// main thread, as Chromium traces them.
import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pieceOf, startModelStub } from '../packages/model-stub/src/index.ts'
import { stoaDashboard } from './adapters/stoa.mjs'
import { openBrowser } from './lib/browser.mjs'
import { log, quiet, sleep } from './lib/machine.mjs'
import { settle } from './lib/page-load.mjs'
import { Stoa } from './lib/stoa.mjs'
import { traced } from './lib/trace.mjs'

const PRODUCT = 'stoa'
const ANSWERS = 100
/** How many first words of a run are measured, in an empty chat and in a long one. */
const TURNS = 3
const WHEEL_PX = 400
const WHEEL_MS = 40
/** After how many turns somebody stops to read, so that the blocks in view run, and for how long. */
const READ_EVERY = 12
const READ_MS = 600
const TURNS_MAX = 1_000
const SETTLE_MS = 800
/** How often it is looked whether something has happened, in ms: a look is a task of the page's, too. */
const LOOK_MS = 200
const KB = 1024
const INPUT = '#assistant-input'
const MANIFEST = resolve(import.meta.dirname, '../apps/dashboard/dist/.vite/manifest.json')
const PANEL = 'src/features/panel/assistant/AssistantPanel.tsx'

const DATA = `create table ports (id int primary key, name text not null, calls int not null, country text not null);
  insert into ports select n, 'Port ' || n, n * 7 % 100, 'Country ' || n % 20 from generate_series(1, 60) n`

const block = (props, sql) => `\`\`\`sql\n-- props: ${JSON.stringify(props)}\n${sql}\n\`\`\``

/** An answer with two blocks that run by themselves, one of them a chart, and words around them. */
const answer = (n) =>
  [
    `Answer ${n}: the ports with the **most calls** are listed first, and *every* country has a few of them.`,
    block(
      { title: `List ${n}`, runQuery: true },
      `select id, name, calls, country from ports where id > ${n % 40} order by calls desc`,
    ),
    '1. Look at the list.\n2. Compare it with `calls`.\n\n| what | how many |\n|---|---|\n| ports | 60 |\n| countries | 20 |',
    block(
      { title: `Chart ${n}`, isChart: true, runQuery: true, xAxis: 'country', yAxis: 'calls' },
      `select country, sum(calls) as calls from ports where id > ${n % 40} group by country order by country`,
    ),
  ].join('\n\n')

const said = (role, text) => ({ id: randomUUID(), role, parts: [{ type: 'text', text }], metadata: {} })

/** Makes a chat of two hundred blocks. @returns its id */
async function longChat(stoa, ref) {
  const path = `/platform/projects/${ref}/assistant/chats`
  const { id } = await stoa.call('POST', path, { name: 'Long' })
  const messages = Array.from({ length: ANSWERS }, (_, n) => [
    said('user', `Question ${n}`),
    said('assistant', answer(n)),
  ])
  await stoa.call('POST', `${path}/${id}/messages`, { messages: messages.flat() })
  return id
}

/** The files that belong to the panel alone: its own, and what its own imports without anything else doing so. */
function panelFiles() {
  const manifest = JSON.parse(readFileSync(MANIFEST, 'utf8'))
  return [manifest[PANEL].file]
}

const openPanel = async (page) => {
  await page.keyboard.press('ControlOrMeta+i')
  await page.waitForSelector(INPUT, { timeout: 30_000 })
}

const sizeOf = (requests) => requests.reduce((sum, { encoded }) => sum + encoded, 0) / KB
const scripts = ({ requests }) => requests.all.filter(({ url }) => /\.js(\?|$)/.test(url))

/** Asks, and tells how long after the model's first byte its first word had been painted, in ms. */
async function firstToken({ page }, model, serial) {
  const word = `zebra${serial}`
  const gate = Promise.withResolvers()
  model.reset()
  model.answers({ pieces: [`${word} `, 'and ', 'more'], waits: gate.promise })
  await page.fill(INPUT, 'Which one?')
  await page.waitForSelector('[aria-label="Send"]:not([aria-disabled="true"])', { timeout: 30_000 })
  await page.press(INPUT, 'Enter')
  for (let waited = 0; model.asked.length === 0; waited += 5) {
    if (waited > 30_000) throw new Error('The model was not asked')
    await sleep(5)
  }
  await sleep(300)
  const painted = page.evaluate(
    `window.__bench.until(() => document.querySelector('.chat-message:last-child')?.textContent.includes('${word}'), 30000).then(() => Date.now())`,
  )
  await sleep(100)
  const began = Date.now()
  gate.resolve()
  const ms = (await painted) - began
  await page.waitForFunction(() => document.querySelector('[aria-label="Stop"]') === null, null, { timeout: 30_000 })
  return ms
}

/**
 * Waits until a text ends the chat. Of the last message alone: the driver's own search by a text reads the whole page,
 * which is the longest task of all in a long chat.
 */
const ends = (page, text) =>
  page.waitForFunction(
    (words) => document.querySelector('.chat-message:last-child')?.textContent.includes(words),
    text,
    { timeout: 30_000, polling: LOOK_MS },
  )

/** Turns the wheel over the chat until it goes no further. @param down -1 for up */
async function wheel(page, down) {
  for (let turns = 1; turns <= TURNS_MAX; turns++) {
    await page.mouse.wheel(0, down * WHEEL_PX)
    await sleep(WHEEL_MS)
    if (turns % READ_EVERY !== 0) continue
    await sleep(READ_MS)
    const isThere = await page.evaluate((direction) => {
      const { scrollTop, scrollHeight, clientHeight } = document.querySelector('.chat-scroll')
      return direction > 0 ? scrollHeight - scrollTop - clientHeight < 4 : scrollTop < 4
    }, down)
    if (isThere) return
  }
}

/** Lets an answer be written, some characters at a time, as a quick model does, and waits for its end. */
async function written({ page }, model) {
  const pieces = [1, 2, 3].flatMap((n) => answer(1_000 + n).match(/[\s\S]{1,4}/g))
  model.reset()
  model.answers({ raw: [...pieces.map((content) => pieceOf({ content })), pieceOf({}, 'stop'), 'data: [DONE]\n\n'] })
  await page.fill(INPUT, 'Write much')
  await page.press(INPUT, 'Enter')
  await ends(page, 'Answer 1003:')
  await page.waitForFunction(() => document.querySelector('[aria-label="Stop"]') === null, null, {
    timeout: 30_000,
    polling: LOOK_MS,
  })
  await sleep(SETTLE_MS)
}

async function measureOnce(session, stoa, ref, chat, model, options, samples, run) {
  const { page, requests } = session
  const put = (what, fields) => {
    log(what, JSON.stringify(fields))
    samples.put(PRODUCT, `assistant.${what}`, fields)
  }
  requests.reset()
  await page.goto(`${stoa.origin}/project/${ref}`)
  await page.getByRole('button', { name: 'Assistant', exact: true }).waitFor()
  await settle(requests)
  const before = scripts(session)
  const early = before.filter(({ url }) => panelFiles().some((file) => url.endsWith(file)))
  await openPanel(page)
  await settle(requests)
  put('code', {
    early_kb: sizeOf(early),
    before_kb: sizeOf(before),
    opened_kb: sizeOf(scripts(session)) - sizeOf(before),
  })
  // The panel opens with the newest chat, which is the long one.
  await page.getByRole('button', { name: 'New chat', exact: true }).click()
  for (let turn = 0; turn < TURNS; turn++) {
    const idle = await quiet(options)
    put('first token', { ms: await firstToken(session, model, run * 10 + turn), idle })
  }

  const idle = await quiet(options)
  await page.getByRole('button', { name: /^Chat:/ }).click()
  const opened = await traced(session, async () => {
    await page.locator('.chat-entry', { hasText: 'Long' }).locator('button').first().click()
    await ends(page, `Answer ${ANSWERS - 1}:`)
    await page.waitForFunction((count) => document.querySelectorAll('.chat-message').length >= count, ANSWERS * 2, {
      timeout: options.timeoutMs,
      polling: LOOK_MS,
    })
    await sleep(SETTLE_MS)
  })
  put('open', { ...opened, idle })
  const box = await page.locator('.chat-scroll').boundingBox()
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  const scrolled = await traced(session, async () => {
    await wheel(page, -1)
    await wheel(page, 1)
  })
  put('scroll', { ...scrolled, idle: await quiet(options) })
  put('write', { ...(await traced(session, () => written(session, model))), idle: await quiet(options) })
  put('blocks', { count: await page.locator('.chat-list figure.qb').count() })
  for (let turn = 0; turn < TURNS; turn++) {
    const calm = await quiet(options)
    put('first token, long', { ms: await firstToken(session, model, run * 10 + TURNS + turn), idle: calm })
  }
  await stoa.call('DELETE', `/platform/projects/${ref}/assistant/chats/${chat}`)
}

/**
 * Runs the suite `assistant` and puts the samples under the product `stoa`, as `assistant.<what is done>`.
 * @param options as `readOptions` gives them
 */
export async function measureAssistant(options, samples) {
  const dataDir = join(options.work, 'assistant')
  const profiles = join(options.work, 'profiles')
  rmSync(dataDir, { recursive: true, force: true })
  mkdirSync(profiles, { recursive: true })
  const stoa = new Stoa({ dataDir, port: options.port + 6 })
  const model = await startModelStub()
  try {
    await stoa.start()
    const { ref } = await stoa.createProject('Talks')
    await stoa.query(ref, DATA)
    await stoa.call('PUT', '/platform/assistant/model', { base_url: model.url, model: 'bench' })
    const adapter = stoaDashboard(stoa, ref)
    for (let run = 1; run <= options.runs; run++) {
      log('run', run, 'of', options.runs, 'assistant')
      const session = await openBrowser(adapter, profiles)
      try {
        await adapter.login(session.page)
        await session.cdp.send('Network.clearBrowserCache')
        const chat = await longChat(stoa, ref)
        await measureOnce(session, stoa, ref, chat, model, options, samples, run)
      } catch (error) {
        log('assistant failed:', String(error).split('\n')[0].slice(0, 300))
        samples.put(PRODUCT, 'errors', { assistant: 1 })
        await session.page.screenshot({ path: join(options.work, 'assistant.png'), timeout: 5_000 }).catch(() => {})
      } finally {
        await session.close()
      }
    }
  } finally {
    await stoa.stop('SIGINT')
    await model.close()
  }
}
