import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createLog, logFile } from './log.ts'

function logged(write: (log: ReturnType<typeof createLog>) => void, level = 'info'): string {
  const lines: string[] = []
  write(createLog(level, { write: (line) => void lines.push(line) }))
  return lines.join('')
}

test('each event is one line of JSON with its time', () => {
  const text = logged((log) => log.info({ project: 'abc' }, 'two\nlines'))
  expect(text.trim().split('\n')).toHaveLength(1)
  expect(JSON.parse(text)).toEqual({
    level: 30,
    time: expect.stringMatching(/^\d{4}-.*Z$/),
    project: 'abc',
    msg: 'two\nlines',
  })
})

test('values of fields that hold secrets are hidden', () => {
  const fields = [
    'password',
    'token',
    'authorization',
    'cookie',
    'secret',
    'key',
    'connectionString',
    'sealed',
    'db_pass',
  ]
  for (const field of fields) {
    const text = logged((log) => {
      log.info({ [field]: 'hush' }, 'at the top')
      log.info({ input: { [field]: 'hush' } }, 'below')
      log.info({ request: { headers: { [field]: 'hush' } } }, 'further below')
      log.child({ call: { [field]: 'hush' } }).warn('in a child')
    })
    expect(text, field).not.toContain('hush')
    expect(text.match(/\[hidden\]/g), field).toHaveLength(4)
  }
})

test('what is below the chosen level is not written', () => {
  const write = (log: ReturnType<typeof createLog>) => {
    log.debug('one')
    log.info('two')
    log.error('three')
  }
  expect(logged(write, 'error')).not.toMatch(/one|two/)
  expect(logged(write, 'debug')).toMatch(/one.*two.*three/s)
})

test('a log file is added to, and set aside when it has grown large', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'stoa-test-log-'))
  try {
    const file = join(folder, 'logs/stoa.log')
    createLog('info', logFile(file)).info('first')
    createLog('info', logFile(file)).info('second')
    expect(await readFile(file, 'utf8')).toMatch(/first.*second/s)
    await writeFile(file, 'x'.repeat(10 * 1024 * 1024 + 1))
    createLog('info', logFile(file)).info('third')
    expect((await readdir(join(folder, 'logs'))).sort()).toEqual(['stoa.log', 'stoa.log.1'])
    expect(await readFile(file, 'utf8')).not.toContain('xxx')
  } finally {
    await rm(folder, { recursive: true })
  }
})
