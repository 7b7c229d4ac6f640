// What the suites that work on an engine's servers share: asking one of them, and timing work in a quiet moment.
import pg from 'pg'
import { quiet } from './machine.mjs'

export const MB = 1024 * 1024
export const PASSWORDS = { owner: 'owner', api: 'api', reader: 'reader' }

/** Runs statements as a server's owner, one after another. @returns the rows of the last */
export async function ask(engine, ref, ...texts) {
  const client = new pg.Client({ ...(await engine.target(ref, 'owner')), password: PASSWORDS.owner })
  await client.connect()
  try {
    let rows = []
    for (const text of texts) rows = (await client.query(text)).rows
    return rows
  } finally {
    await client.end()
  }
}

/**
 * Does something in a quiet moment.
 * @returns how long it took, what this process's memory grew by at most, and how idle the machine was
 */
export async function timed(options, work) {
  const idle = await quiet(options)
  const before = process.memoryUsage.rss()
  let most = before
  const look = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss())
  }, 20)
  const started = performance.now()
  try {
    await work()
  } finally {
    clearInterval(look)
  }
  return { ms: performance.now() - started, grown_mb: (most - before) / MB, idle }
}
