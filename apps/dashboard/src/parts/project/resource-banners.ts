import { RESOURCES, type Resource, type ResourceWarning, WARNING_LEVELS, type WarningLevel } from '@stoa/contract'

/** What a banner says about a project that runs short of something. */
export type ResourceBanner = {
  readonly resource: Resource | 'read_only'
  readonly level: WarningLevel
  readonly title: string
  readonly text: string
  /** The page that helps; null where none does. */
  readonly help: 'compute-and-disk' | 'infrastructure' | null
}

/** The level that a person has seen and closed, for each resource. */
export type Dismissed = Readonly<Partial<Record<Resource, WarningLevel>>>

/** How a transaction begins that has to delete something in spite of read-only mode. Good for any client. */
export const WRITE_ANYWAY = 'begin; set transaction read write;'

type Words = Record<WarningLevel, Pick<ResourceBanner, 'title' | 'text'>> & Pick<ResourceBanner, 'help'>

const WORDS: Record<Resource, Words> = {
  disk_space_exhaustion: {
    warning: { title: 'Disk is filling up.', text: 'More than 80% of its limit is used.' },
    critical: {
      title: 'Disk is nearly full.',
      text: 'More than 90% of its limit is used; above 95% the database stops taking writes.',
    },
    help: 'compute-and-disk',
  },
  memory_and_swap_exhaustion: {
    warning: {
      title: 'Memory is running low.',
      text: 'The server uses nearly all the memory that its size is made for.',
    },
    critical: {
      title: 'Out of memory.',
      text: 'The server uses more memory than its size is made for. Queries become slow and may fail.',
    },
    help: 'compute-and-disk',
  },
  cpu_exhaustion: {
    warning: { title: 'Processors are busy.', text: 'The database has used most of the processor time for minutes.' },
    critical: {
      title: 'Processors are exhausted.',
      text: 'The database has used nearly all the processor time for minutes. Queries wait for it.',
    },
    help: 'infrastructure',
  },
  disk_io_exhaustion: {
    warning: { title: 'Disk is busy.', text: 'The database reads and writes nearly as much as its size is made for.' },
    critical: {
      title: 'Disk is exhausted.',
      text: 'The database reads and writes more than its size is made for. Queries wait for it.',
    },
    help: 'infrastructure',
  },
  auth_rate_limit_exhaustion: {
    warning: {
      title: 'E-mail limit is near.',
      text: 'In the past 24 hours nearly all e-mails that Auth may send were sent.',
    },
    critical: { title: 'E-mail limit was reached.', text: 'In the past 24 hours Auth could not send some e-mails.' },
    help: null,
  },
}

const rank = (level: WarningLevel): number => WARNING_LEVELS.indexOf(level)

/** What is said about a project now, the most urgent first, without what was seen at the same or a higher level. */
export function bannersOf(warning: ResourceWarning, dismissed: Dismissed): ResourceBanner[] {
  const banners = RESOURCES.flatMap((resource): ResourceBanner[] => {
    const level = warning[resource]
    const seen = dismissed[resource]
    if (level === null || (seen !== undefined && rank(seen) >= rank(level))) return []
    // Read-only mode says the same, and more.
    if (resource === 'disk_space_exhaustion' && warning.is_readonly_mode_enabled) return []
    return [{ resource, level, ...WORDS[resource][level], help: WORDS[resource].help }]
  })
  const readOnly: ResourceBanner[] = warning.is_readonly_mode_enabled
    ? [
        {
          resource: 'read_only',
          level: 'critical',
          title: 'The database is in read-only mode.',
          text: 'Its disk has to drop under 95% of the limit to leave it. The disk can be raised up to 200GB. Or delete data in a transaction that begins with',
          help: 'compute-and-disk',
        },
      ]
    : []
  return [...readOnly, ...banners.sort((a, b) => rank(b.level) - rank(a.level))]
}

/** What stays closed: a level that has been left is forgotten, so that reaching it again is told again. */
export function stillDismissed(warning: ResourceWarning, dismissed: Dismissed): Dismissed {
  return Object.fromEntries(
    RESOURCES.flatMap((resource) => {
      const [level, seen] = [warning[resource], dismissed[resource]]
      if (level === null || seen === undefined) return []
      return [[resource, rank(seen) < rank(level) ? seen : level]]
    }),
  )
}
