import { describe, expect, it } from 'vitest'
import { connectionOf, connectionUri, envLines, PASSWORD_PLACE, psqlCommand } from './connection.ts'

const harbor = { connectionString: 'postgres://postgres@localhost:5411/postgres', db_host: 'localhost' }

describe('connectionOf', () => {
  it('finds the parts', () => {
    expect(connectionOf(harbor)).toEqual({ host: 'localhost', port: 5411, user: 'postgres', database: 'postgres' })
  })

  it('knows nothing while there is no server', () => {
    expect(connectionOf({ connectionString: '', db_host: 'localhost' })).toBeNull()
  })
})

describe('the strings', () => {
  const connection = { host: 'localhost', port: 5411, user: 'postgres', database: 'postgres' }

  it('leave a place for the password', () => {
    expect(connectionUri(connection, PASSWORD_PLACE)).toBe(
      'postgres://postgres:[YOUR-PASSWORD]@localhost:5411/postgres',
    )
  })

  it('keep an address whole whatever the password holds', () => {
    const uri = connectionUri(connection, 'p@ss/word:?#')
    expect(decodeURIComponent(new URL(uri).password)).toBe('p@ss/word:?#')
    expect(new URL(uri).hostname).toBe('localhost')
  })

  it('put an IPv6 address in brackets', () => {
    expect(connectionUri({ ...connection, host: '::1' }, 'x')).toContain('@[::1]:5411/')
  })

  it('say the same to psql and to an environment file', () => {
    expect(psqlCommand(connection)).toBe('psql -h localhost -p 5411 -U postgres -d postgres')
    expect(envLines(connection).split('\n')).toContain('PGPORT=5411')
  })
})
