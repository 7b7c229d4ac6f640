import { type EditorState, type Extension, Prec, StateEffect, StateField } from '@codemirror/state'
import { EditorView, hoverTooltip, keymap, showTooltip, type Tooltip } from '@codemirror/view'
import { catalogFacet } from './catalog.ts'
import { cursorAt } from './cursor.ts'
import { type Description, describeName, signatureOf } from './describe.ts'
import { functionsNamed } from './resolve.ts'
import { stretchAround } from './stretch.ts'

const MAX_SIGNATURES = 4

function line(className: string, text: string): HTMLElement {
  const element = document.createElement('div')
  element.className = className
  element.textContent = text
  return element
}

function descriptionBox({ head, detail, facts, comment }: Description): HTMLElement {
  const box = document.createElement('div')
  box.className = 'cm-sql-hint'
  const first = line('cm-sql-hint-head', head)
  const kind = document.createElement('span')
  kind.textContent = detail
  first.append(' ', kind)
  box.append(first)
  for (const fact of facts) box.append(line('cm-sql-hint-fact', fact))
  if (comment !== null) box.append(line('cm-sql-hint-comment', comment))
  return box
}

/** Says what a name is while the pointer rests on it. */
const hover = hoverTooltip((view, at) => {
  const catalog = view.state.facet(catalogFacet)
  const word = view.state.wordAt(at)
  if (catalog === null || word === null) return null
  const { text, from } = stretchAround(view.state.doc, at)
  // A quoted name ends behind its quote.
  const end = word.to - from + (text[word.to - from] === '"' ? 1 : 0)
  const description = describeName(catalog, text, end)
  return description === null
    ? null
    : { pos: word.from, end: word.to, above: true, create: () => ({ dom: descriptionBox(description) }) }
})

const setSignature = StateEffect.define<'open' | 'close'>()

/** The arguments of a signature with the one that is being written in bold. */
function signatureLine(text: string, argument: number): HTMLElement {
  const element = line('cm-sql-hint-fact', '')
  const open = text.indexOf('(')
  const close = text.lastIndexOf(')')
  const parts = text.slice(open + 1, close).split(', ')
  const variadic = /^variadic /i.test(parts.at(-1) ?? '')
  const current = variadic ? Math.min(argument, parts.length - 1) : argument
  element.append(text.slice(0, open + 1))
  for (const [index, part] of parts.entries()) {
    if (index > 0) element.append(', ')
    if (index === current) {
      const strong = document.createElement('strong')
      strong.textContent = part
      element.append(strong)
    } else element.append(part)
  }
  element.append(text.slice(close))
  return element
}

function signatureAt(state: EditorState): Tooltip | null {
  const catalog = state.facet(catalogFacet)
  const { main } = state.selection
  if (catalog === null || !main.empty) return null
  const stretch = stretchAround(state.doc, main.head)
  const call = cursorAt(stretch.text, main.head - stretch.from)?.call
  if (!call) return null
  const all = functionsNamed(catalog, call.path)
  if (all.length === 0) return null
  // Those that take so many arguments come first.
  const takes = (args: string) => args.split(', ').length > call.argument || args.toLowerCase().includes('variadic')
  const fitting = [...all.filter(({ args }) => takes(args)), ...all.filter(({ args }) => !takes(args))]
  return {
    pos: stretch.from + call.from,
    above: true,
    create: () => {
      const dom = document.createElement('div')
      dom.className = 'cm-sql-hint'
      for (const one of fitting.slice(0, MAX_SIGNATURES)) dom.append(signatureLine(signatureOf(one), call.argument))
      if (fitting.length > MAX_SIGNATURES)
        dom.append(line('cm-sql-hint-comment', `and ${fitting.length - MAX_SIGNATURES} more`))
      else if (fitting[0]?.comment) dom.append(line('cm-sql-hint-comment', fitting[0].comment))
      return { dom }
    },
  }
}

/** Which arguments a function takes, from its parenthesis on until the cursor has left it or Escape is pressed. */
const signature = StateField.define<Tooltip | null>({
  create: () => null,
  update(shown, transaction) {
    for (const effect of transaction.effects)
      if (effect.is(setSignature)) return effect.value === 'open' ? signatureAt(transaction.state) : null
    if (!transaction.docChanged && !transaction.selection) return shown
    let opens = false
    if (transaction.isUserEvent('input.type') || transaction.isUserEvent('input.complete'))
      transaction.changes.iterChanges((_from, _to, _start, _end, inserted) => {
        opens ||= /[(,]/.test(inserted.toString())
      })
    return opens || shown !== null ? signatureAt(transaction.state) : null
  },
  provide: (field) => showTooltip.from(field),
})

/** Hints on names and calls, from what the database holds. Mod-Shift-Space asks for those of a call. */
export const hints: Extension = [
  hover,
  signature,
  // Whoever goes elsewhere has left the call; a dialog must not have it lying over itself.
  EditorView.domEventHandlers({
    blur: (_event, view) => {
      if (view.state.field(signature) !== null) view.dispatch({ effects: setSignature.of('close') })
    },
  }),
  keymap.of([
    {
      key: 'Mod-Shift-Space',
      run: (view) => {
        view.dispatch({ effects: setSignature.of('open') })
        return true
      },
    },
  ]),
  Prec.highest(
    keymap.of([
      {
        key: 'Escape',
        run: (view) => {
          if (view.state.field(signature) !== null) view.dispatch({ effects: setSignature.of('close') })
          // One Escape takes away all that lies over the text, suggestions included.
          return false
        },
      },
    ]),
  ),
]
