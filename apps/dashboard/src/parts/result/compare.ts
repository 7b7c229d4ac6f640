import { cellKind } from '../grid/format.ts'

/** Compares two values of one type as Postgres wrote them; neither is NULL. */
export type Compare = (a: string, b: string) => number

/** How the values of a Postgres type are ordered. What has no order of its own here is ordered by its characters. */
export function compareFor(type: string): Compare {
  const kind = cellKind(type)
  if (kind === 'number') return type === 'money' ? compareMoney : compareNumbers
  if (kind === 'timestamp' || kind === 'date') return compareMoments
  return compareTexts
}

/** Whether greater and less mean something for a type. */
export const isOrdered = (type: string): boolean => ['number', 'timestamp', 'date'].includes(cellKind(type))

const compareTexts: Compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0)

/**
 * Numbers of any length. A double rounds, but never turns the order round: where two doubles differ they decide, and
 * where they are the same every digit does.
 */
const compareNumbers: Compare = (a, b) => {
  const [x, y] = [toDouble(a), toDouble(b)]
  // NaN is the greatest of all numbers in Postgres, and equal to itself.
  if (Number.isNaN(x) || Number.isNaN(y)) return Number(Number.isNaN(x)) - Number(Number.isNaN(y))
  if (x !== y) return x < y ? -1 : 1
  return a === b || !Number.isFinite(x) ? 0 : compareDigits(a, b)
}

const toDouble = (text: string): number =>
  text === 'Infinity' ? Infinity : text === '-Infinity' ? -Infinity : Number(text)

const compareMoney: Compare = (a, b) => compareNumbers(plainMoney(a), plainMoney(b))
const plainMoney = (text: string): string => text.replaceAll(/[^\d.-]/g, '')

function compareDigits(a: string, b: string): number {
  const [x, y] = [decimal(a), decimal(b)]
  const scale = Math.max(x.scale, y.scale)
  const difference = x.digits * 10n ** BigInt(scale - x.scale) - y.digits * 10n ** BigInt(scale - y.scale)
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

function decimal(text: string): { digits: bigint; scale: number } {
  const [, sign = '', whole = '', part = '', power = '0'] = /^(-?)(\d*)\.?(\d*)(?:[eE]([+-]?\d+))?$/.exec(text) ?? []
  const scale = part.length - Number(power)
  const digits = BigInt(`${whole}${part}` || '0') * (scale < 0 ? 10n ** BigInt(-scale) : 1n)
  return { digits: sign === '-' ? -digits : digits, scale: Math.max(0, scale) }
}

const MOMENT =
  /^(\d+)-(\d\d)-(\d\d)(?: (\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:([+-])(\d\d)(?::?(\d\d))?(?::?(\d\d))?)?)?( BC)?$/

/** Days and times, to the microsecond, whatever their time zones. */
const compareMoments: Compare = (a, b) => {
  const [x, y] = [moment(a), moment(b)]
  if (x === null || y === null) return compareTexts(a, b)
  return x.seconds !== y.seconds ? x.seconds - y.seconds : x.micros - y.micros
}

/** A moment as seconds from 1970 and microseconds; null for what is not written in the ISO style. */
export function moment(text: string): { seconds: number; micros: number } | null {
  if (text === 'infinity') return { seconds: Infinity, micros: 0 }
  if (text === '-infinity') return { seconds: -Infinity, micros: 0 }
  const found = MOMENT.exec(text)
  if (found === null) return null
  const [
    ,
    year,
    month,
    day,
    hour = '0',
    minute = '0',
    second = '0',
    part = '',
    sign,
    zh = '0',
    zm = '0',
    zs = '0',
    bc,
  ] = found
  const date = new Date(0)
  date.setUTCFullYear(bc ? 1 - Number(year) : Number(year), Number(month) - 1, Number(day))
  date.setUTCHours(Number(hour), Number(minute), Number(second))
  const offset = (Number(zh) * 60 + Number(zm)) * 60 + Number(zs)
  // What a Date cannot hold, years beyond 275760, is ordered by its text.
  if (Number.isNaN(date.getTime())) return null
  return {
    seconds: date.getTime() / 1000 - (sign === '-' ? -offset : offset),
    micros: Number(part.padEnd(6, '0').slice(0, 6)),
  }
}
