import { expect, test } from 'vitest'
import { scramVerifier } from './scram.ts'

test('the verifier is the one that RFC 7677’s example leads to', async () => {
  const verifier = await scramVerifier('pencil', Buffer.from('W22ZaJ0SNY7soEsUEjb6gQ==', 'base64'))
  expect(verifier).toBe(
    'SCRAM-SHA-256$4096:W22ZaJ0SNY7soEsUEjb6gQ==$WG5d8oPm3OtcPnkdi4Uo7BkeZkBFzpcXkuLmtbsT4qY=:wfPLwcE6nTWhTAmQ7tl2KeoiWGPlZqQxSrmfPwDl2dU=',
  )
})

test('the same password never gives the same verifier twice', async () => {
  expect(await scramVerifier('pencil')).not.toBe(await scramVerifier('pencil'))
})

test('spellings of a password that look the same are the same', async () => {
  const salt = Buffer.alloc(16)
  expect(await scramVerifier('e\u0301\u00a0\u00ad', salt)).toBe(await scramVerifier('\u00e9 ', salt))
})

test('an empty password is refused', async () => {
  await expect(scramVerifier('')).rejects.toThrow('cannot be empty')
})
