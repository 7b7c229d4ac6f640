import { expect, test } from 'vitest'
import { fileName } from './save-files.ts'

test('whatever something is called, its file has a harmless name', () => {
  expect(fileName('Calls by port', 'csv')).toBe('Calls by port.csv')
  expect(fileName('../../etc/passwd', 'csv')).toBe('etc passwd.csv')
  expect(fileName('.htaccess', 'png')).toBe('htaccess.png')
  expect(fileName('invoice\u202egpj.exe\n<script>', 'csv')).toBe('invoice gpj.exe script.csv')
  expect(fileName('', 'csv')).toBe('report.csv')
  expect(fileName('/…/', 'csv')).toBe('report.csv')
  expect(fileName('x'.repeat(500), 'csv')).toHaveLength(124)
})
