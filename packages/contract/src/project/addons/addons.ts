/** What a project can be given beyond its plan. */
export const ADDON_TYPES = ['compute_instance', 'pitr', 'custom_domain'] as const
export type AddonType = (typeof ADDON_TYPES)[number]

/** What people read for an add-on. */
export const ADDON_NAMES: Record<AddonType, string> = {
  compute_instance: 'Compute',
  pitr: 'Point in time recovery',
  custom_domain: 'Custom domain',
}

/** The only variant of the custom domain. */
export const CUSTOM_DOMAIN_VARIANT = 'cd_default'

/** The add-on variant that stands for a span of recovery, such as `pitr_7`. */
export const pitrVariant = (days: number): string => `pitr_${days}`
