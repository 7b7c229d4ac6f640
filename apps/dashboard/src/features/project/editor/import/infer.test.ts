import { IMPORT_PART, IMPORT_PART_MAX } from '@stoa/contract'
import { describe, expect, it } from 'vitest'
import { columnNames, inferType, nullWordIn, plainName } from './infer.ts'
import { planFor } from './plan.ts'
import { looksLikeNames, sampleCsv, sampleJson } from './sample.ts'
import { beginning, type Encoding, fileParts, guessEncoding, guessKind, NotInEncoding, whyNoText } from './source.ts'

const source = (...parts: BlobPart[]) => ({ name: 'a.csv', blob: new Blob(parts) })

describe('the type of a column', () => {
  it('is the first that fits all of its values', () => {
    expect(inferType(['1', null, '-20'])).toBe('bigint')
    expect(inferType(['1', '2.50'])).toBe('numeric')
    expect(inferType(['1', 'x'])).toBe('text')
    expect(inferType(['true', 'F'])).toBe('boolean')
    expect(inferType(['2026-11-21'])).toBe('date')
    expect(inferType(['2026-11-21T10:00:00Z', '2026-11-21 10:00+02'])).toBe('timestamptz')
    expect(inferType(['2026-11-21 10:00:00.5'])).toBe('timestamp')
    expect(inferType(['10:00'])).toBe('time')
    expect(inferType(['6F9619FF-8B86-D011-B42D-00C04FC964FF'])).toBe('uuid')
    expect(inferType(['{"a": 1}', '[1]'])).toBe('jsonb')
    expect(inferType([null])).toBe('text')
  })
  it('takes digits with an E for a power of ten only behind a point, but where JSON has a number', () => {
    expect(inferType(['12E4', '13E5'])).toBe('text')
    expect(inferType(['1.5e3', '2.0'])).toBe('numeric')
    expect(inferType(['1e+21'], 'number')).toBe('numeric')
  })
  it('is told beside a word for NULL', () => {
    const sample = sampleCsv('n,m\n1,x\nNULL,y\n', true, ',')
    const plan = planFor(sample, null, 'a.csv')
    expect([plan.nullWord, plan.columns.map(({ type }) => type)]).toEqual(['NULL', ['bigint', 'text']])
    expect(nullWordIn([['a', null]])).toBe('')
  })
  it('keeps codes and numbers that no integer holds as they are', () => {
    expect(inferType(['01234', '98765'])).toBe('text')
    expect(inferType(['12345678901234567890'])).toBe('numeric')
  })
  it('follows JSON’s own kinds', () => {
    expect(inferType(['12'], 'string')).toBe('text')
    expect(inferType(['12'], 'number')).toBe('bigint')
    expect(inferType(['2026-11-21'], 'string')).toBe('date')
    expect(inferType(['{}'], 'deep')).toBe('jsonb')
    expect(inferType(['1', '{}'], 'mixed')).toBe('jsonb')
  })
})

it('names columns in the way of databases', () => {
  expect(plainName(' Größe (cm) ')).toBe('große_cm')
  expect(columnNames(['Name', 'name', '', 'Pay/Month'], true)).toEqual(['name', 'name_2', 'column_3', 'pay_month'])
  expect(columnNames(['a', 'b'], false)).toEqual(['column_1', 'column_2'])
})

describe('the beginning of a file', () => {
  it('tells the delimiter, and whether names stand first', () => {
    const csv = sampleCsv('id;name\n1;"a;b"\n2;\n', true, '')
    expect(csv.delimiter).toBe(';')
    expect(csv.rows).toEqual([
      ['id', 'name'],
      ['1', 'a;b'],
      ['2', null],
    ])
    expect(looksLikeNames(csv)).toBe(true)
    expect(looksLikeNames(sampleCsv('1\t2\n3\t4\n', true, ''))).toBe(false)
    expect(looksLikeNames(sampleCsv('id,name,name\n1,a,b\n', true, ''))).toBe(true)
    expect(looksLikeNames(sampleCsv(',id\n0,7\n', true, ','))).toBe(true)
    expect(sampleCsv('5" pipe,1\n', true, ',', false).rows).toEqual([['5" pipe', '1']])
    expect(sampleCsv('', true, '').problem).toBe('There are no rows in this file')
    expect(sampleCsv('a,b\n1,"x\n', true, ',').problem).toContain('do not match')
  })
  it('leaves out a row that is cut', () => {
    expect(sampleCsv('a,b\n1,2\n3,', false, ',').rows).toHaveLength(2)
  })
  it('finds the keys of JSON in lists, lines and lists that are cut', () => {
    for (const [text, isWhole] of [
      ['[{"a": 1}, {"b": {"c": [1]}}]', true],
      ['{"a": 1}\n{"b": {"c": [1]}}\n', true],
      ['[{"a": 1}, {"b": {"c": [1]}}, {"a": "}', false],
    ] as const) {
      const json = sampleJson(text, isWhole)
      expect(json.first).toEqual(['a', 'b'])
      expect(json.kinds).toEqual(['number', 'deep'])
      expect(json.rows[1]).toEqual([null, '{"c":[1]}'])
    }
    expect(sampleJson('[1, 2]', true).problem).toBe('There are no objects in this file')
  })
})

const texts = async (of: ReturnType<typeof source>, encoding: Encoding) => {
  const parts: { bytes: Buffer; last: boolean }[] = []
  for await (const { body, last } of fileParts(of, encoding))
    parts.push({ bytes: Buffer.from(await body.arrayBuffer()), last })
  return parts
}

describe('what a file is written in', () => {
  const latin = new Uint8Array([0x6e, 0x0a, 0x47, 0x72, 0xf6, 0xdf, 0x65])
  it('is told by its bytes', async () => {
    expect(await guessEncoding(new Blob(['é']))).toBe('utf-8')
    expect(await guessEncoding(new Blob([latin]))).toBe('windows-1252')
    expect(await guessEncoding(new Blob([new Uint8Array([0xff, 0xfe, 0x61, 0])]))).toBe('utf-16le')
    expect(await guessEncoding(new Blob([new Uint8Array([0, 0x61, 0, 0x62])]))).toBe('utf-16be')
    expect((await beginning(source(latin), 'windows-1252')).text).toBe('n\nGröße')
    // One zero by mistake makes no text of two bytes: Postgres will say where it stands.
    expect(await guessEncoding(new Blob(['id,name\n1,a\u0000b\n']))).toBe('utf-8')
  })
  it('is no text where it is a workbook or compressed', async () => {
    expect(await whyNoText(new Blob([new Uint8Array([0x50, 0x4b, 3, 4, 20])]))).toContain('Save its sheet as CSV')
    expect(await whyNoText(new Blob([new Uint8Array([0x1f, 0x8b, 8, 0])]))).toContain('Unpack it')
    expect(await whyNoText(new Blob(['PK,name\n']))).toBeNull()
  })
  it('is refused where it is something else', async () => {
    await expect(beginning(source(latin), 'utf-8')).rejects.toThrow(NotInEncoding)
    const utf16 = source(...Array.from({ length: 3 }, () => new Uint8Array(IMPORT_PART)), new Uint8Array([0x00, 0xd8]))
    await expect(texts(utf16, 'utf-16le')).rejects.toThrow('This is not UTF-16 text near byte 12,582,912')
  })
  it('comes in parts of UTF-8: as it is, or written anew', async () => {
    const text = 'añ😀,b\n'.repeat(500_000)
    const parts = await texts(source(text), 'utf-8')
    expect(parts.length).toBeGreaterThan(1)
    // A part may end within a character.
    expect(Buffer.concat(parts.map(({ bytes }) => bytes)).toString()).toBe(text)
    expect(parts.map(({ last }) => last)).toEqual(parts.map((_, at) => at === parts.length - 1))
    const written = await texts(source(latin), 'windows-1252')
    expect(written.map(({ bytes }) => bytes.toString())).toEqual(['n\nGröße'])
    const [euros] = await texts(source(new Uint8Array(IMPORT_PART).fill(0x80)), 'windows-1252')
    expect(euros?.bytes.length, 'a part whose signs grow most').toBeLessThanOrEqual(IMPORT_PART_MAX)
    const old = source('\ufeffa,b\r1,2\r')
    expect((await beginning(old, 'utf-8')).text).toBe('a,b\n1,2\n')
    expect((await texts(old, 'utf-8')).map(({ bytes }) => bytes.toString())).toEqual(['a,b\n1,2\n'])
  })
  it('says what is JSON', () => {
    expect(guessKind('a.jsonl', '')).toBe('json')
    expect(guessKind('pasted', ' [{')).toBe('json')
    expect(guessKind('a.csv', 'a,b')).toBe('csv')
  })
})
