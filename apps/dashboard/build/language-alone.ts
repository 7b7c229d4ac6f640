import type { Plugin } from 'vite'

const COMPLETION = '@codemirror/autocomplete'
const NOTHING = '\0stoa:no-completion'

/**
 * Keeps the library of suggestions out of what one needs to type. The package of the SQL language imports it for
 * suggestions of its own, which nobody uses here, and whatever it imports would come with the language.
 */
export function languageAlone(): Plugin {
  return {
    name: 'stoa:language-alone',
    apply: 'build',
    enforce: 'pre',
    resolveId(source, importer) {
      return source === COMPLETION && importer?.includes('@codemirror/lang-sql') ? NOTHING : null
    },
    load(id) {
      return id === NOTHING ? 'export const completeFromList = null, ifNotIn = null' : null
    },
  }
}
