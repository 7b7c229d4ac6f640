import type { Plugin } from 'vite'

/** The files most of whose functions are used in the first picture of a page, by their names. */
const FILES = new Set(['index', 'EditorScreen', 'grid'])
const AT_ONCE = '//# allFunctionsCalledOnLoad\n'

/**
 * Has all functions of some files compiled when these come. Chromium keeps of a module's compiled code what was
 * compiled while it was evaluated, and React draws later: without this line, which Chromium knows only at the very
 * beginning of a file, a thousand functions are compiled again on every page.
 */
export function compileAtOnce(): Plugin {
  return {
    name: 'stoa:compile-at-once',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle))
          if (file.type === 'chunk' && FILES.has(file.name)) file.code = AT_ONCE + file.code
      },
    },
  }
}
