import type { Addons, AddonType, Project } from '@stoa/contract'
import { Badge, Button, Dialog, RadioGroup } from '@stoa/ui'
import { type ReactNode, useState } from 'react'
import { useAddonChange } from './use-addon-change.ts'
import { priceWords, variantsOf } from './variant-words.ts'

const OFF = 'off'

export type AddonPanelProps = {
  readonly project: Project
  readonly addons: Addons
  /** The variant that the project has; undefined without the add-on. */
  readonly current: string | undefined
  readonly disabledReason: string | undefined
  readonly onClose: () => void
}

/**
 * The panel of one add-on: what it is, the choice among its variants and none, and one button that does it.
 * @param words.label over the choice; without one the title stands for it
 * @param words.enable what the button says that gives the project the add-on
 * @param words.off what it is like without
 * @param words.variant what a variant is called, its name unless given
 * @param note what there is to know about the change that is chosen; null for none
 */
export function AddonPanel({
  project,
  addons,
  current,
  disabledReason,
  onClose,
  type,
  words,
  note,
}: AddonPanelProps & {
  type: AddonType
  words: { title: string; description: string; label?: string; enable: string; off: string; variant?: string }
  note?: (change: 'begins' | 'ends') => ReactNode
}) {
  const variants = variantsOf(addons, type)
  const [chosen, setChosen] = useState(current ?? variants[0]?.id ?? OFF)
  const change = useAddonChange(project.ref, onClose)
  const ends = chosen === OFF && current !== undefined
  const begins = chosen !== OFF && current === undefined
  const same = chosen === (current ?? OFF) ? 'This is how it is now' : undefined
  const busy = change.isPending
  const reason = disabledReason ?? same
  return (
    <Dialog
      variant="sheet"
      onClose={onClose}
      locked={busy}
      title={words.title}
      description={words.description}
      onSubmit={() => {
        if (!busy && reason === undefined) change.mutate({ type, from: current, to: chosen === OFF ? null : chosen })
      }}
      footer={
        <>
          <Button disabledReason={busy && 'Work is under way'} onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            variant={ends ? 'destructive' : 'primary'}
            busy={busy}
            busyLabel="Saving"
            disabledReason={reason}
          >
            {ends ? 'Turn off' : current === undefined ? words.enable : 'Save'}
          </Button>
        </>
      }
    >
      <RadioGroup
        label={words.label ?? words.title}
        hideLabel={words.label === undefined}
        value={chosen}
        onValueChange={setChosen}
        options={[
          ...variants.map((variant) => ({
            value: variant.id,
            label: words.variant ?? variant.name,
            hint: priceWords(variant),
            badge: variant.id === current ? <Badge>current</Badge> : undefined,
          })),
          {
            value: OFF,
            label: 'Off',
            hint: words.off,
            badge: current === undefined ? <Badge>current</Badge> : undefined,
          },
        ]}
      />
      {ends || begins ? note?.(ends ? 'ends' : 'begins') : null}
    </Dialog>
  )
}
