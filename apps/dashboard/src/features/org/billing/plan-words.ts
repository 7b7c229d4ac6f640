import {
  ADDON_NAMES,
  type AddonType,
  COMPUTE_IDS,
  COMPUTE_SIZES,
  type Plan,
  type PlanChangeSource,
} from '@stoa/contract'

const addonWords = (type: AddonType): string => ADDON_NAMES[type]

/** What a plan allows, each in a line. */
export function planAllows(plan: Plan): readonly string[] {
  const limit = plan.projectLimitPerMember
  const { computeSizes: sizes, backupRetentionDays: days } = plan
  return [
    limit === null
      ? 'Any number of projects'
      : `${limit} active ${limit === 1 ? 'project' : 'projects'} for each member, over all organizations on this plan`,
    'Any number of members',
    sizes.length === COMPUTE_IDS.length
      ? 'Every compute size'
      : `Compute size ${sizes.map((id) => COMPUTE_SIZES[id].name).join(', ')}`,
    `Backups kept for ${days} ${days === 1 ? 'day' : 'days'}`,
    plan.addons.length === 0 ? 'No add-ons' : plan.addons.map(addonWords).join(', '),
    plan.branching ? 'Preview branches' : 'No preview branches',
    plan.pausedProjectsExpire ? 'Paused projects may be restored for a limited time' : 'Paused projects never expire',
  ]
}

/** What sets plans apart, each with a word or two for a plan. */
export const COMPARED: readonly { readonly what: string; readonly of: (plan: Plan) => string }[] = [
  {
    what: 'Active projects of a member',
    of: ({ projectLimitPerMember: limit }) => (limit === null ? 'Any' : `${limit}`),
  },
  { what: 'Members', of: () => 'Any' },
  {
    what: 'Compute sizes',
    of: ({ computeSizes: sizes }) =>
      sizes.length === COMPUTE_IDS.length ? 'All' : sizes.map((id) => COMPUTE_SIZES[id].name).join(', '),
  },
  { what: 'Backups kept', of: ({ backupRetentionDays: days }) => `${days} days` },
  { what: 'Add-ons', of: ({ addons }) => (addons.length === 0 ? 'None' : addons.map(addonWords).join(', ')) },
  { what: 'Preview branches', of: ({ branching }) => (branching ? 'Yes' : 'No') },
  {
    what: 'Restoring a paused project',
    of: ({ pausedProjectsExpire }) => (pausedProjectsExpire ? 'For a time' : 'Always'),
  },
  { what: 'Price', of: ({ price }) => price },
]

/** A price of the operator's, by the month. Where none is set, nothing is charged. */
export const priceWords = (perMonth: number | null): string =>
  perMonth === null
    ? 'Included'
    : new Intl.NumberFormat('en', { style: 'currency', currency: 'USD', trailingZeroDisplay: 'stripIfInteger' }).format(
        perMonth,
      )

/** Why somebody is on this page, when a link said so, and the words of the way back. */
export const SOURCE_WORDS: Record<PlanChangeSource, { readonly why: string; readonly back: string }> = {
  projectPausedStateRestore: {
    why: 'You came from a paused project. On a paid plan a project can be restored at any time, and no member has a limit of active projects.',
    back: 'Back to the project',
  },
  enableBranchingButton: {
    why: 'You came to switch on branching. Database branching is only available on the Pro Plan and above.',
    back: 'Back to branching',
  },
}

/** Whether a text of the address names something that leads to another plan. */
export const isPlanChangeSource = (text: string | undefined): text is PlanChangeSource =>
  text !== undefined && Object.hasOwn(SOURCE_WORDS, text)
