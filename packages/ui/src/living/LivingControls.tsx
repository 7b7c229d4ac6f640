import { ChevronDown, Copy, FolderInput, Pencil, Play, Plus, Star, Table2, Trash2, Users } from 'lucide-react'
import { useState } from 'react'
import {
  Button,
  type ButtonVariant,
  ContextMenu,
  Field,
  IconButton,
  Input,
  Menu,
  MenuCheck,
  MenuItem,
  MenuLabel,
  MenuSeparator,
  MenuSub,
  Popover,
  SplitButton,
  toast,
} from '../index.ts'
import { LivingFields } from './LivingFields.tsx'
import { Row, Shown } from './Shown.tsx'

const VARIANTS: { name: string; variant: ButtonVariant; verb: string }[] = [
  { name: 'Primary', variant: 'primary', verb: 'Run' },
  { name: 'Default', variant: 'default', verb: 'Format' },
  { name: 'Quiet', variant: 'quiet', verb: 'Format' },
  { name: 'Destructive', variant: 'destructive', verb: 'Delete' },
]

function Buttons() {
  const [busy, setBusy] = useState(false)
  return (
    <Shown title="Buttons" wide>
      <div className="overflow-x-auto p-1">
        <table className="mb-3">
          <thead>
            <tr className="text-left text-12 text-fg-3">
              {['Kind', 'Rest', 'Busy', 'With an icon', 'Disabled'].map((head) => (
                <th key={head} className="h-6 pr-5 font-regular">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {VARIANTS.map(({ name, variant, verb }) => (
              <tr key={name}>
                <th className="pr-5 text-left text-12 font-regular text-fg-3">{name}</th>
                <td className="py-1 pr-4">
                  <Button variant={variant}>{verb}</Button>
                </td>
                <td className="py-1 pr-4">
                  <Button variant={variant} busy busyLabel="Running">
                    {verb}
                  </Button>
                </td>
                <td className="py-1 pr-4">
                  <Button variant={variant} icon={Play} busy={busy} onClick={() => setBusy(!busy)}>
                    {verb}
                  </Button>
                </td>
                <td className="py-1 pr-4">
                  <Button variant={variant} disabledReason="You need additional permissions to resume this project">
                    Restore
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Row>
        <Button size="sm" variant="primary" icon={Play} kbd="mod+enter">
          Run
        </Button>
        <Button size="sm" variant="bad-quiet" icon={Trash2}>
          Delete project
        </Button>
        <Button size="sm" busy={busy} onClick={() => setBusy(!busy)}>
          Turns busy in place
        </Button>
        <SplitButton label="Insert">
          <Button size="sm" icon={Plus}>
            Insert
          </Button>
          <Menu trigger={<IconButton icon={ChevronDown} label="More ways to insert" variant="default" />}>
            <MenuItem icon={Plus}>Insert row</MenuItem>
            <MenuItem icon={Table2}>Import data from CSV</MenuItem>
          </Menu>
        </SplitButton>
        <IconButton icon={Copy} label="Copy" variant="default" size="md" />
        <IconButton icon={Copy} label="Copy" />
        <IconButton icon={Copy} label="Copy" size="xs" />
        <IconButton icon={Copy} label="Copy" disabledReason="Nothing to copy yet" />
      </Row>
    </Shown>
  )
}

function Menus() {
  const [extensions, setExtensions] = useState(true)
  const items = (
    <>
      <MenuItem icon={Pencil} shortcut="F2" onSelect={() => toast.info('Rename')}>
        Rename
      </MenuItem>
      <MenuItem icon={Star}>Add to favourites</MenuItem>
      <MenuItem icon={Users}>Share with project</MenuItem>
      <MenuItem icon={FolderInput} disabledReason="Shared snippet cannot be within a folder">
        Move to folder
      </MenuItem>
      <MenuSub label="Export" icon={Copy}>
        <MenuItem>As CSV</MenuItem>
        <MenuItem>As SQL</MenuItem>
      </MenuSub>
      <MenuSeparator />
      <MenuLabel>Show</MenuLabel>
      <MenuCheck checked={extensions} onCheckedChange={setExtensions}>
        Objects of extensions
      </MenuCheck>
      <MenuSeparator />
      <MenuItem icon={Trash2} destructive>
        Delete…
      </MenuItem>
    </>
  )
  return (
    <Shown title="Menus and popovers">
      <Row>
        <Menu trigger={<Button>Menu</Button>} align="start" width={240}>
          {items}
        </Menu>
        <Popover trigger={<Button>Popover</Button>} label="Rename" width={260}>
          <Field label="Folder name">
            <Input size="sm" defaultValue="Operations" />
          </Field>
        </Popover>
        <ContextMenu
          target={
            <button type="button" className="rounded-3 border border-dashed border-line-strong px-3 py-1 text-fg-2">
              Right click here
            </button>
          }
          label="Query"
        >
          {items}
        </ContextMenu>
      </Row>
    </Shown>
  )
}

/** Everything you press, type in or choose from. */
export function LivingControls() {
  return (
    <>
      <Buttons />
      <LivingFields />
      <Menus />
    </>
  )
}
