import type { LogPlace } from './receive.ts'

// The log is kept in files of one size, each named by its timeline and its number in hexadecimal.

const SEGMENT = /^[0-9A-F]{24}$/

/** Whether a file of an archive is a segment of the log. */
export const isSegment = (name: string): boolean => SEGMENT.test(name)

/** The part of a segment's name that is the same on every timeline. */
export const withoutTimeline = (name: string): string => name.slice(8)

const hex = (value: number): string => value.toString(16).toUpperCase().padStart(8, '0')

/** How many segments share the middle eight digits of their names. */
const perGroup = (segmentBytes: number): number => 0x1_0000_0000 / segmentBytes

/** The segment that holds what was written just before a place in the log. */
export function segmentName({ lsn, timeline }: LogPlace, segmentBytes: number): string {
  const [high = 0, low = 0] = lsn.split('/').map((half) => Number.parseInt(half, 16))
  const last = BigInt(high) * 0x1_0000_0000n + BigInt(low) - 1n
  return nameOf(timeline, Number(last / BigInt(segmentBytes)), segmentBytes)
}

function nameOf(timeline: number, index: number, segmentBytes: number): string {
  const group = perGroup(segmentBytes)
  return `${hex(timeline)}${hex(Math.floor(index / group))}${hex(index % group)}`
}

/** The segment that follows on the same timeline. */
export function nextSegment(name: string, segmentBytes: number): string {
  const [timeline, high, low] = [0, 8, 16].map((at) => Number.parseInt(name.slice(at, at + 8), 16))
  return nameOf(timeline ?? 0, (high ?? 0) * perGroup(segmentBytes) + (low ?? 0) + 1, segmentBytes)
}

/**
 * The first segment that is missing between those an archive holds.
 * @param names what lies in the archive
 * @param from a segment that is known to be had; what the archive holds before it does not count
 * @returns its name, or `null` when they follow each other without a gap
 */
export function gapAfter(names: readonly string[], from: string, segmentBytes: number): string | null {
  const kept = new Set(names.filter((name) => isSegment(name) && name.slice(0, 8) === from.slice(0, 8) && name > from))
  let next = nextSegment(from, segmentBytes)
  while (kept.delete(next)) next = nextSegment(next, segmentBytes)
  return kept.size > 0 ? next : null
}
