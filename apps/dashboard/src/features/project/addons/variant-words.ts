import type { Addons, AddonType } from '@stoa/contract'
import { formatNumber } from '@stoa/ui'

export type AddonVariant = Addons['selected_addons'][number]['variant']

/** What a variant costs, in words. */
export const priceWords = ({ price: { amount } }: AddonVariant): string =>
  amount === 0 ? 'Included' : `$${formatNumber(amount, Number.isInteger(amount) ? 0 : 2)} a month`

/** The variants of an add-on that can be had. */
export const variantsOf = (addons: Addons, type: AddonType): readonly AddonVariant[] =>
  addons.available_addons.find((addon) => addon.type === type)?.variants ?? []

/** Why the project cannot be given an add-on; null when it can. */
export const refusalOf = (addons: Addons, type: AddonType): string | null =>
  addons.available_addons.find((addon) => addon.type === type)?.refusal ?? null
