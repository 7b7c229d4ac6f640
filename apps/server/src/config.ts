import { existsSync } from 'node:fs'
import { isIP } from 'node:net'
import { isAbsolute, join, resolve } from 'node:path'
import { COMPUTE_IDS, type ComputeId } from '@stoa/contract'
import * as z from 'zod'

// The one place that reads the environment. README.md lists these settings; a test keeps the two equal.

const Port = z.coerce
  .number({ error: 'is not a number' })
  .int('is not a whole number')
  .min(1, 'is below 1')
  .max(65_535, 'is above 65535')

/** Ports from 32768 up are handed out by systems themselves, to whoever asks first. */
const PortRange = z
  .string()
  .regex(/^\d{1,5}-\d{1,5}$/, 'is not a range such as 5410-7999')
  .transform((text) => text.split('-').map(Number) as [number, number])
  .refine(([from, to]) => from >= 1024 && from <= to && to < 32_768, 'is not a range between 1024 and 32767')

/** An address, with a port where it is not 53: `192.0.2.1:5353`, `[2001:db8::1]:5353`. */
const isNameServer = (server: string) =>
  isIP(server) !== 0 || isIP((/^\[(.+)\](?::\d{1,5})?$/.exec(server) ?? /^(.+):\d{1,5}$/.exec(server))?.[1] ?? '') !== 0

/** Addresses of name servers. */
const NameServers = z
  .string()
  .transform((text) => text.split(',').map((server) => server.trim()))
  .refine((servers) => servers.every(isNameServer), 'is not a list of addresses such as 192.0.2.1,192.0.2.2:5353')

/** A compute size and what it costs a month. */
const PRICE = `(?:${COMPUTE_IDS.join('|')})=\\d{1,6}(?:\\.\\d{1,2})?`

const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional())

const Environment = z
  .object({
    STOA_PORT: optional(Port),
    STOA_HOST: optional(z.string()),
    STOA_DATA_DIR: optional(z.string()),
    STOA_PUBLIC_URL: optional(z.url({ protocol: /^https?$/, error: 'is not an http or https address' })),
    STOA_OWNER_EMAIL: optional(z.email('is not an email address')),
    STOA_OWNER_PASSWORD: optional(
      z.string().min(12, 'has fewer than 12 characters').max(128, 'has more than 128 characters'),
    ),
    STOA_OWNER_TOKEN: optional(
      z.string().min(32, 'has fewer than 32 characters').max(256, 'has more than 256 characters'),
    ),
    STOA_DATABASE_URL: optional(z.url({ protocol: /^postgres(ql)?$/, error: 'is not a postgres:// address' })),
    STOA_ENGINE: optional(
      z.enum(['embedded', 'failing'], {
        error: 'names an engine that does not exist here; there are: embedded, failing',
      }),
    ),
    STOA_DATABASE_PORTS: optional(PortRange),
    STOA_FLAGS: optional(z.string().regex(/^[\w,=\s-]*$/, 'is not a list such as one,two=off')),
    STOA_SMTP_URL: optional(z.url({ protocol: /^smtps?$/, error: 'is not an smtp:// or smtps:// address' })),
    STOA_SMTP_FROM: optional(z.email('is not an email address')),
    STOA_SUPPORT_EMAIL: optional(z.email('is not an email address')),
    STOA_DNS_SERVERS: optional(NameServers),
    STOA_COMPUTE_PRICES: optional(
      z
        .string()
        .regex(
          new RegExp(`^\\s*(?:${PRICE}\\s*,\\s*)*${PRICE}\\s*$`),
          `is not a list such as micro=10,small=15.50; the sizes are ${COMPUTE_IDS.join(', ')}`,
        ),
    ),
    STOA_API_RATE: optional(
      z.coerce
        .number({ error: 'is not a number' })
        .int('is not a whole number')
        .min(0, 'is below 0')
        .max(1_000_000, 'is above 1000000'),
    ),
    STOA_TEMPLATES_DIR: optional(z.string()),
    STOA_LOG_LEVEL: optional(
      z.enum(['debug', 'info', 'warn', 'error'], { error: 'is none of debug, info, warn, error' }),
    ),
    OPENAI_API_KEY: optional(z.string()),
    OPENAI_BASE_URL: optional(z.url({ error: 'is not an address' })),
    OPENAI_MODEL: optional(z.string()),
    STOA_MODEL_TIMEOUT: optional(
      z.coerce
        .number({ error: 'is not a number' })
        .int('is not a whole number')
        .min(1, 'is below 1')
        .max(3_600, 'is above 3600'),
    ),
  })
  .superRefine((env, ctx) => {
    const missing = (name: string, message: string) => ctx.addIssue({ code: 'custom', path: [name], message })
    if (env.STOA_OWNER_EMAIL && !env.STOA_OWNER_PASSWORD)
      missing('STOA_OWNER_PASSWORD', 'is needed with STOA_OWNER_EMAIL')
    if (env.STOA_OWNER_PASSWORD && !env.STOA_OWNER_EMAIL)
      missing('STOA_OWNER_EMAIL', 'is needed with STOA_OWNER_PASSWORD')
    if (env.STOA_OWNER_TOKEN && !env.STOA_OWNER_EMAIL) missing('STOA_OWNER_EMAIL', 'is needed with STOA_OWNER_TOKEN')
    if (env.STOA_SMTP_URL && !env.STOA_SMTP_FROM) missing('STOA_SMTP_FROM', 'is needed with STOA_SMTP_URL')
    if (env.STOA_SMTP_FROM && !env.STOA_SMTP_URL) missing('STOA_SMTP_URL', 'is needed with STOA_SMTP_FROM')
    if (env.STOA_SUPPORT_EMAIL && !env.STOA_SMTP_URL) missing('STOA_SMTP_URL', 'is needed with STOA_SUPPORT_EMAIL')
  })

export type Config = {
  readonly port: number
  readonly host: string
  /** First and last TCP port that projects' servers get. */
  readonly databasePorts: readonly [number, number]
  /** Absolute. */
  readonly dataDir: string
  /** True when nobody chose the folder, so that a better default may be taken. */
  readonly dataDirIsDefault: boolean
  /** Where the folders lie that new servers are copied from; null for the data folder. */
  readonly templatesDir: string | null
  /** Where people reach the dashboard, without a slash at the end. */
  readonly publicUrl: string
  readonly owner: { readonly email: string; readonly password: string; readonly token: string | null } | null
  readonly databaseUrl: string | null
  /** The mail server, who mail comes from, and who reads requests for support; null when no mail is sent. */
  readonly mail: { readonly url: string; readonly from: string; readonly support: string | null } | null
  /** `failing` is the embedded one behind a layer that fails on demand, for demos and tests. */
  readonly engine: 'embedded' | 'failing'
  /** What compute sizes cost a month, in US dollars; empty where nothing is charged. Shown to people, and nothing more. */
  readonly computePrices: Readonly<Partial<Record<ComputeId, number>>>
  /** Name servers that custom domains are looked up with; null for the machine's own. */
  readonly dnsServers: readonly string[] | null
  /** How many requests a second one key of a project may make; 0 for no limit. */
  readonly apiRate: number
  readonly flags: Readonly<Record<string, boolean>>
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error'
  /** How long a model may say nothing before its answer is given up, in seconds. */
  readonly modelTimeout: number
  readonly openai: { readonly apiKey: string | null; readonly baseUrl: string | null; readonly model: string | null }
}

/** A setting that cannot be used. The message names the setting and what is wrong, never its value. */
export class ConfigError extends Error {
  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.name = 'ConfigError'
  }
}

function parseFlags(text: string): Record<string, boolean> {
  const flags: Record<string, boolean> = {}
  for (const part of text.split(',').map((item) => item.trim())) {
    if (part === '') continue
    const [name = '', value = 'on'] = part.split('=')
    flags[name.trim()] = !['off', 'false', '0', 'no'].includes(value.trim().toLowerCase())
  }
  return flags
}

function parsePrices(text: string): Partial<Record<ComputeId, number>> {
  const pairs = text.split(',').filter((part) => part.trim() !== '')
  return Object.fromEntries(pairs.map((part) => part.trim().split('=')).map(([id, price]) => [id, Number(price)]))
}

/**
 * Reads and checks all settings.
 * @param env the environment, usually `process.env`
 * @param root the folder of the installation; the data folder is `.stoa` below it unless chosen otherwise
 * @throws ConfigError with one line for each problem
 */
export function readConfig(env: Record<string, string | undefined>, root: string): Config {
  const parsed = Environment.safeParse(env)
  if (!parsed.success)
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`))
  const value = parsed.data
  const port = value.STOA_PORT ?? 8000
  const host = value.STOA_HOST ?? '127.0.0.1'
  const chosen = value.STOA_DATA_DIR
  const dataDir = chosen ? (isAbsolute(chosen) ? chosen : resolve(root, chosen)) : join(root, '.stoa')
  const shown = host === '127.0.0.1' || host === '0.0.0.0' || host === '::' || host === '::1' ? 'localhost' : host
  return {
    port,
    host,
    // Below the dashboard's usual port, so that the two never meet.
    databasePorts: value.STOA_DATABASE_PORTS ?? [5410, 7999],
    dataDir,
    dataDirIsDefault: chosen === undefined && !existsSync(dataDir),
    templatesDir: value.STOA_TEMPLATES_DIR ? resolve(root, value.STOA_TEMPLATES_DIR) : null,
    publicUrl: (value.STOA_PUBLIC_URL ?? `http://${shown.includes(':') ? `[${shown}]` : shown}:${port}`).replace(
      /\/+$/,
      '',
    ),
    owner: value.STOA_OWNER_EMAIL
      ? {
          email: value.STOA_OWNER_EMAIL.toLowerCase(),
          password: value.STOA_OWNER_PASSWORD ?? '',
          token: value.STOA_OWNER_TOKEN ?? null,
        }
      : null,
    databaseUrl: value.STOA_DATABASE_URL ?? null,
    mail:
      value.STOA_SMTP_URL && value.STOA_SMTP_FROM
        ? { url: value.STOA_SMTP_URL, from: value.STOA_SMTP_FROM, support: value.STOA_SUPPORT_EMAIL ?? null }
        : null,
    engine: value.STOA_ENGINE ?? 'embedded',
    computePrices: parsePrices(value.STOA_COMPUTE_PRICES ?? ''),
    dnsServers: value.STOA_DNS_SERVERS ?? null,
    apiRate: value.STOA_API_RATE ?? 10_000,
    flags: parseFlags(value.STOA_FLAGS ?? ''),
    logLevel: value.STOA_LOG_LEVEL ?? 'info',
    modelTimeout: value.STOA_MODEL_TIMEOUT ?? 120,
    openai: {
      apiKey: value.OPENAI_API_KEY ?? null,
      baseUrl: value.OPENAI_BASE_URL ?? null,
      model: value.OPENAI_MODEL ?? null,
    },
  }
}

/** The names of all settings, for the test that compares them with the README. */
export const SETTING_NAMES: readonly string[] = Object.keys(Environment.shape)
