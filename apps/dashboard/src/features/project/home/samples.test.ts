import { describe, expect, it } from 'vitest'
import { addSample, SAMPLE_MS, SAMPLES_MAX, type Sample } from './samples.ts'

const sample = (at: number): Sample => ({ at, connections: 1, memory: 2 })

describe('addSample', () => {
  it('keeps samples in order', () => {
    expect(addSample([sample(0)], sample(SAMPLE_MS)).map(({ at }) => at)).toEqual([0, SAMPLE_MS])
  })

  it('breaks the line after a sleep', () => {
    const added = addSample([sample(0)], sample(60_000))
    expect(added).toEqual([sample(0), { at: SAMPLE_MS, connections: null, memory: null }, sample(60_000)])
  })

  it('takes one lost sample for a slow answer, not for a sleep', () => {
    expect(addSample([sample(0)], sample(2 * SAMPLE_MS))).toHaveLength(2)
  })

  it('forgets the oldest', () => {
    let samples: readonly Sample[] = []
    for (let n = 0; n < SAMPLES_MAX + 5; n++) samples = addSample(samples, sample(n * SAMPLE_MS))
    expect(samples).toHaveLength(SAMPLES_MAX)
    expect(samples[0]?.at).toBe(5 * SAMPLE_MS)
  })
})
