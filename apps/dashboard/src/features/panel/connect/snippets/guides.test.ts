import { execFileSync, spawnSync } from 'node:child_process'
import { parseEnv } from 'node:util'
import { parser } from '@lezer/javascript'
import { expect, test } from 'vitest'
import { connectionOf, connectionUri } from '../../../../parts/project/connection.ts'
import { GROUPS, guideOf } from '../guides.ts'
import { KEY_PLACE, type Step, type Target } from './guide.ts'

const connection = { host: 'db.example.com', port: 5411, user: 'postgres', database: 'postgres' }
const target: Target = { connection, url: 'https://stoa.example.com/p/abcdefghijklmnopqrst', anonKey: 'eyJ.the.key' }
const ALL = GROUPS.flatMap(({ guides }) => guides)

const environmentOf = (steps: readonly Step[]) =>
  parseEnv(
    steps
      .filter(({ language }) => language === 'Environment')
      .map(({ code }) => code)
      .join('\n'),
  )

test('every guide has a name of its own, and no file twice', () => {
  expect(new Set(ALL.map(({ id }) => id)).size).toBe(ALL.length)
  for (const guide of ALL) {
    expect(guideOf(guide.id)).toBe(guide)
    const titles = guide.steps(target).map(({ title }) => title)
    expect(new Set(titles).size).toBe(titles.length)
  }
})

test('guides by password lead to the database, with a place for the password', () => {
  for (const guide of ALL.filter(({ by }) => by === 'password')) {
    const { DATABASE_URL, ...parts } = environmentOf(guide.steps(target))
    if (DATABASE_URL === undefined)
      expect(parts, guide.label).toEqual({
        PGHOST: 'db.example.com',
        PGPORT: '5411',
        PGUSER: 'postgres',
        PGPASSWORD: '[YOUR-PASSWORD]',
        PGDATABASE: 'postgres',
      })
    else {
      expect(DATABASE_URL, guide.label).toContain(':[YOUR-PASSWORD]@')
      expect(connectionOf({ connectionString: DATABASE_URL, db_host: 'db.example.com' }), guide.label).toEqual(
        connection,
      )
    }
  }
})

test('guides by key carry the address and the key, and ask for the names that they set', () => {
  for (const guide of ALL.filter(({ by }) => by === 'key')) {
    const steps = guide.steps(target)
    const everything = steps.map(({ code }) => code).join('\n')
    expect(everything, guide.label).toContain(target.url)
    expect(everything, guide.label).toContain(target.anonKey)
    expect(everything, guide.label).not.toContain('YOUR-PASSWORD')
    const code = steps.filter(({ language }) => language === 'Typescript' || language === 'Python')
    // Nuxt turns names of the environment into names of its configuration.
    for (const name of Object.keys(environmentOf(steps)))
      if (guide.id !== 'nuxt') expect(code.at(-1)?.code, guide.label).toContain(name)
  }
})

test('whoever may not view keys sees the place for one', () => {
  const steps = guideOf('nextjs')?.steps({ ...target, anonKey: KEY_PLACE })
  expect(environmentOf(steps ?? [])).toEqual({
    NEXT_PUBLIC_SUPABASE_URL: target.url,
    NEXT_PUBLIC_SUPABASE_ANON_KEY: '[YOUR-ANON-KEY]',
  })
})

test('a name that needs it is encoded in the address', () => {
  const odd = { ...connection, user: 'a b', database: 'x/y' }
  const { DATABASE_URL = '' } = environmentOf(guideOf('node')?.steps({ ...target, connection: odd }) ?? [])
  expect(DATABASE_URL).toBe(connectionUri(odd, '[YOUR-PASSWORD]'))
  expect(connectionOf({ connectionString: DATABASE_URL, db_host: 'db.example.com' })).toEqual(odd)
})

test('JavaScript and TypeScript are whole programs', () => {
  const typescript = parser.configure({ dialect: 'ts' })
  for (const guide of ALL)
    for (const { title, language, code } of guide.steps(target)) {
      if (language !== 'Javascript' && language !== 'Typescript') continue
      const broken: string[] = []
      typescript.parse(code).iterate({
        enter: ({ type, from }) => {
          if (type.isError) broken.push(code.slice(from, from + 20))
        },
      })
      expect(broken, `${guide.label}, ${title}`).toEqual([])
    }
})

const READ = `import ast, json, os, sys
from urllib.parse import unquote, urlsplit
given = json.load(sys.stdin)
for code in given["programs"]:
    ast.parse(code)
os.environ.update(given["environment"])
told = {}
exec(given["settings"], told)
urls = [urlsplit(one) for one in given["addresses"]]
print(json.dumps([told["DATABASES"]["default"], [[u.scheme, u.hostname, u.port, u.username, unquote(u.password), u.path] for u in urls]]))`

test('Python can be read, its settings lead to the database, and others read addresses as they are meant', (context) => {
  if (spawnSync('python3', ['--version']).status !== 0) context.skip()
  const password = 'p@ss/w:rd?#[1]%'
  const django = guideOf('django')?.steps(target) ?? []
  const addresses = ALL.map((guide) => environmentOf(guide.steps(target)).DATABASE_URL ?? '').filter(Boolean)
  const given = {
    programs: ALL.flatMap((guide) => guide.steps(target))
      .filter(({ language }) => language === 'Python')
      .map(({ code }) => code),
    settings: django.find(({ language }) => language === 'Python')?.code,
    environment: environmentOf(django),
    addresses: addresses.map((one) => one.replace('[YOUR-PASSWORD]', encodeURIComponent(password))),
  }
  const options = { input: JSON.stringify(given), encoding: 'utf8', timeout: 20_000 } as const
  const [settings, read] = JSON.parse(execFileSync('python3', ['-I', '-c', READ], options))
  expect(settings).toEqual({
    ENGINE: 'django.db.backends.postgresql',
    NAME: 'postgres',
    USER: 'postgres',
    PASSWORD: '[YOUR-PASSWORD]',
    HOST: 'db.example.com',
    PORT: '5411',
  })
  // Go, Rails, Prisma and others get theirs from the environment.
  expect(read.length).toBeGreaterThan(4)
  const scheme = expect.stringMatching(/^postgres(?:ql)?$/)
  for (const one of read) expect(one).toEqual([scheme, 'db.example.com', 5411, 'postgres', password, '/postgres'])
})
