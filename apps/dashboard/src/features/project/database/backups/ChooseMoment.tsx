import {
  organizationPermissions,
  type PitrState,
  type Project,
  projectLifecycle,
  projectPermissions,
} from '@stoa/contract'
import { Button, Field, formatDate, formatTime, Input, Section, Select } from '@stoa/ui'
import { Copy, History } from 'lucide-react'
import { useState } from 'react'
import { usePermission } from '../../../../api/permissions.ts'
import { fieldsOf, momentOf, type Range, within, type Zone } from './moment.ts'
import { RestoreInPlace } from './RestoreInPlace.tsx'
import { RestoreToNew } from './RestoreToNew.tsx'
import { Timeline } from './Timeline.tsx'

const OUTSIDE = 'This moment is not kept'
const UNREADABLE = 'This is not a day and a time'

/** Day and time with seconds. */
const momentWords = (at: number) => `${formatDate(at)}, ${formatTime(at, true)}`

/** The person's own time zone, and UTC where that is another. */
function zones(): { value: Zone; label: string }[] {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone
  const utc = { value: 'utc' as const, label: 'UTC' }
  return own === 'UTC' ? [{ ...utc, value: 'local' }] : [{ value: 'local', label: own }, utc]
}

/** Chooses a moment by pointer, by keys or by typing, and goes back to it. */
export function ChooseMoment({ project, state, range }: { project: Project; state: PitrState; range: Range }) {
  const { ref, organization_slug: slug } = project
  const [chosen, setChosen] = useState<number | null>(null)
  const [zone, setZone] = useState<Zone>('local')
  const [typed, setTyped] = useState<{ date: string; time: string } | null>(null)
  const [open, setOpen] = useState<'place' | 'new' | null>(null)
  // Until somebody chooses, the latest moment stays chosen while time goes on.
  const at = chosen === null ? range.to : chosen
  const fields = typed ?? fieldsOf(at, zone)
  const meant = momentOf(fields, zone)
  const problem = meant === null ? UNREADABLE : meant < range.from || meant > range.to ? OUTSIDE : null
  const choose = (moment: number) => {
    setChosen(within(moment, range))
    setTyped(null)
  }
  const type = (part: Partial<typeof fields>) => {
    const next = { ...fields, ...part }
    setTyped(next)
    const moment = momentOf(next, zone)
    if (moment !== null && moment >= range.from && moment <= range.to) setChosen(moment)
  }

  const restore = usePermission(projectPermissions.restoreBackups, { ref })
  const create = usePermission(organizationPermissions.createProject, { slug })
  const status = projectLifecycle.can(project.status, 'restoreBackup')
    ? undefined
    : `Not while the project’s status is “${projectLifecycle.states[project.status].label}”`
  const source = { at: new Date(at).toISOString() }

  return (
    <Section title="Choose a moment">
      <div className="grid gap-6">
        <Timeline
          range={range}
          at={at}
          bases={state.base_backups.map((base) => Date.parse(base.at))}
          onChoose={choose}
        />
        <p className="text-13 text-fg-2">
          From {momentWords(range.from)} to {momentWords(range.to)}. {state.days} days are kept.
        </p>
        <div className="grid max-w-[560px] grid-cols-1 gap-4 wide:grid-cols-3">
          <Field label="Day">
            <Input type="date" value={fields.date} onChange={(event) => type({ date: event.target.value })} />
          </Field>
          <Field label="Time" error={problem}>
            <Input type="time" step={1} value={fields.time} onChange={(event) => type({ time: event.target.value })} />
          </Field>
          <Field label="Time zone">
            <Select
              value={zone}
              onValueChange={(next) => {
                setZone(next)
                setTyped(null)
              }}
              options={zones()}
            />
          </Field>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <Button
            variant="primary"
            icon={History}
            disabledReason={restore.reason ?? status ?? problem}
            onClick={() => setOpen('place')}
          >
            Restore to this moment
          </Button>
          <Button
            icon={Copy}
            disabledReason={restore.reason ?? create.reason ?? problem}
            onClick={() => setOpen('new')}
          >
            Restore to a new project
          </Button>
          <span className="num text-13 text-fg-3">{momentWords(at)}</span>
        </div>
      </div>
      {open === 'place' ? <RestoreInPlace project={project} source={source} onClose={() => setOpen(null)} /> : null}
      {open === 'new' ? <RestoreToNew project={project} source={source} onClose={() => setOpen(null)} /> : null}
    </Section>
  )
}
