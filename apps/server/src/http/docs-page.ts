import type { OpenAPI } from '@orpc/openapi'
import { type Json, limitsText, sample, shapeText } from './docs-shape.ts'

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const
type Method = (typeof METHODS)[number]
type Call = { readonly method: Method; readonly path: string; readonly operation: OpenAPI.OperationObject }
type Parameter = OpenAPI.ParameterObject

const JSON_TYPE = 'application/json'
const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '')

/** A name as a part of an address of this page. */
const anchor = (text: string): string => text.toLowerCase().replace(/[^\w.]+/g, '-')

/** A schema as the document has it, where all schemas are written out. */
const schemaOf = (schema: unknown): Json | undefined => schema as Json | undefined

function callsOf(document: OpenAPI.Document): Call[] {
  return Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item?.[method]
      return operation ? [{ method, path, operation }] : []
    }),
  )
}

const parametersOf = ({ operation }: Call): Parameter[] =>
  (operation.parameters ?? []).flatMap((one) => ('$ref' in one ? [] : [one]))

/** The type and the schema of a call's body; null for a call without one. */
function bodyOf({ operation }: Call): { type: string; schema: Json | undefined } | null {
  const body = operation.requestBody
  if (!body || '$ref' in body) return null
  const [first] = Object.entries(body.content)
  return first ? { type: first[0], schema: schemaOf(first[1].schema) } : null
}

/** A word of a shell command that means itself. */
const word = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

function curlOf(call: Call, api: string): string {
  const body = bodyOf(call)
  const lines = [
    `curl ${call.method === 'get' ? '' : `-X ${call.method.toUpperCase()} `}${word(api + call.path)}`,
    `-H "Authorization: Bearer $STOA_TOKEN"`,
  ]
  if (body) lines.push(`-H ${word(`Content-Type: ${body.type}`)}`)
  if (body?.type === JSON_TYPE) lines.push(`-d ${word(JSON.stringify(sample(body.schema)))}`)
  else if (body) lines.push(`--data-binary @file`)
  return lines.join(' \\\n  ')
}

function parameterRow(id: string, { name, in: place, required, schema }: Parameter): string {
  const field = `${id}-${place}-${anchor(name)}`
  const limits = limitsText(schemaOf(schema))
  const about = `${shapeText(schemaOf(schema))}${limits === '' ? '' : ` // ${limits}`}`
  return `<div class="parameter"><label for="${field}"><code>${escaped(name)}</code> <small>${place}${required ? '' : ', optional'}</small></label>
<code class="about">${escaped(about)}</code><input id="${field}" name="${escaped(name)}" data-in="${place}" autocomplete="off" spellcheck="false"${required ? ' required' : ''}></div>`
}

function bodyPart(id: string, call: Call): string {
  const body = bodyOf(call)
  if (body === null) return ''
  const shape = body.type === JSON_TYPE ? `<pre>${escaped(shapeText(body.schema))}</pre>` : ''
  const field =
    body.type === JSON_TYPE
      ? `<textarea id="${id}-body" name="body" rows="5" spellcheck="false">${escaped(JSON.stringify(sample(body.schema), null, 2))}</textarea>`
      : `<input id="${id}-body" name="body" type="file">`
  return `<h3>Body <small>${body.type}</small></h3>${shape}<label class="hidden" for="${id}-body">Body</label>${field}`
}

function answers({ operation }: Call): string {
  return Object.entries(operation.responses ?? {})
    .flatMap(([status, response]) => {
      if (Number(status) >= 400 || '$ref' in response) return []
      const schema = response.content?.[JSON_TYPE]?.schema
      const text = status === '204' ? 'nothing' : shapeText(schemaOf(schema))
      return [`<h3>Answer <small>${status}</small></h3><pre>${escaped(text)}</pre>`]
    })
    .join('')
}

function callPart(call: Call, api: string): string {
  const { method, path, operation } = call
  const id = anchor(operation.operationId ?? `${method}-${path}`)
  const parameters = parametersOf(call).map((one) => parameterRow(id, one))
  const form = `${parameters.length > 0 ? `<h3>Parameters</h3>${parameters.join('')}` : ''}${bodyPart(id, call)}`
  return `<details class="call" id="${id}"><summary><b class="method">${method.toUpperCase()}</b><code>${escaped(path)}</code><span>${escaped(operation.summary ?? '')}</span></summary>
<template><form data-method="${method.toUpperCase()}" data-path="${escaped(path)}">${form}
<button>Send</button><div class="reply" role="status" hidden></div></form>
${answers(call)}<h3>With curl</h3><pre>${escaped(curlOf(call, api))}</pre></template></details>`
}

/** What every call may answer instead, which is the same for all of them. */
function refusals(document: OpenAPI.Document): string {
  const rows = Object.entries(document.components?.responses ?? {}).map(([status, response]) => {
    const description = 'description' in response ? (response.description ?? '') : ''
    return `<tr><th scope="row">${status}</th><td>${escaped(description)}</td></tr>`
  })
  return `<details class="refusals"><summary>What every call may refuse</summary><p>A refusal is JSON whose <code>message</code> says in a sentence what to do.</p><table>${rows.join('')}</table></details>`
}

/**
 * The page for the document of an API: all calls in their groups. It is whole as it comes, but what is inside a call is
 * a template until somebody opens it: fields alone of some 200 calls would be most of the work of drawing it.
 * @param api the address that the calls are below
 */
export function docsPage(document: OpenAPI.Document, api: string): string {
  const groups = Map.groupBy(callsOf(document), ({ operation }) => operation.tags?.[0] ?? 'Other')
  const sorted = [...groups].sort(([a], [b]) => a.localeCompare(b, 'en'))
  const links = sorted.map(([name]) => `<li><a href="#${anchor(name)}">${escaped(name)}</a></li>`)
  const sections = sorted.map(
    ([name, calls]) =>
      `<section id="${anchor(name)}" aria-labelledby="${anchor(name)}-name"><h2 id="${anchor(name)}-name">${escaped(name)}</h2>${calls.map((one) => callPart(one, api)).join('')}</section>`,
  )
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API | Stoa</title>
<link rel="icon" href="/mark.svg" type="image/svg+xml">
<link rel="stylesheet" href="/api/docs/docs.css">
<script src="/api/docs/theme.js"></script>
<script src="/api/docs/docs.js" defer></script>
</head>
<body>
<nav aria-label="Groups of calls"><ul>${links.join('')}</ul></nav>
<main>
<header><h1>Stoa API <small>${escaped(document.info.version)}</small></h1>
<p>The platform API of this installation, also as a <a href="/api/openapi.json">document of OpenAPI 3.1</a>. Calls are below <code>${escaped(api)}</code> and take a personal access token; those sent from this page are made as whoever is signed in here.</p>
${refusals(document)}
<label for="find">Find a call</label><input id="find" type="search" placeholder="pause, /v1/projects, DELETE" autocomplete="off" spellcheck="false"><p id="found" role="status"></p></header>
${sections.join('\n')}
</main>
</body>
</html>`
}
