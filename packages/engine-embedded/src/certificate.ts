import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isIP } from 'node:net'

// A self-signed certificate, written in DER as RFC 5280 says. Node can read certificates and cannot make them.

const YEARS = 20
const ECDSA_WITH_SHA256 = '1.2.840.10045.4.3.2'
const COMMON_NAME = '2.5.4.3'
const BASIC_CONSTRAINTS = '2.5.29.19'
const SUBJECT_ALTERNATIVE_NAME = '2.5.29.17'

const SEQUENCE = 0x30
const SET = 0x31
const BOOLEAN = 0x01
const INTEGER = 0x02
const BIT_STRING = 0x03
const OCTET_STRING = 0x04
const OBJECT_IDENTIFIER = 0x06
const UTF8_STRING = 0x0c
const UTC_TIME = 0x17
const GENERALIZED_TIME = 0x18
/** Context-specific tags: of the version and the extensions, and of a name and an address in the alternative names. */
const VERSION = 0xa0
const EXTENSIONS = 0xa3
const DNS_NAME = 0x82
const IP_ADDRESS = 0x87

const TRUE = Buffer.from([0xff])

function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const header =
    length < 0x80 ? [tag, length] : length < 0x100 ? [tag, 0x81, length] : [tag, 0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from(header), content])
}

function identifier(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  const bytes = [first * 40 + second]
  for (const number of rest) {
    const digits = [number & 0x7f]
    for (let left = number >> 7; left > 0; left >>= 7) digits.unshift((left & 0x7f) | 0x80)
    bytes.push(...digits)
  }
  return der(OBJECT_IDENTIFIER, Buffer.from(bytes))
}

/** Years up to 2049 have to be written with two digits, later ones with four. */
function time(date: Date): Buffer {
  const digits = date.toISOString().replace(/[-:T]|\.\d+/g, '')
  return date.getUTCFullYear() < 2050
    ? der(UTC_TIME, Buffer.from(digits.slice(2)))
    : der(GENERALIZED_TIME, Buffer.from(digits))
}

/** The bytes of an IPv4 or IPv6 address. */
function addressBytes(address: string): Buffer {
  if (isIP(address) === 4) return Buffer.from(address.split('.').map(Number))
  const [head = '', tail] = address.split('::')
  const groups = (text: string) => text.split(':').filter((group) => group !== '')
  const [before, after] = [groups(head), groups(tail ?? '')]
  const zeros = tail === undefined ? [] : Array<string>(8 - before.length - after.length).fill('0')
  return Buffer.from([...before, ...zeros, ...after].map((group) => group.padStart(4, '0')).join(''), 'hex')
}

/**
 * Makes a key and a certificate that vouches for itself, good for twenty years.
 * @param name whom it names
 * @param hosts the names and addresses a client may have connected to
 * @returns both as PEM
 */
export function selfSigned(name: string, hosts: readonly string[]): { key: string; certificate: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const algorithm = der(SEQUENCE, identifier(ECDSA_WITH_SHA256))
  const attribute = der(SEQUENCE, identifier(COMMON_NAME), der(UTF8_STRING, Buffer.from(name)))
  const subject = der(SEQUENCE, der(SET, attribute))
  const now = new Date()
  const until = new Date(now)
  until.setUTCFullYear(now.getUTCFullYear() + YEARS)
  // Clocks differ: it holds from yesterday.
  const validity = der(SEQUENCE, time(new Date(now.getTime() - 86_400_000)), time(until))
  // The first bit of a whole number is its sign.
  const serial = randomBytes(16)
  serial[0] = ((serial[0] ?? 0) & 0x3f) | 0x40
  const names = hosts.map((host) =>
    isIP(host) ? der(IP_ADDRESS, addressBytes(host)) : der(DNS_NAME, Buffer.from(host)),
  )
  const extension = (id: string, critical: boolean, value: Buffer) =>
    der(SEQUENCE, identifier(id), ...(critical ? [der(BOOLEAN, TRUE)] : []), der(OCTET_STRING, value))
  const extensions = der(
    SEQUENCE,
    extension(BASIC_CONSTRAINTS, true, der(SEQUENCE, der(BOOLEAN, TRUE))),
    extension(SUBJECT_ALTERNATIVE_NAME, false, der(SEQUENCE, ...names)),
  )
  const content = der(
    SEQUENCE,
    der(VERSION, der(INTEGER, Buffer.from([2]))),
    der(INTEGER, serial),
    algorithm,
    subject,
    validity,
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(EXTENSIONS, extensions),
  )
  const signature = sign('sha256', content, privateKey)
  const certificate = der(SEQUENCE, content, algorithm, der(BIT_STRING, Buffer.from([0]), signature))
  const lines = certificate.toString('base64').replace(/.{64}(?=.)/g, '$&\n')
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  }
}
