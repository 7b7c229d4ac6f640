import { toast } from '@stoa/ui'
import { useEffect, useState } from 'react'
import { useShell } from '../../../../api/shell.ts'
import { beginDraft, draftKey, readDraft, writeDraft } from './draft-store.ts'
import { latestWriter } from './latest-writer.ts'

function notKept(): void {
  toast.error({
    id: 'sql-draft',
    title: 'This browser does not keep what you type',
    description: 'Copy the SQL elsewhere before you leave the page.',
  })
}

/** Where the text goes that a page which is being left could not store any more: a place that takes it at once. */
const rescueKey = (key: string) => `stoa.sql.unstored ${key}`

function rescued(key: string): string | null {
  try {
    return localStorage.getItem(rescueKey(key))
  } catch {
    return null
  }
}

function forgetRescued(key: string): void {
  try {
    localStorage.removeItem(rescueKey(key))
  } catch {
    // Refused, so there is none.
  }
}

function rescue(key: string, text: string): void {
  try {
    localStorage.setItem(rescueKey(key), text)
  } catch {
    // Refused or full: what was stored before the last change is still there.
  }
}

/**
 * The text of a project's SQL editor, kept in this browser for the account at every change.
 * @returns the text, null while it is read; and a function that keeps another
 */
export function useDraft(ref: string): readonly [string | null, (text: string) => void] {
  const key = draftKey(useShell().profile.id, ref)
  // Begun while the page is drawn, or before, so that the editor can be part of its first picture.
  const [begun] = useState(() => beginDraft(key))
  const [writer] = useState(() => latestWriter((value) => writeDraft(key, value), notKept))
  const [text, setText] = useState<string | null>(() => rescued(key) ?? begun.text)
  useEffect(() => {
    let left = false
    const show = (found: string) => {
      if (!left) setText(found)
    }
    const unstored = rescued(key)
    if (unstored !== null) {
      forgetRescued(key)
      writer.keep(unstored)
      show(unstored)
      return
    }
    void (begun.key === key ? begun.reading : readDraft(key)).then(show)
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
