import { Dialog } from '@stoa/ui'
import { Definition } from './Definition.tsx'

/** The SQL that defines a table or view, over the page. */
export function DefinitionDialog({
  projectRef,
  schema,
  name,
  onClose,
}: {
  projectRef: string
  schema: string
  name: string
  onClose: () => void
}) {
  return (
    <Dialog variant="sheet" width={680} onClose={onClose} title={`Definition of ${name}`}>
      <Definition projectRef={projectRef} schema={schema} name={name} />
    </Dialog>
  )
}
