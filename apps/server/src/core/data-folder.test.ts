import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DataFolderError, openDataFolder } from './data-folder.ts'

const USE = 'Set STOA_DATA_DIR to a folder that Stoa may write to'
let root: string
const children: ChildProcess[] = []

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'stoa-test-folder-'))
  await chmod(root, 0o755)
})
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await rm(root, { recursive: true })
})

const refusal = (path: string) =>
  openDataFolder(path).then(
    () => 'opened',
    (error: unknown) => (error instanceof DataFolderError ? error.message : Promise.reject(error)),
  )
const pidFile = (path: string) => join(path, 'stoa.pid')

test('a folder is made where there is none, and left as it was found', async () => {
  const path = join(root, 'a/b/new')
  const folder = await openDataFolder(path)
  expect(folder.path).toBe(path)
  expect((await readdir(path)).sort()).toEqual(['stoa.pid', 'version.json'])
  await folder.release()
  expect(await readdir(path)).toEqual(['version.json'])
  await (await openDataFolder(path)).release()
})

test('a folder of a newer version is refused, one that does not say too', async () => {
  const path = await mkdtemp(join(root, 'newer-'))
  const file = join(path, 'version.json')
  await writeFile(file, '{"format": 2}')
  expect(await refusal(path)).toBe(
    `The data folder ${path} was written by a newer version of Stoa. Start that version, or choose another folder with STOA_DATA_DIR`,
  )
  for (const text of ['', '{}', '{"format": "1"}', 'null', '[]']) {
    await writeFile(file, text)
    expect(await refusal(path), text).toBe(
      `${file} does not say which version wrote the data folder. Put the file back from a copy, or choose another folder with STOA_DATA_DIR`,
    )
  }
  expect(existsSync(pidFile(path))).toBe(false)
})

test('a file where the folder should be is refused', async () => {
  const file = join(root, 'file')
  await writeFile(file, 'mine')
  expect(await refusal(file)).toBe(`The data folder ${file} is not a folder. ${USE}`)
  expect(await refusal(join(file, 'below'))).toBe(`The data folder ${join(file, 'below')} is not a folder. ${USE}`)
  expect(await readFile(file, 'utf8')).toBe('mine')
})

test.runIf(process.platform === 'linux')('a folder in a place that takes none is refused', async () => {
  for (const path of ['/proc/stoa', '/proc/stoa/data', '/sys/stoa'])
    expect(await refusal(path)).toMatch(
      new RegExp(`^The data folder ${path} (?:cannot be made there|is not writable)\\. ${USE}$`),
    )
})

test('a folder that cannot be written to is refused', async () => {
  const path = join(root, 'foreign')
  await mkdir(path)
  await chmod(path, 0o555)
  const sentence = `The data folder ${path} is not writable. ${USE}`
  if (process.getuid?.() !== 0) {
    expect(await refusal(path)).toBe(sentence)
    return
  }
  // Root may write everywhere, so another account tries.
  const source = `const { openDataFolder } = await import(${JSON.stringify(pathToFileURL(join(import.meta.dirname, 'data-folder.ts')).href)})
    process.setgid(65534); process.setuid(65534)
    await openDataFolder(${JSON.stringify(path)}).catch((error) => process.stdout.write(error.message))`
  const asked = spawnSync(process.execPath, ['--input-type=module', '-e', source], {
    encoding: 'utf8',
    timeout: 20_000,
  })
  expect(asked.stdout, asked.stderr).toBe(sentence)
})

test('a folder that a running process uses is refused', async () => {
  const path = await mkdtemp(join(root, 'used-'))
  const child = spawn('sleep', ['60'])
  children.push(child)
  await once(child, 'spawn')
  await writeFile(pidFile(path), `${child.pid}\n`)
  expect(await refusal(path)).toBe(`Stoa is already running on ${path} (process ${child.pid})`)
  child.kill('SIGKILL')
  await once(child, 'exit')
  const folder = await openDataFolder(path)
  expect(await readFile(pidFile(path), 'utf8')).toMatch(new RegExp(`^${process.pid} `))
  await folder.release()
})

test('the note of a process that has ended is passed over, also when its number is used again', async () => {
  const path = await mkdtemp(join(root, 'stale-'))
  const child = spawn('sleep', ['60'])
  children.push(child)
  await once(child, 'spawn')
  const stale = ['', 'garbage', '2147483646 1', `${process.pid} 1`]
  // Linux tells when a process was started: the number alone is not believed.
  if (process.platform === 'linux') stale.push(`${child.pid} 1`)
  for (const note of stale) {
    await writeFile(pidFile(path), note)
    const folder = await openDataFolder(path)
    expect(await readFile(pidFile(path), 'utf8'), note).toMatch(new RegExp(`^${process.pid} `))
    await folder.release()
  }
})
