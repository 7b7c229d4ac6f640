import { useState } from 'react'
import { Button, Dialog, Drawer, Field, Menu, MenuItem, Select, TypedConfirm, toast } from '../index.ts'
import { Row, Shown } from './Shown.tsx'

/** Dialogs, sheets, drawers, typed confirmations and toasts. */
export function LivingLayers() {
  const [open, setOpen] = useState<'dialog' | 'sheet' | 'drawer' | 'confirm' | null>(null)
  const [busy, setBusy] = useState(false)
  const [version, setVersion] = useState('17.3')
  const set = (name: typeof open) => (next: boolean) => setOpen(next ? name : null)
  return (
    <Shown title="Dialogs and toasts">
      <Row>
        <Button onClick={() => setOpen('dialog')}>Dialog</Button>
        <Button onClick={() => setOpen('sheet')}>Sheet</Button>
        <Button onClick={() => setOpen('drawer')}>Drawer</Button>
        <Button onClick={() => setOpen('confirm')}>Typed confirmation</Button>
        <Menu trigger={<Button>From a menu</Button>}>
          <MenuItem onSelect={() => setOpen('dialog')}>Open the dialog</MenuItem>
        </Menu>
      </Row>
      <Row className="mt-3">
        <Button onClick={() => toast.success('Successfully created folder')}>Success</Button>
        <Button
          onClick={() =>
            toast.error({
              title: 'Failed to execute SQL',
              description: 'relation "port_call" does not exist',
              action: { label: 'Fix', onClick: () => toast.info('Fixing') },
            })
          }
        >
          Error
        </Button>
        <Button
          onClick={() => toast.work({ id: 'restore', title: 'Restoring project', description: 'customs-intake, 20 s' })}
        >
          Work
        </Button>
        <Button onClick={() => toast.success({ id: 'restore', title: 'Restored customs-intake' })}>Work done</Button>
      </Row>
      <Dialog
        open={open === 'dialog' || open === 'sheet'}
        variant={open === 'sheet' ? 'sheet' : 'dialog'}
        onClose={() => setOpen(null)}
        title="Restore this project"
        description="museum-archive will be reachable again in about 10 seconds. Nothing is lost while it starts."
        onSubmit={() => setOpen(null)}
        footer={
          <>
            <Button onClick={() => setOpen(null)}>Cancel</Button>
            <Button type="submit" variant="primary">
              Confirm restore
            </Button>
          </>
        }
      >
        <Field label="Version to restore">
          <Select
            value={version}
            onValueChange={setVersion}
            options={Array.from({ length: 14 }, (_, minor) => ({ value: `17.${minor}`, label: `17.${minor}` }))}
          />
        </Field>
        <Menu trigger={<Button size="sm">Download backups</Button>} align="start">
          <MenuItem>Database backup</MenuItem>
          <MenuItem disabledReason="Not available yet">Storage objects</MenuItem>
        </Menu>
      </Dialog>
      <Drawer open={open === 'drawer'} onOpenChange={set('drawer')} title="Menu">
        <div className="p-4">
          <Button onClick={() => setOpen(null)}>Close</Button>
        </div>
      </Drawer>
      <TypedConfirm
        open={open === 'confirm'}
        onClose={() => setOpen(null)}
        title="Confirm deletion of old-crm"
        description="This removes the database, 0.9 GB of data and 2 backups. It cannot be undone."
        value="old-crm"
        confirmLabel="I understand, delete this project"
        busy={busy}
        onConfirm={() => {
          setBusy(true)
          setTimeout(() => {
            setBusy(false)
            setOpen(null)
          }, 1200)
        }}
      />
    </Shown>
  )
}
