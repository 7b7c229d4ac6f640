import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'

/** Where the cases lie, beside the repository; they are not part of it. */
export const FOLDER = fileURLToPath(new URL('../../../../shared/conformance/rest', import.meta.url))
export const present = existsSync(join(FOLDER, 'cases'))

export type JsonPathCheck = {
  readonly path: string
  readonly equals?: unknown
  readonly absent?: boolean
  readonly present?: boolean
  readonly exists?: boolean
}
export type Expectation = {
  readonly status: number
  readonly status_text?: string
  readonly headers?: Record<string, string>
  readonly headers_present?: readonly string[]
  readonly headers_absent?: readonly string[]
  readonly headers_match?: Record<string, string>
  readonly headers_no_blank?: boolean
  readonly headers_absent_in_value?: Record<string, readonly string[]>
  readonly body_exact?: unknown
  readonly body_json?: unknown
  readonly body_contains?: string | readonly string[]
  readonly body_raw?: string
  readonly body_jsonpath?: readonly JsonPathCheck[]
}
export type Case = {
  readonly id: number
  readonly name: string
  readonly schema?: string
  readonly config?: Record<string, unknown>
  readonly preconditions?: readonly string[]
  readonly request: {
    readonly method: string
    readonly path: string
    readonly headers?: Record<string, string>
    readonly body?: unknown
    readonly body_raw?: string
    readonly body_json?: unknown
    readonly jwt?: { readonly payload: Record<string, unknown> }
  }
  readonly expect: Expectation
}

/** All cases, by their numbers. */
export const readCases = (): Case[] =>
  present
    ? readdirSync(join(FOLDER, 'cases'))
        .sort()
        .map((file) => ({
          name: file.replace('.yaml', ''),
          ...parse(readFileSync(join(FOLDER, 'cases', file), 'utf8')),
        }))
    : []

export const readFixtures = (): string => readFileSync(join(FOLDER, 'fixtures.sql'), 'utf8')

/** The value at a path such as `$.paths['/a'].get[0].b`; undefined where there is none. */
export function at(value: unknown, path: string): unknown {
  let here: unknown = value
  for (const [, quoted, index, key] of path.matchAll(/\['((?:[^'\\]|\\.)*)'\]|\[(\d+)\]|\.([^.[]+)/g)) {
    if (typeof here !== 'object' || here === null) return undefined
    here = Reflect.get(here, quoted ?? index ?? key ?? '')
  }
  return here
}
