import { Button, CopyRow, CopyRows, Dialog, Note } from '@stoa/ui'

/**
 * Shows a token or a key that has just been made.
 * @param name what it is, beside the value
 * @param again what is said of one that can be shown again; without it this is the only time
 */
export function ShownDialog({
  title,
  name,
  value,
  again,
  onClose,
}: {
  title: string
  name: string
  value: string
  again?: string
  onClose: () => void
}) {
  return (
    <Dialog
      onClose={onClose}
      title={title}
      width={560}
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      {again === undefined ? (
        <Note tone="warn">It is shown once. Only its fingerprint is kept, so nobody can show it again.</Note>
      ) : (
        <Note>{again}</Note>
      )}
      <CopyRows>
        <CopyRow name={name} value={value} />
      </CopyRows>
    </Dialog>
  )
}
