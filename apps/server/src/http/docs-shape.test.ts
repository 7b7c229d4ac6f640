import { expect, test } from 'vitest'
import { docsPage } from './docs-page.ts'
import { type Json, limitsText, sample, shapeText } from './docs-shape.ts'

test.for<[Json, string, string]>([
  [{ type: 'string', minLength: 1, maxLength: 64 }, 'string', '1 to 64 characters'],
  [
    { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER, default: 5 },
    'integer',
    'at least 0, 5 if left out',
  ],
  [{ type: 'number', exclusiveMinimum: 0, maximum: 9 }, 'number', 'more than 0, at most 9'],
  [{ type: 'string', pattern: '^a$' }, 'string', 'matches ^a$'],
  [{ type: 'string', format: 'uuid', pattern: '^a$' }, 'string', 'uuid'],
  [{ anyOf: [{ type: 'null' }, { type: 'string', maxLength: 3 }] }, 'string | null', 'at most 3 characters'],
  [{ type: ['string', 'null'] }, 'string | null', ''],
  [{ enum: ['a', 1] }, '"a" | 1', ''],
  [{ const: 'a' }, '"a"', ''],
  [{ type: 'array', items: { enum: ['a', 'b'] }, minItems: 2, maxItems: 2 }, '("a" | "b")[]', '2 items'],
  [{ type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }] }, '[string, number]', ''],
  [{ allOf: [{ type: 'string' }, {}] }, 'string & anything', ''],
  [{ not: {} }, 'nothing', ''],
  [{ type: 'object', additionalProperties: { type: 'string' } }, '{\n  [name]: string\n}', ''],
  [
    {
      type: 'object',
      required: ['a'],
      properties: { a: { type: 'object', properties: {} }, 'b-c': { type: 'string', maxLength: 2 } },
    },
    '{\n  a: {}\n  "b-c"?: string // at most 2 characters\n}',
    '',
  ],
])('%j is %s', ([schema, shape, limits]) => {
  expect([shapeText(schema), limitsText(schema)]).toEqual([shape, limits])
})

test('a sample has what is required, and nothing else', () => {
  const schema: Json = {
    type: 'object',
    required: ['name', 'size', 'kind', 'tags', 'inner'],
    properties: {
      name: { type: 'string' },
      size: { type: 'integer', default: 3 },
      kind: { anyOf: [{ enum: ['x', 'y'] }, { type: 'null' }] },
      tags: { type: 'array', items: {} },
      inner: { type: 'object', required: ['on'], properties: { on: { type: 'boolean' } } },
      more: { type: 'string' },
    },
  }
  expect(sample(schema)).toEqual({ name: '', size: 3, kind: 'x', tags: [], inner: { on: false } })
})

test('what the document says stays text in the page, and in its commands', () => {
  const page = docsPage(
    {
      openapi: '3.1.1',
      info: { title: 'Stoa', version: '1' },
      paths: {
        '/it’s/<b>': {
          post: {
            summary: '<script>alert(1)</script>',
            requestBody: { content: { 'application/json': { schema: { type: 'string', default: "it's" } } } },
            responses: { 204: { description: 'Done' } },
          },
        },
      },
    },
    'http://h/api',
  )
  expect(page).not.toContain('<script>alert')
  expect(page).not.toContain('<b>')
  expect(page).toContain('&#39;&quot;it&#39;\\&#39;&#39;s&quot;&#39;')
})
