// Apart from the advice itself, which is long: an address is read before its screen is there.

/** How much a finding matters. */
export const ADVICE_LEVELS = ['error', 'warning', 'info'] as const
export type AdviceLevel = (typeof ADVICE_LEVELS)[number]

export const ADVICE_KINDS = ['security', 'performance'] as const
export type AdviceKind = (typeof ADVICE_KINDS)[number]
