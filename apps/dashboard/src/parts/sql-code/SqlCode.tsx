import { Annotation, Compartment, EditorState, type Extension, Prec, StateEffect } from '@codemirror/state'
import { EditorView, keymap, placeholder as placeholderText } from '@codemirror/view'
import { offsetOfPosition, statementAt } from '@stoa/sql'
import { toast } from '@stoa/ui'
import { type Ref, useEffect, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { assistance, fetchAssistance } from './assistance.ts'
import { beforeRun } from './before-run.ts'
import { type Catalog, catalogFacet } from './catalog.ts'
import { changeBetween } from './change.ts'
import { takeEarlyEditor } from './early-editor.ts'
import { editing } from './editing.ts'
import { markError } from './error-mark.ts'
import { keepState, takeState } from './kept-states.ts'
import { moveView } from './move-view.ts'
import { rememberPlace } from './place.ts'

/** Where the cursor is. Offsets are UTF-16 code units from 0, line and column are for people and start at 1. */
export type SqlSelection = {
  readonly from: number
  readonly to: number
  readonly line: number
  readonly column: number
}

/** A complaint of the server about a text that was run. */
export type SqlError = {
  /** The position as Postgres gives it: characters from 1, counted in the text that was run. */
  readonly position: number
  readonly message: string
  /** Where the text that was run begins in the editor, as `onRun` gave it; 0 when all of it was run. */
  readonly from?: number
}

export type SqlCodeHandle = {
  focus(): void
  getValue(): string
  /** Replaces the whole text; undo brings the old one back. */
  setValue(value: string): void
  getSelection(): SqlSelection
  /**
   * The selected text, or all of it when nothing is selected, and where it begins: what is about to be run. Takes
   * suggestions away, as a run does.
   */
  textToRun(): { text: string; from: number }
  /** Puts a text at the cursor, in place of what is selected. */
  insert(text: string): void
  /** Sets the selected text, or all of it, in lines; says so where that is not possible. */
  format(): void
  /** Marks an error, or with null takes the mark away. An edit of the marked word does that too. */
  setError(error: SqlError | null): void
}

export type SqlCodeProps = {
  /**
   * The text. The editor keeps its own while one types; a value that was not typed here replaces it. Give the
   * component another `key` to show another document with an undo history of its own.
   */
  value: string
  onChange?: (value: string) => void
  /**
   * Mod-Enter: the selected text, or all of it when nothing is selected, and where it begins. Mod-Shift-Enter: the
   * statement at the cursor.
   */
  onRun?: (text: string, from: number) => void
  onSelectionChange?: (selection: SqlSelection) => void
  /** What the editor is, for people who do not see it. */
  label?: string
  placeholder?: string
  /** What the database holds, for suggestions and hints. */
  catalog?: Catalog | null
  errorAt?: SqlError | null
  readOnly?: boolean
  /** What the editor does besides; null while there is nothing. */
  extra?: Extension | null
  autoFocus?: boolean
  /** Names the text while its tab is open: its history and its cursor are then there again when it is shown again. */
  keptAs?: string
  /** The document whose editor may stand on the page already, where this one stood last. */
  early?: string
  ref?: Ref<SqlCodeHandle>
}

const NOTHING: Extension = []
// A change that came in as a property is not reported back as typed.
const fromOutside = Annotation.define<boolean>()
// How many typed values are remembered while they may still come back as a property.
const MAX_TOLD = 50

/** An editor for PostgreSQL, as big as the element it stands in. */
export function SqlCode(props: SqlCodeProps) {
  const { value, label = 'SQL', placeholder = '', catalog = null, errorAt, readOnly = false, extra = null } = props
  const host = useRef<HTMLDivElement>(null)
  const editor = useRef<EditorView>(null)
  // What the editor shows, what it showed before and has told, and which value was given last.
  const shown = useRef(value)
  const told = useRef<string[]>([])
  const given = useRef(value)
  const [parts] = useState(() => [new Compartment(), new Compartment(), new Compartment(), new Compartment()])
  const extensions = [
    useMemo(() => attributes(label, placeholder), [label, placeholder]),
    useMemo(() => catalogFacet.of(catalog), [catalog]),
    useMemo(() => EditorState.readOnly.of(readOnly), [readOnly]),
    extra ?? NOTHING,
  ]
  const latest = useRef({ props, extensions })

  useLayoutEffect(() => {
    latest.current = { props, extensions }
  })

  useLayoutEffect(() => {
    if (!host.current) return
    const { props: first, extensions: firstExtensions } = latest.current
    const all: Extension = [
      Prec.highest(
        keymap.of([
          { key: 'Mod-Enter', run: ({ state }) => run(runnable(state)), preventDefault: true },
          { key: 'Mod-Shift-Enter', run: ({ state }) => run(statementAtCursor(state)), preventDefault: true },
          { key: 'Shift-Alt-f', run: format, preventDefault: true },
        ]),
      ),
      parts.map((part, i) => part.of(firstExtensions[i] ?? [])),
      editing,
      assistance(),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) {
          const text = update.state.doc.toString()
          const isTyped = update.transactions.some((one) => one.docChanged && !one.annotation(fromOutside))
          if (isTyped) told.current = [...told.current.slice(-MAX_TOLD), shown.current]
          shown.current = text
          if (isTyped) latest.current.props.onChange?.(text)
        }
        if (update.selectionSet || update.docChanged)
          latest.current.props.onSelectionChange?.(selectionOf(update.state))
      }),
    ]
    const before = takeState(first.keptAs)
    const standing = first.early === undefined ? null : takeEarlyEditor(first.early)
    const view =
      standing?.view ??
      new EditorView({
        parent: host.current,
        // Not the property: when React mounts the component anew, what was typed must still be there.
        state: EditorState.create(
          before === null
            ? { doc: shown.current, extensions: all }
            : { doc: before.doc, selection: before.selection, extensions: [all, before.history] },
        ),
        ...(before !== null && { scrollTo: before.scrolled }),
      })
    function run(part: { text: string; from: number } | null): boolean {
      prepareRun(view)
      if (part !== null) latest.current.props.onRun?.(part.text, part.from)
      return true
    }
    editor.current = view
    if (standing !== null) {
      // It keeps its text, its history and its cursor, and is from now on as one that was made here.
      view.dispatch({ effects: StateEffect.reconfigure.of(all) })
      moveView(view, host.current)
      standing.leave()
      const typed = view.state.doc.toString()
      // The text may be another by now, as when another page has changed it: what nobody typed gives way to it.
      if (typed !== shown.current && !standing.isTyped()) replaceAll(view, shown.current, true)
      else if (typed !== shown.current) {
        told.current = [shown.current]
        shown.current = typed
        first.onChange?.(typed)
      }
      first.onSelectionChange?.(selectionOf(view.state))
      if (standing.isToRun()) queueMicrotask(() => editor.current === view && run(runnable(view.state)))
    } else if (first.autoFocus) view.focus()
    if (standing === null && before !== null) {
      // What came meanwhile from elsewhere is a change of the text that was left.
      const now = shown.current
      if (before.doc.toString() !== now) replaceAll(view, now, true)
      first.onSelectionChange?.(selectionOf(view.state))
    }
    const forget = first.early === undefined ? null : rememberPlace(host.current)
    const stop = fetchAssistance(view)
    return () => {
      forget?.()
      stop()
      if (first.keptAs !== undefined) keepState(first.keptAs, view)
      view.destroy()
      editor.current = null
    }
  }, [parts])

  useLayoutEffect(() => {
    const before = given.current
    given.current = value
    if (value === shown.current) told.current = []
    // A value that was typed here and comes back late must not undo what was typed since.
    else if (value !== before && !told.current.includes(value) && editor.current)
      replaceAll(editor.current, value, true)
  })

  useLayoutEffect(() => {
    const view = editor.current
    if (!view) return
    const effects = parts.flatMap((part, i) => {
      const extension = extensions[i] ?? []
      return part.get(view.state) === extension ? [] : [part.reconfigure(extension)]
    })
    if (effects.length > 0) view.dispatch({ effects })
  })

  useEffect(() => {
    if (errorAt !== undefined) showError(editor.current, errorAt)
  }, [errorAt])

  useImperativeHandle(
    props.ref,
    () => ({
      focus: () => editor.current?.focus(),
      getValue: () => editor.current?.state.doc.toString() ?? latest.current.props.value,
      setValue: (text) => editor.current && replaceAll(editor.current, text, false),
      getSelection: () => (editor.current ? selectionOf(editor.current.state) : NO_SELECTION),
      textToRun: () => {
        const view = editor.current
        if (view === null) return { text: latest.current.props.value, from: 0 }
        prepareRun(view)
        return runnable(view.state)
      },
      format: () => editor.current && format(editor.current),
      insert: (text) => {
        const view = editor.current
        view?.dispatch(view.state.replaceSelection(text), { userEvent: 'input.paste', scrollIntoView: true })
      },
      setError: (error) => showError(editor.current, error),
    }),
    [],
  )

  return <div ref={host} className="sql-code" style={{ height: '100%', minWidth: 0, minHeight: 0 }} />
}

/** Whatever asks for the text of a run takes away what must not lie over its result. */
function prepareRun(view: EditorView): void {
  for (const prepare of view.state.facet(beforeRun)) prepare(view)
}

function attributes(label: string, placeholder: string): Extension {
  const named = EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false', tabindex: '0' })
  return placeholder ? [named, placeholderText(placeholder)] : named
}

const NO_SELECTION: SqlSelection = { from: 0, to: 0, line: 1, column: 1 }

function replaceAll(view: EditorView, text: string, isFromOutside: boolean): void {
  view.dispatch({
    changes: changeBetween(view.state.doc.toString(), text),
    annotations: isFromOutside ? fromOutside.of(true) : [],
  })
}

function selectionOf(state: EditorState): SqlSelection {
  const { from, to, head } = state.selection.main
  const line = state.doc.lineAt(head)
  return { from, to, line: line.number, column: head - line.from + 1 }
}

function runnable(state: EditorState): { text: string; from: number } {
  const { from, to, empty } = state.selection.main
  return empty ? { text: state.doc.toString(), from: 0 } : { text: state.sliceDoc(from, to), from }
}

function statementAtCursor(state: EditorState): { text: string; from: number } | null {
  const text = state.doc.toString()
  const range = statementAt(text, state.selection.main.head)
  return range && { text: text.slice(range.start, range.end), from: range.start }
}

function format(view: EditorView): boolean {
  const refused = () => {
    toast.error({ title: 'This SQL could not be formatted', description: 'It may not be complete. It is as it was.' })
  }
  if (!view.state.readOnly)
    void import('./format.ts').then(({ formatView }) => formatView(view)).then((done) => done || refused(), refused)
  return true
}

function showError(view: EditorView | null, error: SqlError | null): void {
  if (!view) return
  if (!error) {
    markError(view, null)
    return
  }
  const from = error.from ?? 0
  const text = view.state.doc.sliceString(from)
  markError(view, { offset: from + offsetOfPosition(text, error.position), message: error.message })
}
