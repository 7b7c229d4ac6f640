import { EVERYBODY_V4, EVERYBODY_V6 } from '@stoa/contract'

/** The networks of both versions, as the calls want them. */
export type Networks = { readonly dbAllowedCidrs: string[]; readonly dbAllowedCidrsV6: string[] }

export const EVERYBODY: Networks = { dbAllowedCidrs: [EVERYBODY_V4], dbAllowedCidrsV6: [EVERYBODY_V6] }

/** Whether every address may connect. */
export const isEverybody = ({ dbAllowedCidrs, dbAllowedCidrsV6 }: Networks): boolean =>
  dbAllowedCidrs.includes(EVERYBODY_V4) && dbAllowedCidrsV6.includes(EVERYBODY_V6)

/** Reads networks as people type them: one per line or separated by commas, single addresses without a length. */
export function readNetworks(text: string): Networks {
  const all = [...new Set(text.split(/[\s,]+/).filter(Boolean))].map((network) => {
    if (network.includes('/')) return network
    return `${network}/${network.includes(':') ? 128 : 32}`
  })
  return {
    dbAllowedCidrs: all.filter((network) => !network.includes(':')),
    dbAllowedCidrsV6: all.filter((network) => network.includes(':')),
  }
}

/** The networks as one text, one per line. */
export const writeNetworks = ({ dbAllowedCidrs, dbAllowedCidrsV6 }: Networks): string =>
  [...dbAllowedCidrs, ...dbAllowedCidrsV6].join('\n')
