import { Resolver } from 'node:dns/promises'

const TIMEOUT_MS = 2_000
const TRIES = 2

/** What the DNS has to say for a host name to be a project's. */
export type Wanted = {
  readonly hostname: string
  /** The name that the host has to lead to. */
  readonly origin: string
  readonly txt: { readonly name: string; readonly value: string }
}

const ABSENT = new Set(['ENOTFOUND', 'ENODATA'])

/** The records of one kind; an empty list when there are none. @throws Error with a sentence when nobody answers */
async function records<T>(name: string, ask: () => Promise<T[]>): Promise<T[]> {
  try {
    return await ask()
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? ''
    if (ABSENT.has(code)) return []
    throw new Error(`The name servers did not answer for ${name}. Try again in a moment`)
  }
}

const plain = (name: string) => name.toLowerCase().replace(/\.$/, '')

/**
 * Looks up what a custom domain needs.
 * @param servers the name servers to ask; null for the machine's own
 * @returns what is missing, as sentences; empty when nothing is
 */
export async function missingRecords(wanted: Wanted, servers: readonly string[] | null): Promise<string[]> {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES })
  if (servers !== null) resolver.setServers([...servers])
  const { hostname, origin, txt } = wanted
  try {
    const addresses = async (name: string) => [
      ...(await records(name, () => resolver.resolve4(name))),
      ...(await records(name, () => resolver.resolve6(name))),
    ]
    const leads = async (): Promise<boolean> => {
      const names = await records(hostname, () => resolver.resolveCname(hostname))
      if (names.some((name) => plain(name) === origin)) return true
      // The bare name of a domain cannot have a CNAME; it leads to the same addresses instead.
      const [own, platform] = await Promise.all([addresses(hostname), addresses(origin)])
      return own.length > 0 && own.every((address) => platform.includes(address))
    }
    const [there, texts] = await Promise.all([leads(), records(txt.name, () => resolver.resolveTxt(txt.name))])
    const proven = texts.some((parts) => parts.join('') === txt.value)
    return [
      ...(there ? [] : [`${hostname} does not lead to ${origin} yet`]),
      ...(proven ? [] : [`The TXT record of ${txt.name} does not hold the value below yet`]),
    ]
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)]
  }
}
