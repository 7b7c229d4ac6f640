import { createPrivateKey, X509Certificate } from 'node:crypto'
import { expect, test } from 'vitest'
import { selfSigned } from './certificate.ts'

test('a certificate vouches for itself, its key and the hosts it was made for', () => {
  const { key, certificate } = selfSigned('abc', ['localhost', '127.0.0.1', '::1', 'fd00::1:2'])
  const read = new X509Certificate(certificate)
  expect(read.verify(read.publicKey)).toBe(true)
  expect(read.checkPrivateKey(createPrivateKey(key))).toBe(true)
  expect(read.subject).toBe('CN=abc')
  expect(read.ca).toBe(true)
  expect(read.checkHost('localhost')).toBe('localhost')
  expect(read.checkHost('example.com')).toBeUndefined()
  expect([read.checkIP('127.0.0.1'), read.checkIP('10.0.0.1')]).toEqual(['127.0.0.1', undefined])
  expect(read.subjectAltName).toBe(
    'DNS:localhost, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1, IP Address:FD00:0:0:0:0:0:1:2',
  )
})

test('it holds from yesterday for twenty years, whatever its serial number', () => {
  for (let made = 0; made < 20; made++) {
    const read = new X509Certificate(selfSigned('abc', ['localhost']).certificate)
    expect(read.serialNumber).toMatch(/^[4-7][0-9A-F]{31}$/)
    expect(new Date(read.validFrom).getTime()).toBeLessThan(Date.now())
    expect(new Date(read.validTo).getUTCFullYear()).toBe(new Date().getUTCFullYear() + 20)
  }
})
