import { completionStatus } from '@codemirror/autocomplete'
import { type Extension, Prec, StateEffect, StateField, type Transaction } from '@codemirror/state'
import {
  Decoration,
  EditorView,
  keymap,
  type PluginValue,
  ViewPlugin,
  type ViewUpdate,
  WidgetType,
} from '@codemirror/view'

/** How long nobody types before text is suggested, in ms. */
const PAUSE_MS = 600
/** After a failure nothing is asked for so long, in ms. */
const REST_MS = 60_000

/** A suggested text behind the cursor. */
type Ghost = { readonly at: number; readonly text: string }

const show = StateEffect.define<Ghost | null>()

class GhostText extends WidgetType {
  readonly text: string
  constructor(text: string) {
    super()
    this.text = text
  }
  override eq(other: GhostText): boolean {
    return other.text === this.text
  }
  toDOM(): HTMLElement {
    const element = document.createElement('span')
    element.className = 'sql-ghost'
    element.textContent = this.text
    // It is announced when it comes, and is no part of the text.
    element.setAttribute('aria-hidden', 'true')
    return element
  }
}

/** What becomes of a suggestion when the text changes: typing along keeps what is left of it. */
function after(ghost: Ghost, { changes, docChanged, selection }: Transaction): Ghost | null {
  if (!docChanged) return selection ? null : ghost
  let next: Ghost | null = null
  let count = 0
  changes.iterChanges((from, to, _fromNew, _toNew, inserted) => {
    count++
    const typed = inserted.toString()
    if (from === ghost.at && to === ghost.at && typed !== '' && ghost.text.startsWith(typed))
      next = { at: ghost.at + typed.length, text: ghost.text.slice(typed.length) }
  })
  const left = next as Ghost | null
  return count === 1 && left !== null && left.text !== '' ? left : null
}

const field = StateField.define<Ghost | null>({
  create: () => null,
  update(ghost, transaction) {
    for (const effect of transaction.effects) if (effect.is(show)) return effect.value
    return ghost === null ? null : after(ghost, transaction)
  },
  provide: (from) =>
    EditorView.decorations.from(from, (ghost) =>
      ghost === null
        ? Decoration.none
        : Decoration.set(Decoration.widget({ widget: new GhostText(ghost.text), side: 1 }).range(ghost.at)),
    ),
})

const look = EditorView.baseTheme({ '.sql-ghost': { color: 'var(--fg-3)', whiteSpace: 'pre-wrap' } })

/** Takes the suggestion, if there is one. */
function take(view: EditorView): boolean {
  const ghost = view.state.field(field)
  if (ghost === null || completionStatus(view.state) !== null) return false
  view.dispatch({
    changes: { from: ghost.at, insert: ghost.text },
    selection: { anchor: ghost.at + ghost.text.length },
    effects: show.of(null),
    userEvent: 'input.complete',
    scrollIntoView: true,
  })
  return true
}

function dismiss(view: EditorView): boolean {
  if (view.state.field(field) === null) return false
  view.dispatch({ effects: show.of(null) })
  return true
}

/** What is asked for the text at a place; an empty text when there is nothing to suggest. */
export type Suggest = (text: string, at: number, signal: AbortSignal) => Promise<string>

/**
 * Suggests text behind the cursor when nobody has typed for a moment, or at once by Alt-\. Tab takes it; whatever else
 * is done takes it away, but typing along.
 * @param onFailed told once why nothing could be suggested; it is not asked again for a minute then
 */
export function ghostText(suggest: Suggest, onFailed: (error: unknown) => void): Extension {
  const plugin = ViewPlugin.define((view) => new Suggester(view, suggest, onFailed))
  const keys = [
    { key: 'Tab', run: take },
    { key: 'Escape', run: dismiss },
    { key: 'Alt-\\', run: (view: EditorView) => view.plugin(plugin)?.now() ?? false, preventDefault: true },
  ]
  return [field, plugin, look, Prec.highest(keymap.of(keys))]
}

class Suggester implements PluginValue {
  readonly #view: EditorView
  readonly #suggest: Suggest
  readonly #onFailed: (error: unknown) => void
  #timer: ReturnType<typeof setTimeout> | undefined
  #asking: AbortController | null = null
  #restsUntil = 0

  constructor(view: EditorView, suggest: Suggest, onFailed: (error: unknown) => void) {
    this.#view = view
    this.#suggest = suggest
    this.#onFailed = onFailed
  }

  update({ docChanged, selectionSet, state, transactions }: ViewUpdate): void {
    if (!docChanged && !selectionSet) return
    this.#leave()
    const isTyped = transactions.some((one) => one.isUserEvent('input.type') || one.isUserEvent('delete'))
    if (isTyped && state.field(field) === null && Date.now() >= this.#restsUntil)
      this.#timer = setTimeout(() => void this.#ask(), PAUSE_MS)
  }

  /** Asks without waiting for a pause. */
  now(): boolean {
    this.#leave()
    this.#restsUntil = 0
    void this.#ask()
    return true
  }

  destroy(): void {
    this.#leave()
  }

  #leave(): void {
    clearTimeout(this.#timer)
    this.#asking?.abort()
    this.#asking = null
  }

  /** Whether a text behind the cursor would be read as what comes next. */
  #fits(): boolean {
    const { state, hasFocus } = this.#view
    const { empty, head } = state.selection.main
    const line = state.doc.lineAt(head)
    return (
      hasFocus &&
      empty &&
      !state.readOnly &&
      completionStatus(state) === null &&
      state.sliceDoc(head, line.to).trim() === '' &&
      state.sliceDoc(0, head).trim() !== ''
    )
  }

  async #ask(): Promise<void> {
    if (!this.#fits()) return
    const asking = new AbortController()
    this.#asking = asking
    const { state } = this.#view
    const at = state.selection.main.head
    try {
      const text = await this.#suggest(state.doc.toString(), at, asking.signal)
      if (asking.signal.aborted || text.trim() === '' || !this.#fits()) return
      this.#view.dispatch({
        effects: [show.of({ at, text }), EditorView.announce.of(`Suggested: ${text}. Tab takes it.`)],
      })
    } catch (error) {
      if (asking.signal.aborted) return
      this.#restsUntil = Date.now() + REST_MS
      this.#onFailed(error)
    } finally {
      if (this.#asking === asking) this.#asking = null
    }
  }
}
