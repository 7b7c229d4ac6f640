import type { Plugin } from 'vite'

/** The fonts that the first picture of every screen is set in. Other alphabets are fetched when they are met. */
const FIRST = /(?:inter|jetbrains-mono)-latin-wght-normal-[\w-]+\.woff2$/

/**
 * Announces the fonts of the first picture in the page. Otherwise a browser asks for them only once it has laid the
 * page out with others, and then lays it out again.
 */
export function fontLinks(): Plugin {
  return {
    name: 'stoa:fonts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((file) => FIRST.test(file))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${file}` },
            injectTo: 'head',
          })),
    },
  }
}
