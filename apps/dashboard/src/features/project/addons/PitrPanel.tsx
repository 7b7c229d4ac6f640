import { Note } from '@stoa/ui'
import { AddonPanel, type AddonPanelProps } from './AddonPanel.tsx'

const WORDS = {
  title: 'Point in time recovery',
  description:
    'A copy of the whole server now and then, and everything written since. Both take disk on this machine, the more the longer they reach back.',
  label: 'How far back',
  enable: 'Enable PITR add-on',
  off: 'Only the scheduled backups can be restored.',
}
/** Whether the log is archived is decided when a server starts. */
const RESTARTS = 'A running database server restarts for this: connections end, and new ones succeed a moment later.'

/** For how many days back a project can be restored to any moment. */
export function PitrPanel(props: AddonPanelProps) {
  return (
    <AddonPanel
      {...props}
      type="pitr"
      words={WORDS}
      note={(change) =>
        change === 'ends' ? (
          <Note tone="warn" role="status">
            What was kept for it is removed at once: the moments until now can no longer be restored. {RESTARTS}
          </Note>
        ) : (
          <Note tone="info" role="status">
            {RESTARTS}
          </Note>
        )
      }
    />
  )
}
