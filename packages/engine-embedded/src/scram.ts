import { createHash, createHmac, pbkdf2, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'

const ITERATIONS = 4096
const NON_ASCII_SPACE = /[\u00A0\u1680\u2000-\u200B\u202F\u205F\u3000]/g
const MAPPED_TO_NOTHING = /\u00AD|\u034F|\u1806|\u180B|\u180C|\u180D|\u200C|\u200D|\u2060|[\uFE00-\uFE0F]|\uFEFF/g

const derive = promisify(pbkdf2)

/** The part of SASLprep that changes a password's bytes, as Postgres and its clients apply it before hashing. */
function prepare(password: string): string {
  return password.replace(NON_ASCII_SPACE, ' ').replace(MAPPED_TO_NOTHING, '').normalize('NFKC')
}

/**
 * The SCRAM-SHA-256 verifier of a password, as Postgres stores it and as `ALTER ROLE … PASSWORD` takes it.
 * Made here so that the clear password is never part of a statement that a log could hold.
 * @param password the clear password; an empty one is refused
 * @param salt 16 random bytes unless given
 */
export async function scramVerifier(password: string, salt: Buffer = randomBytes(16)): Promise<string> {
  if (password === '') throw new Error('A database password cannot be empty.')
  const salted = await derive(prepare(password), salt, ITERATIONS, 32, 'sha256')
  const clientKey = createHmac('sha256', salted).update('Client Key').digest()
  const storedKey = createHash('sha256').update(clientKey).digest('base64')
  const serverKey = createHmac('sha256', salted).update('Server Key').digest('base64')
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${storedKey}:${serverKey}`
}
