import { type DBSchema, type IDBPDatabase, openDB } from 'idb'

/** The one store of a browser's database. */
export const STORE = 'values'

interface Values<V> extends DBSchema {
  [STORE]: { key: string; value: V }
}

/**
 * A database of this browser with values by key, which are there after a reload. Opened when it is first asked for,
 * and again after the browser has closed it.
 * @param name of the database
 * @returns what opens it; fails when the browser keeps nothing
 */
export function browserStore<V>(name: string): () => Promise<IDBPDatabase<Values<V>>> {
  let database: Promise<IDBPDatabase<Values<V>>> | null = null
  const forget = () => {
    database = null
  }
  return () => {
    database ??= openDB<Values<V>>(name, 1, {
      upgrade: (db) => void db.createObjectStore(STORE),
      // A page of a newer version wants to change the database: it must not wait for this one.
      blocking(_current, _blocked, event) {
        forget()
        const { target } = event
        if (target instanceof IDBDatabase) target.close()
      },
      terminated: forget,
    }).catch((error: unknown) => {
      forget()
      throw error
    })
    return database
  }
}
