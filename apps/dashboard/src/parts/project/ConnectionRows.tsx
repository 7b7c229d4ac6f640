import { CopyRow, CopyRows } from '@stoa/ui'
import { type Connection, connectionUri, PASSWORD_PLACE, psqlCommand } from './connection.ts'

/** The connection in the forms that tools ask for. */
export function ConnectionRows({ connection }: { connection: Connection }) {
  const { host, port, user, database } = connection
  return (
    <CopyRows>
      <CopyRow
        name="Postgres"
        value={connectionUri(connection, PASSWORD_PLACE)}
        display={
          <>
            <i>postgres://</i>
            {user}
            <i>:{PASSWORD_PLACE}@</i>
            {host}:{port}
            <i>/</i>
            {database}
          </>
        }
      />
      <CopyRow name="psql" value={psqlCommand(connection)} />
      <CopyRow name="Host" value={host} />
      <CopyRow name="Port" value={String(port)} />
      <CopyRow name="Database" value={database} />
      <CopyRow name="User" value={user} />
    </CopyRows>
  )
}
