import { CodeBlock } from '../../../parts/code/CodeBlock.tsx'
import { ConnectionRows } from '../../../parts/project/ConnectionRows.tsx'
import { type Connection, envLines } from '../../../parts/project/connection.ts'
import { STRINGS_LABEL } from './guides.ts'
import { PasswordHint } from './PasswordHint.tsx'

/** The address of the database, whole and in parts. */
export function ConnectionStrings({
  projectRef,
  connection,
  onClose,
}: {
  projectRef: string
  connection: Connection
  onClose: () => void
}) {
  return (
    <>
      <div className="grid gap-1">
        <h3 className="ui-h1">{STRINGS_LABEL}</h3>
        <PasswordHint projectRef={projectRef} onClose={onClose} />
      </div>
      <ConnectionRows connection={connection} />
      <div className="grid gap-1.5">
        <h4 className="font-medium">.env</h4>
        <CodeBlock code={envLines(connection)} language="Environment" label=".env" />
      </div>
    </>
  )
}
