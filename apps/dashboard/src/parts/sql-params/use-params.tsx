import { type QueryParameter, queryParameters } from '@stoa/sql'
import { type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { lazyPart } from '../frame/lazy-part.tsx'
import { useValue } from '../value/value.ts'
import { paramValuesOf } from './param-values.ts'

const ParamsForm = lazyPart(async () => (await import('./ParamsForm.tsx')).ParamsForm)

/** Parameters are looked for so many ms after the last key. */
const AFTER_MS = 250

const NONE: readonly QueryParameter[] = []

const parametersOf = (text: string): readonly QueryParameter[] => {
  const found = queryParameters(text)
  return found.length === 0 ? NONE : found
}

/** Whether a form for these looks the same as one for those. */
const sameForm = (some: readonly QueryParameter[], others: readonly QueryParameter[]): boolean =>
  JSON.stringify(some.map(shape)) === JSON.stringify(others.map(shape))
const shape = ({ name, defaultValue, possibleValues, cast }: QueryParameter) => [
  name,
  defaultValue,
  possibleValues,
  cast,
]

/**
 * The `@set` parameters of a document.
 * @param first its text as it is now
 * @returns what to tell every change of the text, the values to run with, and the form to draw where there are any
 */
export function useParams(
  ref: string,
  documentId: string,
  first: string,
): {
  readonly noteText: (text: string) => void
  readonly values: () => Readonly<Record<string, string>>
  readonly form: ReactNode
} {
  const store = paramValuesOf(ref, documentId)
  const values = useValue(store)
  const [parameters, setParameters] = useState(() => parametersOf(first))
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const noteText = useCallback((text: string) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      const found = parametersOf(text)
      setParameters((before) => (sameForm(before, found) ? before : found))
    }, AFTER_MS)
  }, [])
  return {
    noteText,
    values: store.get,
    form:
      parameters.length === 0 ? null : (
        <Suspense fallback={null}>
          <ParamsForm
            parameters={parameters}
            values={values}
            onChange={(name, value) => store.set({ ...store.get(), [name]: value })}
          />
        </Suspense>
      ),
  }
}
