import { type Addons, CUSTOM_DOMAIN_VARIANT, type Project } from '@stoa/contract'
import { Badge, RadioGroup } from '@stoa/ui'
import { useState } from 'react'
import { AddonPanel } from './AddonPanel.tsx'
import { useAddonChange } from './use-addon-change.ts'
import { priceWords, variantsOf } from './variant-words.ts'

const OFF = 'off'

/** Whether a project may have a host name of its own. */
export function CustomDomainPanel({
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
  const [chosen, setChosen] = useState(current === undefined ? CUSTOM_DOMAIN_VARIANT : current)
  const change = useAddonChange(project.ref, onClose)
  const same = chosen === (current ?? OFF)
  const ends = chosen === OFF && current !== undefined
  const [variant] = variantsOf(addons, 'custom_domain')
  return (
    <AddonPanel
      title="Custom domain"
      description="The project’s APIs then answer under a host name of your own. Which one is set up, with its DNS records, in the settings."
      action={ends ? 'Turn off' : 'Enable custom domain add-on'}
      destructive={ends}
      busy={change.isPending}
      disabledReason={disabledReason ?? (same ? 'This is how it is now' : undefined)}
      onConfirm={() => change.mutate({ type: 'custom_domain', from: current, to: chosen === OFF ? null : chosen })}
      onClose={onClose}
    >
      <RadioGroup
        label="Custom domain"
        hideLabel
        value={chosen}
        onValueChange={setChosen}
        options={[
          {
            value: CUSTOM_DOMAIN_VARIANT,
            label: 'On',
            hint: variant === undefined ? undefined : priceWords(variant),
            badge: current === undefined ? undefined : <Badge>current</Badge>,
          },
          {
            value: OFF,
            label: 'Off',
            hint: 'The project answers under the platform’s address.',
            badge: current === undefined ? <Badge>current</Badge> : undefined,
          },
        ]}
      />
    </AddonPanel>
  )
}
