import {
  type DatabaseUpgradeStatus,
  FULL_BACKUP,
  type Project,
  projectLifecycle,
  UPGRADE_PROGRESS_NAMES,
  type UpgradeProgressName,
  upgradeSteps,
} from '@stoa/contract'
import { Button, formatDuration, formatTime, Note, Spinner, type Step, Steps, StepsColonnade } from '@stoa/ui'
import { useNow } from '../../../parts/project/use-now.ts'
import { postgresVersion } from '../../../parts/project/words.ts'
import { ContactSupport } from './Help.tsx'
import { StatusPage } from './StatusPage.tsx'

const TICK_MS = 1_000

const wholeSeconds = (ms: number) => formatDuration(Math.max(TICK_MS, Math.floor(ms / TICK_MS) * TICK_MS))

/** When the part of an upgrade that ended with a progress began: with the one before it. */
function beginningOf(upgrade: DatabaseUpgradeStatus, endedBy: UpgradeProgressName): number | null {
  const before = UPGRADE_PROGRESS_NAMES[UPGRADE_PROGRESS_NAMES.indexOf(endedBy) - 1]
  const at = upgrade.steps.find(({ name }) => name === before)?.at
  return at === undefined ? null : Date.parse(at)
}

/** The displayed steps with how long each took, or has taken. */
function timedSteps(upgrade: DatabaseUpgradeStatus, now: number): Step[] {
  const failed = upgrade.status === 'Failed'
  return upgradeSteps(upgrade.progress, failed).map(({ label, state, endedBy }) => {
    const began = beginningOf(upgrade, endedBy)
    const ended = upgrade.steps.find(({ name }) => name === endedBy)?.at
    const until = ended === undefined ? now : Date.parse(ended)
    const timed = began !== null && (state === 'done' || state === 'active')
    return { label, state, ...(timed && { time: <span className="num">{wholeSeconds(until - began)}</span> }) }
  })
}

/** The server is being moved to another major version. */
export function UpgradingScreen({
  project,
  upgrade,
}: {
  project: Project
  upgrade: DatabaseUpgradeStatus | null | undefined
}) {
  const now = useNow(TICK_MS)
  const before = postgresVersion(project.dbVersion)
  const target = upgrade ? ` to Postgres ${postgresVersion(upgrade.target_version)}` : ''
  const moved = upgrade?.progress === 'completed upgrade'
  const steps = upgrade ? timedSteps(upgrade, now) : upgradeSteps(null)
  return (
    <StatusPage
      tone={projectLifecycle.states[project.status].tone}
      title={`Upgrading ${project.name}${target}`}
      before={<StepsColonnade steps={steps} />}
      text={
        moved
          ? `${project.name} is on its new version. It comes back as soon as its backup is taken. You can close this page.`
          : `${project.name} is offline until this is done, which can take minutes to hours. If anything fails, it comes back on ${before} with its data untouched. You can close this page.`
      }
      foot={
        upgrade ? (
          <span className="num flex flex-wrap justify-between gap-x-4">
            <span>
              Started {formatTime(upgrade.initiated_at)}, {wholeSeconds(now - Date.parse(upgrade.initiated_at))} ago
            </span>
            <code className="ui-mono select-all wrap-anywhere">{upgrade.tracking_id}</code>
          </span>
        ) : undefined
      }
    >
      <Steps steps={steps} label="Steps of the upgrade" />
      {moved ? (
        <p className="mt-3 flex items-center gap-3 font-semi" role="status">
          <Spinner />
          {FULL_BACKUP}
        </p>
      ) : null}
    </StatusPage>
  )
}

/** The project runs on its new version; the person goes in when ready. */
export function UpgradedScreen({
  project,
  upgrade,
  onReturn,
}: {
  project: Project
  upgrade: DatabaseUpgradeStatus
  onReturn: () => void
}) {
  return (
    <StatusPage
      tone="ok"
      title="Upgrade complete"
      before={<StepsColonnade steps={upgradeSteps(upgrade.progress)} />}
      text={`${project.name} runs on Postgres ${postgresVersion(upgrade.target_version)}, with all of its data.`}
      actions={
        <Button variant="primary" onClick={onReturn}>
          Return to project
        </Button>
      }
    />
  )
}

/** The upgrade ended without a new version: nothing was lost, and it can be begun again. */
export function UpgradeFailedScreen({
  project,
  upgrade,
  onReturn,
}: {
  project: Project
  upgrade: DatabaseUpgradeStatus
  onReturn: () => void
}) {
  const steps = upgradeSteps(upgrade.progress, true)
  return (
    <StatusPage
      tone="bad"
      title="We ran into an issue while upgrading your project"
      before={<StepsColonnade steps={steps} />}
      text={`Your data is unaffected: ${project.name} stays on Postgres ${postgresVersion(upgrade.from_version)}, with all of its data.`}
      actions={
        <>
          <Button variant="primary" onClick={onReturn}>
            Return to project
          </Button>
          <ContactSupport
            project={project}
            subject={`The upgrade to Postgres ${postgresVersion(upgrade.target_version)} failed`}
            message={`${upgrade.error ?? 'No reason is known.'} (upgrade ${upgrade.tracking_id})`}
          />
        </>
      }
      foot={<code className="ui-mono select-all wrap-anywhere">{upgrade.tracking_id}</code>}
    >
      <Note tone="bad" role="alert">
        {upgrade.error ?? 'No reason is known.'}
      </Note>
    </StatusPage>
  )
}
