import type { RestDocument } from '@stoa/contract'
import { expect, test } from 'vitest'
import { functionsOf, tablesOf } from './definition.ts'

const document: RestDocument = {
  swagger: '2.0',
  definitions: {
    voyages: {
      required: ['id', 'ship'],
      properties: {
        id: { type: 'integer', format: 'bigint', description: 'Note:\nThis is a Primary Key.<pk/>' },
        ship: {
          type: 'integer',
          format: 'bigint',
          description: "Who sails\n\nNote:\nThis is a Foreign Key to `ships.id`.<fk table='ships' column='id'/>",
        },
        log: { format: 'jsonb' },
        sea: { type: 'string', format: 'public.sea', enum: ['calm', 'rough'] },
      },
    },
    ships: { description: 'What sails', properties: {} },
  },
  paths: {
    '/': { get: {} },
    '/voyages': { get: {} },
    '/rpc/sail': {
      post: {
        summary: 'Sails away',
        parameters: [
          {
            in: 'body',
            schema: {
              required: ['ship'],
              properties: { ship: { type: 'integer', format: 'bigint' }, at: { format: 'date' } },
            },
          },
        ],
      },
    },
    '/rpc/anchor': { post: { parameters: [] } },
  },
}

test('tables come from the definitions, by name, with what is known of their columns', () => {
  const [ships, voyages] = tablesOf(document)
  expect(ships).toMatchObject({ name: 'ships', description: 'What sails', columns: [] })
  expect(voyages?.references).toEqual(['ships'])
  expect(voyages?.columns).toMatchObject([
    { name: 'id', type: 'integer', format: 'bigint', description: '', primaryKey: true, required: true },
    { name: 'ship', description: 'Who sails', primaryKey: false, required: true },
    { name: 'log', type: 'any', required: false },
    { name: 'sea', values: ['calm', 'rough'] },
  ])
})

test('functions are the paths below /rpc, in the order of the alphabet, with their arguments', () => {
  expect(functionsOf(document)).toMatchObject([
    { name: 'anchor', path: '/rpc/anchor', arguments: [] },
    {
      name: 'sail',
      description: 'Sails away',
      arguments: [
        { name: 'ship', required: true },
        { name: 'at', required: false, format: 'date' },
      ],
    },
  ])
})
