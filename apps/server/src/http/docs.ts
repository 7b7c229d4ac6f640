import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Env, Hono } from 'hono'
import { openApiDocument } from './openapi.ts'
import { inOpenApi30 } from './openapi-30.ts'

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
// The page in the product's own greys and sizes, in place of the library's big and bright ones.
const STYLE = `body { margin: 0; background: #fff; }
.swagger-ui, .swagger-ui .info .title, .swagger-ui .opblock-tag, .swagger-ui .opblock .opblock-summary-description,
.swagger-ui table, .swagger-ui label, .swagger-ui .btn, .swagger-ui select, .swagger-ui .model { font-family: Inter, ui-sans-serif, system-ui, sans-serif; color: #1c1917; }
.swagger-ui .wrapper { max-width: 1000px; padding: 0 24px; }
.swagger-ui .info { margin: 32px 0 20px; }
.swagger-ui .info .title { font-size: 20px; font-weight: 600; }
.swagger-ui .info .title small { background: #57524c; border-radius: 4px; top: -2px; }
.swagger-ui .scheme-container { background: none; box-shadow: none; border-bottom: 1px solid #e9e6e1; margin: 0 0 12px; padding: 0 0 16px; }
.swagger-ui .opblock-tag { font-size: 14px; border-bottom-color: #e9e6e1; padding: 10px 0; }
.swagger-ui .info .version-stamp, .swagger-ui .info .main .link { display: none; }
.swagger-ui .opblock[class], .swagger-ui .opblock[class] .opblock-summary { box-shadow: none; border-radius: 6px; border-color: #e9e6e1; background: #faf9f7; }
.swagger-ui .opblock[class] .tab-header .tab-item.active h4 span::after { background: #57524c; }
.swagger-ui .opblock[class] .opblock-summary .opblock-summary-method { background: #57524c; border-radius: 4px; min-width: 64px; font-size: 11px; padding: 4px 0; }
.swagger-ui .opblock .opblock-summary-path { font-size: 13px; }
.swagger-ui .btn.authorize { color: #2159cc; border-color: #bbd1fa; box-shadow: none; border-radius: 6px; }
.swagger-ui .btn.authorize svg { fill: #2159cc; }`
const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>API | Stoa</title>
    <link rel="icon" href="/mark.svg" type="image/svg+xml">
    <link rel="stylesheet" href="/api/docs/swagger-ui.css">
    <link rel="stylesheet" href="/api/docs/stoa.css">
  </head>
  <body>
    <div id="docs"></div>
    <script src="/api/docs/swagger-ui-bundle.js"></script>
    <script src="/api/docs/init.js"></script>
  </body>
</html>`

/** Serves the document at `/api/openapi.json` and a page for it at `/api/docs`, all of it from this server. */
export function mountDocs<E extends Env>(app: Hono<E>, version: string): void {
  let made: Promise<{ document: string; forPage: string }> | null = null
  const documents = () => {
    made ??= openApiDocument(version).then((document) => ({
      document: JSON.stringify(document),
      forPage: JSON.stringify(inOpenApi30({ ...document, info: { ...document.info, description: DESCRIPTION } })),
    }))
    return made
  }
  const json = { 'content-type': 'application/json' }
  app.get('/api/openapi.json', async (c) => c.body((await documents()).document, 200, json))
  app.get('/api/docs/openapi.json', async (c) => c.body((await documents()).forPage, 200, json))
  app.get('/api/docs', (c) => c.html(PAGE))
  app.get('/api/docs/init.js', (c) => c.body(INIT, 200, { 'content-type': 'text/javascript; charset=utf-8' }))
  app.get('/api/docs/stoa.css', (c) => c.body(STYLE, 200, { 'content-type': 'text/css; charset=utf-8' }))
  const folder = join(require.resolve('swagger-ui-dist/package.json'), '..')
  for (const [file, type] of ASSETS)
    app.get(`/api/docs/${file}`, async (c) =>
      c.body(await readFile(join(folder, file)), 200, { 'content-type': type, 'cache-control': 'max-age=86400' }),
    )
}
