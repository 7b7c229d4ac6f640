// Plain data, read by pages too.

/** The type of the add-on that a custom domain needs. */
export const CUSTOM_DOMAIN_ADDON = 'custom_domain'

/** What a refusal of the custom domain's call means. Both are normal results: there is no domain. */
export type NoCustomDomain = '0_not_allowed' | '0_no_hostname_configured'

/**
 * Reads a refusal as a status.
 * @param message the sentence of the refusal
 * @returns null when it says something else went wrong
 */
export function noCustomDomain(message: string): NoCustomDomain | null {
  if (message.includes('not allowed to set up custom domain')) return '0_not_allowed'
  if (message.includes('custom hostname configuration')) return '0_no_hostname_configured'
  return null
}
