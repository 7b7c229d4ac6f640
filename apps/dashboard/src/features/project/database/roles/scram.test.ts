import { expect, test } from 'vitest'
import { passwordVerifier } from './scram.ts'

test('a password becomes what Postgres would have made of it', async () => {
  // The example of RFC 7677.
  const salt = Uint8Array.from(atob('W22ZaJ0SNY7soEsUEjb6gQ=='), (letter) => letter.charCodeAt(0))
  expect(await passwordVerifier('pencil', salt)).toBe(
    'SCRAM-SHA-256$4096:W22ZaJ0SNY7soEsUEjb6gQ==$WG5d8oPm3OtcPnkdi4Uo7BkeZkBFzpcXkuLmtbsT4qY=:wfPLwcE6nTWhTAmQ7tl2KeoiWGPlZqQxSrmfPwDl2dU=',
  )
  expect(await passwordVerifier('pencil')).not.toBe(await passwordVerifier('pencil'))
})
