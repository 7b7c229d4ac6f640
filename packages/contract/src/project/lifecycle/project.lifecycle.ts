import { lifecycle } from '../../lifecycle.ts'

/** Which full-page screen stands in for the project's pages. `null`: the pages themselves. */
export type StatusScreen =
  | 'setting-up'
  | 'pausing'
  | 'paused'
  | 'pause-failed'
  | 'restarting'
  | 'resizing'
  | 'upgrading'
  | 'restoring'
  | 'restore-failed'

/** Areas of a project that stay usable behind a status screen. */
export type GateArea = 'settings' | 'backups'

const NONE: readonly GateArea[] = []
const BACKUPS: readonly GateArea[] = ['backups']
const SETTINGS: readonly GateArea[] = ['settings']
const SETTINGS_AND_BACKUPS: readonly GateArea[] = ['settings', 'backups']

/**
 * The project's life. `screen` is what stands in for its pages, `pollMs` how often that screen asks for the status
 * (after `pollDelayMs`), `passes` the areas that stay open behind it, `tone` the status column that shows it, and
 * `unsettled` marks states that a running operation owns.
 */
export const projectLifecycle = lifecycle({
  ACTIVE_HEALTHY: {
    on: {
      pause: 'PAUSING',
      restart: 'RESTARTING',
      resize: 'RESIZING',
      upgrade: 'UPGRADING',
      restoreBackup: 'RESTORING',
      remove: 'GOING_DOWN',
    },
    label: 'Healthy',
    tone: 'ok',
    screen: null,
    pollMs: null,
    pollDelayMs: 0,
    passes: NONE,
    unsettled: false,
  },
  COMING_UP: {
    on: { ready: 'ACTIVE_HEALTHY', failed: 'UNKNOWN' },
    label: 'Setting up',
    tone: 'work',
    screen: 'setting-up',
    pollMs: 4_000,
    pollDelayMs: 0,
    passes: SETTINGS,
    unsettled: true,
  },
  UNKNOWN: {
    on: { ready: 'ACTIVE_HEALTHY', restart: 'RESTARTING', remove: 'GOING_DOWN' },
    label: 'Unknown',
    tone: 'unknown',
    screen: 'setting-up',
    pollMs: 4_000,
    pollDelayMs: 0,
    passes: SETTINGS,
    unsettled: false,
  },
  INACTIVE: {
    on: { restore: 'RESTORING', remove: 'GOING_DOWN' },
    label: 'Paused',
    tone: 'paused',
    screen: 'paused',
    pollMs: null,
    pollDelayMs: 0,
    passes: SETTINGS_AND_BACKUPS,
    unsettled: false,
  },
  GOING_DOWN: {
    on: { failed: 'UNKNOWN' },
    label: 'Going down',
    tone: 'down',
    screen: 'pausing',
    pollMs: 2_000,
    pollDelayMs: 4_000,
    passes: NONE,
    unsettled: true,
  },
  PAUSING: {
    on: { paused: 'INACTIVE', failed: 'PAUSE_FAILED' },
    label: 'Pausing',
    tone: 'down',
    screen: 'pausing',
    pollMs: 2_000,
    pollDelayMs: 4_000,
    passes: NONE,
    unsettled: true,
  },
  PAUSE_FAILED: {
    on: { pause: 'PAUSING', restart: 'RESTARTING', remove: 'GOING_DOWN' },
    label: 'Pause failed',
    tone: 'bad',
    screen: 'pause-failed',
    pollMs: null,
    pollDelayMs: 0,
    passes: SETTINGS_AND_BACKUPS,
    unsettled: false,
  },
  RESTARTING: {
    on: { ready: 'ACTIVE_HEALTHY', failed: 'UNKNOWN' },
    label: 'Restarting',
    tone: 'work',
    screen: 'restarting',
    pollMs: 4_000,
    pollDelayMs: 0,
    passes: BACKUPS,
    unsettled: true,
  },
  RESIZING: {
    on: { ready: 'ACTIVE_HEALTHY', failed: 'UNKNOWN' },
    label: 'Resizing',
    tone: 'work',
    screen: 'resizing',
    pollMs: 4_000,
    pollDelayMs: 0,
    passes: BACKUPS,
    unsettled: true,
  },
  UPGRADING: {
    on: { ready: 'ACTIVE_HEALTHY', failed: 'ACTIVE_HEALTHY' },
    label: 'Upgrading',
    tone: 'work',
    screen: 'upgrading',
    pollMs: 5_000,
    pollDelayMs: 0,
    passes: BACKUPS,
    unsettled: true,
  },
  RESTORING: {
    on: { ready: 'ACTIVE_HEALTHY', failed: 'RESTORE_FAILED' },
    label: 'Restoring',
    tone: 'work',
    screen: 'restoring',
    pollMs: 4_000,
    pollDelayMs: 0,
    passes: NONE,
    unsettled: true,
  },
  RESTORE_FAILED: {
    on: { restore: 'RESTORING', restoreBackup: 'RESTORING', remove: 'GOING_DOWN' },
    label: 'Restore failed',
    tone: 'bad',
    screen: 'restore-failed',
    pollMs: null,
    pollDelayMs: 0,
    passes: SETTINGS_AND_BACKUPS,
    unsettled: false,
  },
})

export const PROJECT_STATUSES = projectLifecycle.names
export type ProjectStatus = (typeof PROJECT_STATUSES)[number]
export type ProjectEvent = Parameters<typeof projectLifecycle.next>[1]

/** Whether the project's API answers. While it does not, the connecting screen stands in for the pages. */
export const POSTGREST_STATUSES = ['ONLINE', 'OFFLINE'] as const
export type PostgrestStatus = (typeof POSTGREST_STATUSES)[number]
/** How often the connecting screen asks whether the API answers again, in milliseconds. */
export const CONNECTING_POLL_MS = 4_000
/** How long one reachability call may take, in milliseconds. */
export const REACHABILITY_TIMEOUT_MS = 2_000
/** When the setup screen begins to suggest support, in milliseconds after it appeared. */
export const SETUP_SUPPORT_HINT_MS = 120_000

/**
 * What a person sees instead of a project's pages, or null for the pages.
 * @param status the project's status
 * @param postgrest whether its API answers; only looked at while the project is healthy
 * @param area the area being opened, when it is one that some screens let through
 */
export function gate(
  status: ProjectStatus,
  postgrest: PostgrestStatus,
  area: GateArea | null,
): StatusScreen | 'connecting' | null {
  const state = projectLifecycle.states[status]
  if (state.screen === null) return postgrest === 'OFFLINE' && area === null ? 'connecting' : null
  if (area !== null && state.passes.includes(area)) return null
  return state.screen
}
