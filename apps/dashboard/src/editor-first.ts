// The first script of a page that begins with an editor (server: http/dashboard.ts). The dashboard's own files are in
// the page but wait: with them the browser would be busy before one can type.

/** Lets the browser fetch, or run, what the page holds back. */
function release(attribute: 'rel' | 'type', selector: string): void {
  for (const element of document.querySelectorAll<HTMLElement>(selector)) {
    const next = document.createElement(element.localName)
    for (const { name, value } of element.attributes) if (!name.startsWith('data-')) next.setAttribute(name, value)
    next.setAttribute(attribute, element.dataset.later ?? '')
    element.replaceWith(next)
  }
}

const dashboard = () => {
  release('rel', 'link[data-later]')
  release('type', 'script[data-later]')
}

// Whatever becomes of the editor, the dashboard follows.
import('./features/project/sql/early-editor.ts').then(({ standing }) => standing).then(dashboard, dashboard)
