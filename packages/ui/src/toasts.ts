import type { ReactNode } from 'react'

/** What happened: a standing, broken, filling or plain column stands before the text. */
export type ToastKind = 'success' | 'error' | 'work' | 'info'

export type ToastInput = {
  /** Words, which may hold a link. */
  title: ReactNode
  description?: string
  action?: { label: string; onClick: () => void }
  /** Give the id of an earlier toast to replace it in place. */
  id?: string
  /** In ms; `Infinity` stays until dismissed. */
  duration?: number
}

export type ToastRecord = ToastInput & { id: string; kind: ToastKind; duration: number }

/** At most this many stand at once; the oldest gives way. */
export const MAX_TOASTS = 3

const DURATIONS: Record<ToastKind, number> = {
  success: 5000,
  info: 5000,
  error: 10_000,
  work: Number.POSITIVE_INFINITY,
}

/** A list of toasts that a component can subscribe to. One stands behind `toast`; tests make their own. */
export function createToastStore() {
  let records: readonly ToastRecord[] = []
  let next = 1
  const listeners = new Set<() => void>()
  const publish = (changed: readonly ToastRecord[]) => {
    records = changed
    for (const listener of listeners) listener()
  }
  return {
    list: () => records,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    /** Adds a toast, or replaces the one with the same id, and returns its id. */
    show(kind: ToastKind, input: ToastInput | string): string {
      const given = typeof input === 'string' ? { title: input } : input
      const record = { duration: DURATIONS[kind], ...given, id: given.id ?? `toast-${next++}`, kind }
      const known = records.some((other) => other.id === record.id)
      publish(
        known
          ? records.map((other) => (other.id === record.id ? record : other))
          : [...records, record].slice(-MAX_TOASTS),
      )
      return record.id
    },
    dismiss(id: string) {
      if (records.some((record) => record.id === id)) publish(records.filter((record) => record.id !== id))
    },
  }
}

export const toastStore = createToastStore()

/**
 * Says what happened, above everything else. Each call takes a sentence or `{ title, description, action }` and
 * returns an id. `work` stays until it is replaced (same id) or dismissed.
 */
export const toast = {
  success: (input: ToastInput | string) => toastStore.show('success', input),
  error: (input: ToastInput | string) => toastStore.show('error', input),
  work: (input: ToastInput | string) => toastStore.show('work', input),
  info: (input: ToastInput | string) => toastStore.show('info', input),
  dismiss: (id: string) => toastStore.dismiss(id),
}
