import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Env, Hono } from 'hono'

const require = createRequire(import.meta.url)
const ASSETS = new Map([
  ['swagger-ui.css', 'text/css; charset=utf-8'],
  ['swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
])
// The address that the page itself reads is of no use to anybody else.
const DESCRIPTION = 'The platform API of this installation, also as a [document of OpenAPI 3.1](/api/openapi.json).'
// Hundreds of calls drawn at once take a browser seconds: the page begins with their groups. And it reads OpenAPI 3.1 by
// making objects of the whole document whenever a call is opened, seconds each time, but not 3.0.
const INIT = `window.ui = SwaggerUIBundle({ url: '/api/docs/openapi.json', dom_id: '#docs', deepLinking: true, docExpansion: 'none', defaultModelsExpandDepth: -1, tagsSorter: 'alpha', tryItOutEnabled: false, persistAuthorization: false })`
// Dark where the dashboard is: by what was chosen there, which the browser keeps, and else by the system.
const THEME = `const system = matchMedia('(prefers-color-scheme: dark)')
const show = () => {
  let chosen = null
  try {
    chosen = localStorage.getItem('stoa.theme')
  } catch {}
  const dark = chosen === 'dark' || (chosen !== 'light' && system.matches)
  document.documentElement.classList.toggle('dark-mode', dark)
}
show()
system.addEventListener('change', show)
addEventListener('storage', show)`
// The page in the product's own greys and sizes, in place of the library's big and bright ones. It has rules of its own
// for the dark, which those here have to outweigh.
const STYLE = `:root { color-scheme: light; --ink: light-dark(#1c1917, #f1eeea); --soft: light-dark(#57524c, #b8b2aa); --fill: light-dark(#57524c, #4a453f);
  --ground: light-dark(#fff, #191816); --sunken: light-dark(#faf9f7, #211f1d); --line: light-dark(#e9e6e1, #2a2825);
  --accent: light-dark(#2159cc, #84aeff); --accent-line: light-dark(#bbd1fa, #2b4678); }
:root.dark-mode { color-scheme: dark; background: var(--ground); }
body { margin: 0; background: var(--ground); }
:root:root .swagger-ui { background: none; }
:root:root .swagger-ui, :root:root .swagger-ui .info .title, :root:root .swagger-ui .opblock-tag, :root:root .swagger-ui .opblock .opblock-summary-description,
:root:root .swagger-ui .opblock .opblock-summary-path, :root:root .swagger-ui .opblock-description-wrapper p, :root:root .swagger-ui .opblock .opblock-section-header h4, :root:root .swagger-ui .tab li,
:root:root .swagger-ui table, :root:root .swagger-ui table thead tr th, :root:root .swagger-ui .parameter__name, :root:root .swagger-ui label, :root:root .swagger-ui .btn, :root:root .swagger-ui select, :root:root .swagger-ui .model { font-family: Inter, ui-sans-serif, system-ui, sans-serif; color: var(--ink); }
:root:root .swagger-ui .wrapper { max-width: 1000px; padding: 0 24px; }
:root:root .swagger-ui .info { margin: 32px 0 20px; }
:root:root .swagger-ui .info .title { font-size: 20px; font-weight: 600; }
:root:root .swagger-ui .info p, :root:root .swagger-ui .opblock-summary-method { font-family: Inter, ui-sans-serif, system-ui, sans-serif; }
:root:root .swagger-ui select { background-color: var(--sunken); border-color: var(--line); box-shadow: none; }
:root:root .swagger-ui .info p, :root:root .swagger-ui .opblock-tag small, :root:root .swagger-ui .parameter__type { color: var(--soft); }
:root:root .swagger-ui .info a { color: var(--accent); }
:root:root .swagger-ui .info .title small { background: var(--fill); border-radius: 4px; top: -2px; }
:root:root .swagger-ui .scheme-container { background: none; box-shadow: none; border-bottom: 1px solid var(--line); margin: 0 0 12px; padding: 0 0 16px; }
:root:root .swagger-ui .opblock-tag { font-size: 14px; border-bottom-color: var(--line); padding: 10px 0; }
:root:root .swagger-ui .info .version-stamp, :root:root .swagger-ui .info .main .link { display: none; }
:root:root .swagger-ui .opblock[class], :root:root .swagger-ui .opblock[class] .opblock-summary { box-shadow: none; border-radius: 6px; border-color: var(--line); background: var(--sunken); }
:root:root .swagger-ui .opblock[class][class] .opblock-section-header { background: none; box-shadow: none; border-bottom: 1px solid var(--line); }
:root:root .swagger-ui .opblock[class] .tab-header .tab-item.active h4 span::after { background: var(--fill); }
:root:root .swagger-ui .opblock[class] .opblock-summary .opblock-summary-method { background: var(--fill); color: #fff; border-radius: 4px; min-width: 64px; font-size: 11px; padding: 4px 0; }
:root:root .swagger-ui .opblock .opblock-summary-path { font-size: 13px; }
:root:root .swagger-ui .scheme-container .btn.authorize { color: var(--accent); border-color: var(--accent-line); box-shadow: none; border-radius: 6px; }
:root:root .swagger-ui .scheme-container .btn.authorize svg { fill: var(--accent); color: var(--accent); }`
const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>API | Stoa</title>
    <link rel="icon" href="/mark.svg" type="image/svg+xml">
    <link rel="stylesheet" href="/api/docs/swagger-ui.css">
    <link rel="stylesheet" href="/api/docs/stoa.css">
    <script src="/api/docs/theme.js"></script>
  </head>
  <body>
    <div id="docs"></div>
    <script src="/api/docs/swagger-ui-bundle.js"></script>
    <script src="/api/docs/init.js"></script>
  </body>
</html>`

type Documents = { readonly document: string; readonly forPage: string }

/** Both forms of the document. What makes them is read when somebody asks for it, as few installations are asked. */
async function makeDocuments(version: string): Promise<Documents> {
  const [{ openApiDocument }, { inOpenApi30 }] = await Promise.all([import('./openapi.ts'), import('./openapi-30.ts')])
  const document = await openApiDocument(version)
  return {
    document: JSON.stringify(document),
    forPage: JSON.stringify(inOpenApi30({ ...document, info: { ...document.info, description: DESCRIPTION } })),
  }
}

/** Serves the document at `/api/openapi.json` and a page for it at `/api/docs`, all of it from this server. */
export function mountDocs<E extends Env>(app: Hono<E>, version: string): void {
  let made: Promise<Documents> | null = null
  const documents = () => {
    made ??= makeDocuments(version)
    return made
  }
  const json = { 'content-type': 'application/json' }
  app.get('/api/openapi.json', async (c) => c.body((await documents()).document, 200, json))
  app.get('/api/docs/openapi.json', async (c) => c.body((await documents()).forPage, 200, json))
  app.get('/api/docs', (c) => c.html(PAGE))
  app.get('/api/docs/init.js', (c) => c.body(INIT, 200, { 'content-type': 'text/javascript; charset=utf-8' }))
  app.get('/api/docs/theme.js', (c) => c.body(THEME, 200, { 'content-type': 'text/javascript; charset=utf-8' }))
  app.get('/api/docs/stoa.css', (c) => c.body(STYLE, 200, { 'content-type': 'text/css; charset=utf-8' }))
  const folder = join(require.resolve('swagger-ui-dist/package.json'), '..')
  for (const [file, type] of ASSETS)
    app.get(`/api/docs/${file}`, async (c) =>
      c.body(await readFile(join(folder, file)), 200, { 'content-type': type, 'cache-control': 'max-age=86400' }),
    )
}
