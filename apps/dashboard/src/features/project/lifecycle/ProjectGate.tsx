import { type GateArea, gate, type Project, type StatusScreen } from '@stoa/contract'
import { ErrorState, LoadingAnimation, Page } from '@stoa/ui'
import { useQuery } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, Suspense, useEffect, useState } from 'react'
import { errorMessage, errorStatus } from '../../../api/errors.ts'
import { lazyContent } from '../../../parts/frame/lazy-part.tsx'
import { NothingHere } from '../../../parts/page/NothingHere.tsx'
import { usePageTitle } from '../../../parts/page/title.ts'
import { projectQuery, useLeaveProject, useProjectRef } from '../../../parts/project/project.ts'
import { useQueryParam, useSetQueryParams } from '../../../parts/query-params/use-query-params.ts'
import { useReachabilityPolling, useStatusPolling } from './use-status-polling.ts'
import { useUpgradeStatus } from './use-upgrade-status.ts'

const NOT_FOUND = 404
/** How often an open page looks whether somebody else changed its project, in ms. */
const SETTLED_POLL_MS = 15_000

// Healthy projects, which is nearly all of them, do not need what others do.
const works = () => import('./WorkScreen.tsx')
const SettingUpScreen = lazyContent(async () => (await works()).SettingUpScreen)
const ConnectingScreen = lazyContent(async () => (await works()).ConnectingScreen)
const PausingScreen = lazyContent(async () => (await works()).PausingScreen)
const RestartingScreen = lazyContent(async () => (await works()).RestartingScreen)
const ResizingScreen = lazyContent(async () => (await works()).ResizingScreen)
const RestoringScreen = lazyContent(async () => (await works()).RestoringScreen)
const RestoredScreen = lazyContent(async () => (await works()).RestoredScreen)

const stopped = () => import('./StoppedScreen.tsx')
const PausedScreen = lazyContent(async () => (await import('./PausedScreen.tsx')).PausedScreen)
const PauseFailedScreen = lazyContent(async () => (await stopped()).PauseFailedScreen)
const RestoreFailedScreen = lazyContent(async () => (await stopped()).RestoreFailedScreen)

const upgrades = () => import('./UpgradeScreens.tsx')
const UpgradingScreen = lazyContent(async () => (await upgrades()).UpgradingScreen)
const UpgradedScreen = lazyContent(async () => (await upgrades()).UpgradedScreen)
const UpgradeFailedScreen = lazyContent(async () => (await upgrades()).UpgradeFailedScreen)

type Screen = StatusScreen | 'connecting'

const SCREENS: Record<Exclude<Screen, 'upgrading'>, ComponentType<{ project: Project }>> = {
  'setting-up': SettingUpScreen,
  connecting: ConnectingScreen,
  pausing: PausingScreen,
  paused: PausedScreen,
  'pause-failed': PauseFailedScreen,
  restarting: RestartingScreen,
  resizing: ResizingScreen,
  restoring: RestoringScreen,
  'restore-failed': RestoreFailedScreen,
}

/**
 * Shows a project's pages, or what stands in for them while the project is not ready.
 * @param area the area being opened, when it is one that some status screens let through
 */
export function ProjectGate({ area, children }: { area: GateArea | null; children: ReactNode }) {
  const ref = useProjectRef()
  const {
    data: project,
    error,
    isFetching,
    refetch,
  } = useQuery({
    ...projectQuery(ref),
    refetchInterval: SETTLED_POLL_MS,
  })
  const pollSaysGone = useStatusPolling(project)
  useReachabilityPolling(project)

  const missing = errorStatus(error) === NOT_FOUND
  const gone = pollSaysGone || (missing && project !== undefined)
  const leave = useLeaveProject(ref)
  useEffect(() => {
    if (gone) void leave()
  }, [gone, leave])

  if (project !== undefined) {
    return (
      <Stage project={project} area={area}>
        {children}
      </Stage>
    )
  }
  if (missing) return <Unknown />
  if (error !== null)
    return <Failed message={errorMessage(error)} retrying={isFetching} onRetry={() => void refetch()} />
  return (
    <div className="grid h-full content-center">
      <LoadingAnimation label="Loading project" />
    </div>
  )
}

/** The upgrade that this page shows: the one that the address names, or the one that it saw under way. */
function useShownUpgrade(project: Project) {
  const named = useQueryParam('trackingId')
  const setParams = useSetQueryParams()
  const [followed, setFollowed] = useState<string>()
  const upgrade = useUpgradeStatus(project, named ?? followed)
  const underWay = project.status === 'UPGRADING' && upgrade?.status === 'Upgrading' ? upgrade.tracking_id : undefined
  if (underWay !== undefined && underWay !== followed) setFollowed(underWay)
  const dismiss = () => {
    setFollowed(undefined)
    if (named !== undefined) setParams({ trackingId: undefined })
  }
  return { upgrade, dismiss }
}

/** Chooses between the pages and a status screen, and keeps the end of long work until it was seen. */
function Stage({ project, area, children }: { project: Project; area: GateArea | null; children: ReactNode }) {
  const screen = gate(project.status, project.postgrestStatus, area)
  const [seen, setSeen] = useState<Screen | null>(screen)
  const [restored, setRestored] = useState(false)
  const { upgrade, dismiss } = useShownUpgrade(project)
  if (screen !== seen) {
    setSeen(screen)
    setRestored((restored || seen === 'restoring') && (screen === null || screen === 'connecting'))
  }
  const up = screen === null || screen === 'connecting'
  const StandIn = screen === null || screen === 'upgrading' ? null : SCREENS[screen]
  return (
    <Suspense fallback={null}>
      {restored ? (
        <RestoredScreen project={project} onReturn={() => setRestored(false)} />
      ) : screen === 'upgrading' || (up && area === null && upgrade?.status === 'Upgrading') ? (
        <UpgradingScreen project={project} upgrade={upgrade} />
      ) : up && area === null && upgrade?.status === 'Upgraded' ? (
        <UpgradedScreen project={project} upgrade={upgrade} onReturn={dismiss} />
      ) : up && area === null && upgrade?.status === 'Failed' ? (
        <UpgradeFailedScreen project={project} upgrade={upgrade} onReturn={dismiss} />
      ) : StandIn !== null ? (
        <StandIn project={project} />
      ) : (
        children
      )}
    </Suspense>
  )
}

const Unknown = () => (
  <NothingHere
    title="Project not found"
    what="There is no such project"
    why="It was deleted, or you are not a member of its organization."
  />
)

function Failed({ message, retrying, onRetry }: { message: string; retrying: boolean; onRetry: () => void }) {
  usePageTitle('Project')
  return (
    <Page>
      <h1 className="ui-vh">Project</h1>
      <ErrorState title="Failed to load this project" reason={message} retrying={retrying} onRetry={onRetry} />
    </Page>
  )
}
