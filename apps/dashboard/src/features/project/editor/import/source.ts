import { IMPORT_PART, IMPORT_PART_TYPE } from '@stoa/contract'

/** Encodings that files come in, by the names that browsers know them by. */
export const ENCODINGS = [
  { value: 'utf-8', label: 'UTF-8' },
  { value: 'utf-16le', label: 'UTF-16' },
  { value: 'utf-16be', label: 'UTF-16, big endian' },
  { value: 'windows-1252', label: 'Western (Windows-1252, Latin-1)' },
  { value: 'windows-1250', label: 'Central European (Windows-1250)' },
  { value: 'windows-1251', label: 'Cyrillic (Windows-1251)' },
  { value: 'shift_jis', label: 'Japanese (Shift JIS)' },
  { value: 'gb18030', label: 'Chinese (GB 18030)' },
  { value: 'euc-kr', label: 'Korean (EUC-KR)' },
] as const
export type Encoding = (typeof ENCODINGS)[number]['value']
export type Kind = 'csv' | 'json'

/** A file, or a text that was pasted. */
export type Source = { readonly name: string; readonly blob: Blob }

/** So much of a file is looked at before it is imported, in bytes. */
const LOOKED_AT = 256 * 1024

const [CR, LF] = [0x0d, 0x0a] as const

const labelOf = (encoding: Encoding) => ENCODINGS.find(({ value }) => value === encoding)?.label ?? encoding

/** A file that is not what it was taken for. */
export class NotInEncoding extends Error {
  constructor(encoding: Encoding, near: number) {
    super(
      `This is not ${labelOf(encoding)} text near byte ${near.toLocaleString('en')}. Choose the encoding that it was written in`,
    )
  }
}

/** How files begin that are no text, though people take them for one. */
const NO_TEXTS: readonly (readonly [readonly number[], string])[] = [
  [[0x50, 0x4b, 0x03, 0x04], 'This is a workbook or an archive. Save its sheet as CSV, and import that'],
  [[0xd0, 0xcf, 0x11, 0xe0], 'This is a workbook of old. Save its sheet as CSV, and import that'],
  [[0x1f, 0x8b], 'This file is compressed. Unpack it, and import what is inside'],
]

/** Why a file is no text, as its first bytes tell; null when it may be one. */
export async function whyNoText(blob: Blob): Promise<string | null> {
  const bytes = new Uint8Array(await blob.slice(0, 4).arrayBuffer())
  return NO_TEXTS.find(([begins]) => begins.every((byte, at) => bytes[at] === byte))?.[1] ?? null
}

/** Of text in two bytes so many are zero at least: those of its commas and line feeds. */
const ZEROS_OF_TWO = 0.02

/** Which half of each two bytes is zero in a text of two bytes; null for other texts, in which a zero may be a slip. */
function zeroHalf(bytes: Uint8Array): 0 | 1 | null {
  const zeros = [0, 0]
  bytes.forEach((byte, at) => {
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  })
  const [even = 0, odd = 0] = zeros
  const most = Math.max(even, odd)
  if (most < 2 || most < bytes.length * ZEROS_OF_TWO || Math.min(even, odd) * 3 > most) return null
  return even > odd ? 0 : 1
}

/** What a file is written in, as its first bytes tell. */
export async function guessEncoding(blob: Blob): Promise<Encoding> {
  const bytes = new Uint8Array(await blob.slice(0, LOOKED_AT).arrayBuffer())
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const half = zeroHalf(bytes)
  if (half !== null) return half === 1 ? 'utf-16le' : 'utf-16be'
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return 'utf-8'
  } catch {
    return 'windows-1252'
  }
}

/** Whether a text is JSON or rows of values. */
export const guessKind = (name: string, text: string): Kind =>
  /\.(json|jsonl|ndjson)$/i.test(name) || /^\s*[[{]/.test(text) ? 'json' : 'csv'

/** The beginning of a file, so many bytes of it, and whether that is all of it. */
export async function beginning(
  { blob }: Source,
  encoding: Encoding,
  size = LOOKED_AT,
): Promise<{ text: string; isWhole: boolean }> {
  const isWhole = blob.size <= size
  const bytes = await blob.slice(0, size).arrayBuffer()
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: !isWhole })
    return { text: withLineFeeds(text, text), isWhole }
  } catch {
    throw new NotInEncoding(encoding, 0)
  }
}

/** Files of old Macs end their lines in a way that nobody else knows. */
const withLineFeeds = (text: string, first: string): string =>
  first.includes('\r') && !first.includes('\n') ? text.replaceAll('\r', '\n') : text

/** A part of a file as it is sent, and how many bytes of the file have been read with it. */
export type FilePart = { readonly body: File; readonly read: number; readonly last: boolean }

const partOf = (content: Blob | string): File => new File([content], 'part', { type: IMPORT_PART_TYPE })

/**
 * A file in parts of UTF-8. One that is written so is not read here: its bytes go as they are.
 * @throws NotInEncoding in the place where it is something else
 */
export async function* fileParts(source: Source, encoding: Encoding): AsyncGenerator<FilePart> {
  const { blob } = source
  const goesAsItIs = encoding === 'utf-8' && !(await hasOldBreaks(blob))
  const read = goesAsItIs ? null : reader(encoding)
  for (let at = 0; at === 0 || at < blob.size; at += IMPORT_PART) {
    const last = at + IMPORT_PART >= blob.size
    const part = blob.slice(at, at + IMPORT_PART)
    yield {
      body: partOf(read === null ? part : await read(part, at, last)),
      read: Math.min(at + IMPORT_PART, blob.size),
      last,
    }
  }
}

async function hasOldBreaks(blob: Blob): Promise<boolean> {
  const bytes = new Uint8Array(await blob.slice(0, LOOKED_AT).arrayBuffer())
  return bytes.includes(CR) && !bytes.includes(LF)
}

/** Reads parts of a file, one after the other, from an encoding. */
function reader(encoding: Encoding): (part: Blob, at: number, last: boolean) => Promise<string> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  let first: string | null = null
  return async (part, at, last) => {
    const bytes = await part.arrayBuffer()
    try {
      const text = decoder.decode(bytes, { stream: !last })
      first ??= text
      return withLineFeeds(text, first)
    } catch {
      throw new NotInEncoding(encoding, at)
    }
  }
}
