import { ensureSyntaxTree } from '@codemirror/language'
import { EditorState } from '@codemirror/state'
import { describe, expect, it } from 'vitest'
import { dialect } from './dialect.ts'
import { marksIn } from './marks.ts'

function read(doc: string): { functions: string[]; parameters: string[] } {
  const state = EditorState.create({ doc, extensions: dialect.language })
  ensureSyntaxTree(state, doc.length)
  const functions: string[] = []
  const parameters: string[] = []
  marksIn(state, [{ from: 0, to: doc.length }]).between(0, doc.length, (from, to, mark) => {
    const list = mark.spec.class === 'cm-sql-parameter' ? parameters : functions
    list.push(doc.slice(from, to))
  })
  return { functions, parameters }
}

describe('marksIn', () => {
  it('finds functions by their being called', () => {
    expect(read('select count(*), my_func(a), schema.f(b), coalesce(c, 1), now() from t').functions).toEqual([
      'count',
      'my_func',
      'f',
      'coalesce',
      'now',
    ])
  })

  it('does not take keywords before a parenthesis for functions', () => {
    expect(read('select a in(1), exists(select 1) from t where b = any(c) and(d)').functions).toEqual([])
    expect(read('create table t (id int); insert into t (id) values(1)').functions).toEqual([])
  })

  it('finds parameters', () => {
    expect(read('select :a, x = :b_2 and (:c)').parameters).toEqual([':a', ':b_2', ':c'])
  })

  it('does not take casts, slices, strings and comments for parameters', () => {
    expect(read("select a::date, b[1:n], c[x:y], d[:n], ':e', 'now':: f -- :g\n/* :h */").parameters).toEqual([])
  })
})
