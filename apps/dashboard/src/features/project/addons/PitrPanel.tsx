import type { Addons, Project } from '@stoa/contract'
import { Badge, Note, RadioGroup } from '@stoa/ui'
import { useState } from 'react'
import { AddonPanel } from './AddonPanel.tsx'
import { useAddonChange } from './use-addon-change.ts'
import { priceWords, variantsOf } from './variant-words.ts'

const OFF = 'off'
/** Whether the log is archived is decided when a server starts. */
const RESTARTS = 'A running database server restarts for this: connections end, and new ones succeed a moment later.'

/** For how many days back a project can be restored to any moment. */
export function PitrPanel({
  project,
  addons,
  current,
  disabledReason,
  onClose,
}: {
  project: Project
  addons: Addons
  current: string | undefined
  disabledReason: string | undefined
  onClose: () => void
}) {
  const variants = variantsOf(addons, 'pitr')
  const [chosen, setChosen] = useState(current ?? variants[0]?.id ?? OFF)
  const change = useAddonChange(project.ref, onClose)
  const same = chosen === (current ?? OFF)
  const ends = chosen === OFF && current !== undefined
  return (
    <AddonPanel
      title="Point in time recovery"
      description="A copy of the whole server now and then, and everything written since. Both take disk on this machine, the more the longer they reach back."
      action={ends ? 'Turn off' : current === undefined ? 'Enable PITR add-on' : 'Save'}
      destructive={ends}
      busy={change.isPending}
      disabledReason={disabledReason ?? (same ? 'This is how it is now' : undefined)}
      onConfirm={() => change.mutate({ type: 'pitr', from: current, to: chosen === OFF ? null : chosen })}
      onClose={onClose}
    >
      <RadioGroup
        label="How far back"
        value={chosen}
        onValueChange={setChosen}
        options={[
          ...variants.map((variant) => ({
            value: variant.id,
            label: variant.name,
            hint: priceWords(variant),
            badge: variant.id === current ? <Badge>current</Badge> : undefined,
          })),
          {
            value: OFF,
            label: 'Off',
            hint: 'Only the scheduled backups can be restored.',
            badge: current === undefined ? <Badge>current</Badge> : undefined,
          },
        ]}
      />
      {ends ? (
        <Note tone="warn" role="status">
          What was kept for it is removed at once: the moments until now can no longer be restored. {RESTARTS}
        </Note>
      ) : chosen !== OFF && current === undefined ? (
        <Note tone="info" role="status">
          {RESTARTS}
        </Note>
      ) : null}
    </AddonPanel>
  )
}
