import { expect, test } from 'vitest'
import { chartOfProps, readBlockProps } from './block-props.ts'

const SQL = 'select day, count(*) as n from calls group by day'

test('a comment with properties is read and taken out of the code', () => {
  const { props, code } = readBlockProps(
    `-- props: {"id":"b1","title":"Calls per day","isChart":true,"runQuery":true,"xAxis":"day","yAxis":"n"}\n${SQL}\n`,
  )
  expect(code).toBe(SQL)
  expect(props).toEqual({
    id: 'b1',
    title: 'Calls per day',
    name: null,
    isChart: true,
    runQuery: true,
    xAxis: 'day',
    yAxis: 'n',
  })
  expect(chartOfProps(props)).toMatchObject({ type: 'bar', view: 'chart', xKey: 'day', yKey: 'n' })
})

test('other spellings of the comment are read as well', () => {
  for (const comment of [
    '-- {"title":"T","runQuery":"true"}',
    '/* props: {"title":"T","runQuery":true} */',
    '// props {"title":"T","runQuery":true}',
  ])
    expect(readBlockProps(`${comment}\n${SQL}`)).toMatchObject({ props: { title: 'T', runQuery: true }, code: SQL })
})

test('a comment that is not valid JSON is ignored and stays in the code', () => {
  for (const comment of ['-- props: {title: "T", "runQuery": true}', '-- props: {"title":', '-- {}}', '-- plain']) {
    const { props, code } = readBlockProps(`${comment}\n${SQL}`)
    expect(props).toMatchObject({ title: null, runQuery: false, isChart: false })
    expect(code).toBe(`${comment}\n${SQL}`)
  }
})

test('what looks like the comment inside of a string is part of the string', () => {
  const code = `insert into notes values ('\n-- props: {"runQuery":true}\n')`
  expect(readBlockProps(code)).toMatchObject({ props: { runQuery: false }, code })
  const body = 'create function f() returns int as $$\n-- {"title":"T"}\nselect 1 $$ language sql'
  expect(readBlockProps(body)).toMatchObject({ props: { title: null }, code: body })
  expect(readBlockProps(`select 1\n// {"title":"T"}`)).toMatchObject({ props: { title: null } })
})

test('properties of other types than they are meant to be count for nothing', () => {
  const { props } = readBlockProps(`-- props: {"title":{"a":1},"isChart":"yes","runQuery":1,"xAxis":["day"]}\n${SQL}`)
  expect(props).toMatchObject({ title: null, isChart: false, runQuery: false, xAxis: null })
  expect(chartOfProps(props)).toMatchObject({ view: 'table', xKey: '', yKey: '' })
})
