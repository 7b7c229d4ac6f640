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

/** What a file is written in, as its first bytes tell. */
export async function guessEncoding(blob: Blob): Promise<Encoding> {
  const bytes = new Uint8Array(await blob.slice(0, LOOKED_AT).arrayBuffer())
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  // Text has no zeros but in encodings of two bytes.
  const zero = bytes.indexOf(0)
  if (zero >= 0) return zero % 2 === 1 ? 'utf-16le' : 'utf-16be'
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
