import type { EditorTable } from '@stoa/contract'
import { useEffect, useState } from 'react'
import { type Plan, planFor } from './plan.ts'
import { type Sample, sampleCsv, sampleJson } from './sample.ts'
import { beginning, type Encoding, guessEncoding, guessKind, type Source, whyNoText } from './source.ts'

type Chosen = { readonly encoding: Encoding | null; readonly delimiter: string; readonly quoted: boolean }
const NOTHING_CHOSEN: Chosen = { encoding: null, delimiter: '', quoted: true }

/** So much is looked at of a file whose first row is very long, in bytes. */
const LONG_ROW = 16 * 1024 * 1024

/** A file as far as it was looked at. */
export type Looked = {
  readonly encoding: Encoding
  readonly sample: Sample | null
  readonly plan: Plan | null
  /** Why it cannot be read. */
  readonly problem: string | null
}

/**
 * Looks at the beginning of a file, again whenever it is to be read in another way.
 * @param table where its rows go; null for a new table
 */
export function useSample(source: Source | null, table: EditorTable | null) {
  const [chosen, setChosen] = useState(NOTHING_CHOSEN)
  const [looked, setLooked] = useState<Looked | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: what was chosen before is looked up when it has arrived.
  useEffect(() => {
    if (source === null) {
      setLooked(null)
      setChosen(NOTHING_CHOSEN)
      return
    }
    let left = false
    const look = async (): Promise<Looked> => {
      const encoding = chosen.encoding ?? (await guessEncoding(source.blob))
      const noText = await whyNoText(source.blob)
      if (noText !== null) return { encoding, sample: null, plan: null, problem: noText }
      try {
        const read = async (size?: number): Promise<Sample> => {
          const { text, isWhole } = await beginning(source, encoding, size)
          const found =
            guessKind(source.name, text) === 'json'
              ? sampleJson(text, isWhole)
              : sampleCsv(text, isWhole, chosen.delimiter, chosen.quoted)
          // A first row that is longer than what was looked at is looked at once more, with more room.
          return found.problem !== null && !isWhole && size === undefined ? read(LONG_ROW) : found
        }
        const sample = await read()
        const plan = planFor(sample, table, source.name)
        return { encoding, sample, plan, problem: sample.problem }
      } catch (error) {
        return { encoding, sample: null, plan: null, problem: error instanceof Error ? error.message : String(error) }
      }
    }
    void look().then((found) => {
      if (!left) setLooked(found)
    })
    return () => {
      left = true
    }
  }, [source, chosen])

  return {
    looked,
    setEncoding: (encoding: Encoding) => setChosen((before) => ({ ...before, encoding })),
    setDelimiter: (delimiter: string) => setChosen((before) => ({ ...before, delimiter })),
    setQuoted: (quoted: boolean) => setChosen((before) => ({ ...before, quoted })),
    change: (change: Partial<Plan>) =>
      setLooked((before) => {
        if (before?.plan == null || before.sample === null || source === null) return before
        const plan = { ...before.plan, ...change }
        // With other names the columns may go elsewhere.
        const isRenamed = change.header !== undefined && change.header !== before.plan.header
        return { ...before, plan: isRenamed ? planFor(before.sample, table, source.name, plan) : plan }
      }),
  }
}
