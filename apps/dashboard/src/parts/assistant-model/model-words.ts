import type { ModelSource } from '@stoa/contract'

/** Where a model's settings come from, behind its name. */
export const SOURCE_WORDS: Readonly<Record<ModelSource, string>> = {
  organization: 'set by the organization',
  instance: 'set for this platform',
  environment: 'set when the platform was started',
}
