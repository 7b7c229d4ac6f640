// Dark where the dashboard is: by what was chosen there, which the browser keeps, and else by the system.
export const THEME = `const system = matchMedia('(prefers-color-scheme: dark)')
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

// Finds calls, opens the one that the address names, and sends what a form holds.
export const SCRIPT = `const calls = [...document.querySelectorAll('.call')]
const found = document.getElementById('found')
const texts = new Map(calls.map((call) => [call, call.firstElementChild.textContent.toLowerCase()]))
document.getElementById('find').addEventListener('input', ({ target }) => {
  const words = target.value.toLowerCase().split(/\\s+/)
  let shown = 0
  for (const call of calls) {
    call.hidden = !words.every((word) => texts.get(call).includes(word))
    if (!call.hidden) shown += 1
  }
  for (const group of document.querySelectorAll('section')) group.hidden = !group.querySelector('.call:not([hidden])')
  found.textContent = target.value.trim() === '' ? '' : shown === 0 ? 'No call has these words' : shown === 1 ? '1 call' : shown + ' calls'
})
const fill = (call) => {
  const inside = call.querySelector('template')
  inside?.replaceWith(inside.content)
}
const open = () => {
  const call = document.getElementById(location.hash.slice(1))
  if (!call?.matches('.call')) return
  history.scrollRestoration = 'manual'
  fill(call)
  call.open = true
  call.scrollIntoView()
}
open()
addEventListener('hashchange', open)
addEventListener('toggle', ({ target }) => {
  if (!target.open || !target.matches('.call')) return
  fill(target)
  history.replaceState(null, '', '#' + target.id)
}, true)
const MOST = 200000
addEventListener('submit', async (event) => {
  event.preventDefault()
  const form = event.target
  const reply = form.querySelector('.reply')
  const button = form.querySelector('button')
  const query = new URLSearchParams()
  const headers = {}
  let path = form.dataset.path
  for (const { name, value, dataset } of form.querySelectorAll('input[data-in]')) {
    if (dataset.in === 'path') path = path.replace('{' + name + '}', encodeURIComponent(value)).replace('{+' + name + '}', encodeURI(value))
    else if (value !== '' && dataset.in === 'query') query.append(name, value)
    else if (value !== '' && dataset.in === 'header') headers[name] = value
  }
  const field = form.elements.body
  let body
  if (field?.type === 'file') {
    body = field.files[0]
    headers['content-type'] = 'application/octet-stream'
  } else if (field && field.value.trim() !== '') {
    body = field.value
    headers['content-type'] = 'application/json'
  }
  button.disabled = true
  button.textContent = 'Sending…'
  const show = (title, text) => {
    reply.hidden = false
    reply.replaceChildren(Object.assign(document.createElement('strong'), { textContent: title }), Object.assign(document.createElement('pre'), { textContent: text }))
  }
  try {
    const answer = await fetch('/api' + path + (query.size > 0 ? '?' + query : ''), { method: form.dataset.method, headers, body })
    let text = await answer.text()
    try {
      text = JSON.stringify(JSON.parse(text), null, 2)
    } catch {}
    show(answer.status + ' ' + answer.statusText, text.length > MOST ? text.slice(0, MOST) + '\\n… and ' + (text.length - MOST) + ' more characters' : text)
  } catch {
    show('No answer', 'Stoa cannot be reached. Look whether it runs, then send the call again.')
  }
  button.disabled = false
  button.textContent = 'Send'
})`

// The product's own greys and sizes.
export const STYLE = `:root { color-scheme: light; --ink: light-dark(#1c1917, #f1eeea); --soft: light-dark(#57524c, #b8b2aa); --fill: light-dark(#57524c, #4a453f);
  --ground: light-dark(#fff, #191816); --sunken: light-dark(#faf9f7, #211f1d); --line: light-dark(#e9e6e1, #2a2825); --edge: light-dark(#8f887f, #7d766d);
  --accent: light-dark(#2159cc, #84aeff); --button: light-dark(#2159cc, #2f5fc4); }
:root.dark-mode { color-scheme: dark; }
* { box-sizing: border-box; }
html { scroll-padding-top: 16px; }
body { margin: 0 auto; max-width: 1180px; display: grid; grid-template-columns: 200px minmax(0, 1fr); gap: 0 32px; padding: 0 24px; background: var(--ground); color: var(--ink); font: 14px/1.5 Inter, ui-sans-serif, system-ui, sans-serif; }
nav { position: sticky; top: 0; max-height: 100vh; overflow-y: auto; padding: 32px 0; align-self: start; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav a { display: block; padding: 3px 8px; border-radius: 6px; color: var(--soft); text-decoration: none; }
nav a:hover { background: var(--sunken); color: var(--ink); }
main { padding: 32px 0 96px; min-width: 0; }
h1 { font-size: 20px; font-weight: 600; margin: 0; } h1 small { color: var(--soft); font-size: 13px; font-weight: 400; }
h2 { font-size: 15px; font-weight: 600; margin: 32px 0 8px; }
h3 { font-size: 13px; font-weight: 600; margin: 16px 0 6px; } small { color: var(--soft); font-weight: 400; }
header p, .refusals p { color: var(--soft); max-width: 70ch; margin: 8px 0; }
header > label { display: block; font-weight: 500; margin-top: 16px; }
a { color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
code, pre, textarea { font: 12.5px/1.5 ui-monospace, "JetBrains Mono", SFMono-Regular, Menlo, monospace; }
pre { margin: 0; padding: 10px 12px; background: var(--ground); border: 1px solid var(--line); border-radius: 6px; white-space: pre-wrap; overflow-wrap: anywhere; }
input, textarea { width: 100%; padding: 6px 10px; color: inherit; background: var(--ground); border: 1px solid var(--edge); border-radius: 6px; font-size: 13px; }
#find { max-width: 420px; } #found:empty { display: none; }
.call { border: 1px solid var(--line); border-radius: 6px; margin-bottom: 6px; background: var(--sunken); }
.call summary { display: flex; align-items: baseline; gap: 10px; padding: 7px 12px; cursor: pointer; list-style: none; }
.call summary::-webkit-details-marker { display: none; }
.call summary code { flex: none; max-width: 62%; overflow-wrap: anywhere; } .call summary span { color: var(--soft); margin-left: auto; text-align: right; }
.call[open] { padding: 0 12px 14px; } .call[open] summary { margin: 0 -12px; border-bottom: 1px solid var(--line); }
.method { flex: none; width: 60px; text-align: center; font-size: 11px; line-height: 20px; color: #fff; background: var(--fill); border-radius: 4px; }
.parameter { display: grid; grid-template-columns: minmax(0, 220px) minmax(0, 1fr) minmax(0, 240px); gap: 4px 16px; align-items: center; padding: 4px 0; }
.about { color: var(--soft); overflow-wrap: anywhere; } textarea { margin-top: 6px; resize: vertical; display: block; }
button { margin-top: 10px; padding: 5px 14px; font: 500 13px/20px inherit; font-family: inherit; color: #fff; background: var(--button); border: 0; border-radius: 6px; cursor: pointer; }
button:disabled { opacity: 0.7; cursor: default; } .reply { margin-top: 10px; } .reply pre { margin-top: 6px; max-height: 60vh; overflow-y: auto; }
.refusals summary { cursor: pointer; color: var(--accent); width: fit-content; } table { border-collapse: collapse; } th, td { text-align: left; padding: 3px 16px 3px 0; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
@media (max-width: 800px) {
  body { display: block; padding: 0 16px; } nav { position: static; padding: 16px 0 0; } nav ul { display: flex; flex-wrap: wrap; gap: 2px; }
  main { padding-top: 16px; } .call summary { flex-wrap: wrap; } .call summary code { max-width: 100%; } .call summary span { margin-left: 0; text-align: left; flex-basis: 100%; }
  .parameter { grid-template-columns: minmax(0, 1fr); }
}`
