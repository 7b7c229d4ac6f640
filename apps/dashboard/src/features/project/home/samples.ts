import type { Overview } from '@stoa/contract'
import { useState } from 'react'

/** How often the overview is asked for, in ms. */
export const SAMPLE_MS = 5_000
/** An hour at that pace; older samples leave at the left. */
export const SAMPLES_MAX = 720

/** What was seen at one moment; null where nothing was. */
export type Sample = { readonly at: number; readonly connections: number | null; readonly memory: number | null }

/**
 * Adds a sample. Where the page slept for longer than one missed sample, the line is broken, so that it never joins
 * moments between which nothing is known.
 */
export function addSample(samples: readonly Sample[], sample: Sample): readonly Sample[] {
  const last = samples.at(-1)
  const slept = last !== undefined && sample.at - last.at > 2.5 * SAMPLE_MS
  const gap: readonly Sample[] = slept ? [{ at: last.at + SAMPLE_MS, connections: null, memory: null }] : []
  return [...samples, ...gap, sample].slice(-SAMPLES_MAX)
}

/**
 * Collects what the overview says, from the moment the page was opened.
 * @param overview the newest overview; undefined while there is none
 * @param at when it arrived, in ms since 1970
 */
export function useSamples(overview: Overview | undefined, at: number): readonly Sample[] {
  const [samples, setSamples] = useState<readonly Sample[]>([])
  if (overview !== undefined && at > (samples.at(-1)?.at ?? 0)) {
    setSamples(addSample(samples, { at, connections: overview.connections.used, memory: overview.memory.used }))
  }
  return samples
}
