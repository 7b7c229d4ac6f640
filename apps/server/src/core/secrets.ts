import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes, randomInt } from 'node:crypto'
import { chmod, link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Wraps the one-off keys of sealed values. The local one holds its key in a file; a key service can stand in. */
export type KeyProvider = {
  /** Names the key that wraps now. */
  readonly current: string
  wrap(key: Buffer): Promise<{ kid: string; blob: Buffer }>
  /** @throws when the key is unknown or the blob was changed */
  unwrap(kid: string, blob: Buffer): Promise<Buffer>
}

const NONCE = 12
const TAG = 16

function encrypt(key: Buffer, plain: Buffer, bound: string): Buffer {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(bound))
  const text = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), text])
}

function decrypt(key: Buffer, blob: Buffer, bound: string): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, blob.subarray(0, NONCE), { authTagLength: TAG })
    .setAAD(Buffer.from(bound))
    .setAuthTag(blob.subarray(NONCE, NONCE + TAG))
  return Buffer.concat([decipher.update(blob.subarray(NONCE + TAG)), decipher.final()])
}

/**
 * A key provider over keys held in memory.
 * @param keys 32-byte keys by name; old ones stay for what they sealed
 * @param current the name of the key that wraps new values
 */
export function localKeys(keys: ReadonlyMap<string, Buffer>, current: string): KeyProvider {
  const key = (kid: string) => {
    const found = keys.get(kid)
    if (!found) throw new Error(`The key ${kid} that sealed this value is not here`)
    return found
  }
  return {
    current,
    wrap: async (dek) => ({ kid: current, blob: encrypt(key(current), dek, `kek:${current}`) }),
    unwrap: async (kid, blob) => decrypt(key(kid), blob, `kek:${kid}`),
  }
}

/**
 * Reads the installation's master key, making it on the first start. The file is for its owner alone.
 * @param dataDir the data folder
 */
export async function masterKey(dataDir: string): Promise<Buffer> {
  const folder = join(dataDir, 'keys')
  const file = join(folder, 'master.key')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const read = async () => {
    const key = Buffer.from((await readFile(file, 'utf8')).trim(), 'base64')
    if (key.length !== 32) throw new Error(`${file} does not hold a 32-byte key`)
    return key
  }
  try {
    return await read()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  // Written beside and linked into place: two servers starting at once agree on one key, and none reads half of it.
  const draft = join(folder, `.master.${process.pid}.${randomBytes(4).toString('hex')}`)
  await writeFile(draft, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx' })
  await chmod(draft, 0o600)
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await unlink(draft)
  return read()
}

/** A key for one purpose, derived from the master key. */
export const derivedKey = (master: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', master, Buffer.alloc(0), `stoa:${purpose}`, 32))

export type Sealer = {
  /** Seals a value and binds it to a place, such as `project:7:owner_password`. */
  seal(place: string, plain: string): Promise<string>
  /** Opens what was sealed for the same place. @throws when it was changed, moved or sealed by a missing key */
  open(place: string, sealed: string): Promise<string>
}

/** Seals values with a key of their own each, wrapped by the provider. */
export function sealer(provider: KeyProvider): Sealer {
  return {
    async seal(place, plain) {
      const dek = randomBytes(32)
      const body = encrypt(dek, Buffer.from(plain, 'utf8'), place)
      const { kid, blob } = await provider.wrap(dek)
      dek.fill(0)
      return `v1.${kid}.${blob.toString('base64url')}.${body.toString('base64url')}`
    },
    async open(place, sealed) {
      const [version, kid, blob, body] = sealed.split('.')
      if (version !== 'v1' || !kid || !blob || !body) throw new Error('A sealed value has an unknown form')
      const dek = await provider.unwrap(kid, Buffer.from(blob, 'base64url'))
      try {
        return decrypt(dek, Buffer.from(body, 'base64url'), place).toString('utf8')
      } finally {
        dek.fill(0)
      }
    },
  }
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
const WORDS = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789'

const pick = (alphabet: string, length: number) =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')

/** A new project ref: 20 lower-case letters. */
export const newRef = (): string => pick(LETTERS, 20)

/** A password for a database role: 24 characters that need no escaping in a connection string. */
export const newPassword = (): string => pick(WORDS, 24)

/** A token for a person's programs, in the form that command-line tools for this API expect. */
export const newAccessToken = (): string => `sbp_${randomBytes(20).toString('hex')}`

/** A token for a link. */
export const newLinkToken = (): string => randomBytes(32).toString('base64url')

/** What is kept of a random token: it has enough entropy that a plain hash cannot be searched. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()
