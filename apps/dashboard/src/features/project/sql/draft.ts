import { toast } from '@stoa/ui'
import { type IDBPDatabase, openDB } from 'idb'
import { useEffect, useState } from 'react'
import { useShell } from '../../../api/shell.ts'
import { latestWriter } from './latest-writer.ts'

const STORE = 'drafts'

type Drafts = { [STORE]: { key: string; value: string } }

let database: Promise<IDBPDatabase<Drafts>> | null = null

function open(): Promise<IDBPDatabase<Drafts>> {
  database ??= openDB<Drafts>('stoa-sql', 1, {
    upgrade(db) {
      db.createObjectStore(STORE)
    },
    terminated() {
      database = null
    },
  }).catch((error: unknown) => {
    database = null
    throw error
  })
  return database
}

function notKept(): void {
  toast.error({
    id: 'sql-draft',
    title: 'This browser does not keep what you type',
    description: 'Copy the SQL elsewhere before you leave the page.',
  })
}

/** Where the text goes that a page which is being left could not store any more: a place that takes it at once. */
const rescueKey = (key: string) => `stoa.sql.unstored ${key}`

function takeRescued(key: string): string | null {
  try {
    const text = localStorage.getItem(rescueKey(key))
    if (text !== null) localStorage.removeItem(rescueKey(key))
    return text
  } catch {
    return null
  }
}

function rescue(key: string, text: string): void {
  try {
    localStorage.setItem(rescueKey(key), text)
  } catch {
    // Refused or full: what was stored before the last change is still there.
  }
}

/** What is stored; empty when nothing is, or when the browser refuses. */
const read = async (key: string): Promise<string> => {
  try {
    return (await (await open()).get(STORE, key)) ?? ''
  } catch {
    return ''
  }
}

/**
 * The text of a project's SQL editor, kept in this browser for the account at every change.
 * @returns the text, null while it is read; and a function that keeps another
 */
export function useDraft(ref: string): readonly [string | null, (text: string) => void] {
  const key = `${useShell().profile.id} ${ref}`
  const [text, setText] = useState<string | null>(null)
  // Begun while the page is drawn, so that the editor can be part of its first picture.
  const [begun] = useState(() => ({ key, text: read(key) }))
  const [writer] = useState(() => latestWriter(async (value) => (await open()).put(STORE, value, key), notKept))
  useEffect(() => {
    let left = false
    const show = (found: string) => {
      if (!left) setText(found)
    }
    const rescued = takeRescued(key)
    if (rescued !== null) {
      writer.keep(rescued)
      show(rescued)
      return
    }
    void (begun.key === key ? begun.text : read(key)).then(show)
    return () => {
      left = true
    }
  }, [key, writer, begun])
  useEffect(() => {
    // A write under way is given up when the page goes.
    const onPageHide = () => {
      const unstored = writer.unstored()
      if (unstored !== null) rescue(key, unstored)
    }
    window.addEventListener('pagehide', onPageHide)
    return () => window.removeEventListener('pagehide', onPageHide)
  }, [key, writer])
  return [text, writer.keep]
}
