import { expect, test } from 'vitest'
import { compareFiles, compareText, saidOf } from './compare.ts'

const kept = ['create table a (t text)', "insert into a values ('ü')"]
const text = "begin;\r\ncreate table a (t text);\r\n\r\ninsert into a values ('ü') ;\r\ncommit;"

test('a file is the same when its statements are, whatever stands between them', () => {
  expect(compareText(text, kept)).toEqual({ outcome: 'same', others: 0 })
})

test('a file that has changed says in how many statements', () => {
  expect(compareText(text.replace('t text', 't int'), kept)).toEqual({ outcome: 'changed', others: 1 })
  expect(compareText('create table a (t text)', kept)).toEqual({ outcome: 'changed', others: 1 })
  expect(compareText(`${text}; drop table a`, kept).outcome).toBe('changed')
  expect(saidOf({ outcome: 'changed', others: 2 })).toContain('has changed since: 2 statements are others')
  expect(saidOf({ outcome: 'changed', others: 1 })).toContain('one statement is another')
  expect(saidOf({ outcome: 'same', others: 0 })).toContain('has not changed since')
})

test('without statements that were kept nothing is claimed', () => {
  expect(compareText(text, [])).toEqual({ outcome: 'not kept', others: 0 })
  expect(saidOf({ outcome: 'not kept', others: 0 })).toContain('nobody can tell')
})

test('files of a folder are compared by their versions, in their order', async () => {
  const file = (name: string, words: string) => new File([words], name)
  const read = async (version: string) => (version === '20260101000000' ? kept : [])
  const files = [
    file('20260301000000_c.sql', 'select 1'),
    file('20260101000000_a.sql', 'select 2'),
    file('20260201000000_b.sql', text),
  ]
  const compared = await compareFiles(files, ['20260101000000', '20260201000000'], read)
  expect(compared.map(({ file: name, outcome }) => [name.at(-5), outcome])).toEqual([
    ['a', 'changed'],
    ['b', 'not kept'],
    ['c', 'new'],
  ])
})
