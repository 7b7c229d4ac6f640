import { expect, test } from 'vitest'
import { openApiDocument } from './openapi.ts'
import { inOpenApi30 } from './openapi-30.ts'

type Found = { paths: Record<string, Record<string, { responses: Record<string, unknown> }>> }

const schemaOf = (schema: unknown) => {
  const content = { 'application/json': { schema } }
  const paths = { '/a': { get: { responses: { 200: { description: 'OK', content } } } } }
  const document = { openapi: '3.1.1', info: { title: 't', version: '1' }, paths }
  const found = inOpenApi30(document as Parameters<typeof inOpenApi30>[0]) as Found
  const response = found.paths['/a']?.get?.responses[200] as { content: typeof content } | undefined
  return response?.content['application/json'].schema
}

test('schemas are written in the words of OpenAPI 3.0', () => {
  expect(schemaOf({ anyOf: [{ type: 'string', const: 'a' }, { type: 'null' }] })).toEqual({
    type: 'string',
    enum: ['a'],
    nullable: true,
  })
  expect(schemaOf({ oneOf: [{ type: 'string' }, { type: 'number', exclusiveMinimum: 0 }, { type: 'null' }] })).toEqual({
    oneOf: [{ type: 'string' }, { type: 'number', minimum: 0, exclusiveMinimum: true }],
    nullable: true,
  })
  // Names of properties are left alone.
  const properties = { const: { type: 'string', default: { const: 1 } }, anyOf: { type: 'boolean' } }
  expect(schemaOf({ type: 'object', properties })).toEqual({ type: 'object', properties })
})

test('every call is there, its refusals in words', async () => {
  const document = await openApiDocument('1')
  const found = inOpenApi30(document) as Found
  expect(Object.keys(found.paths)).toEqual(Object.keys(document.paths ?? {}))
  expect(found.paths['/v1/projects/{ref}/pause']?.post?.responses[404]).toEqual({ description: 'Not found' })
  const text = JSON.stringify(found)
  for (const word of ['"const":', '{"type":"null"}', '"propertyNames":', '"prefixItems":', '"$ref":'])
    expect(text).not.toContain(word)
})
