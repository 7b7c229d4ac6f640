import { local } from '../browser-store/local.ts'
import { createValue } from '../value/value.ts'

const KEY = 'stoa.sql.completes'

/** Whether text is suggested while one types. Off until somebody wants it: what is typed goes to the model. */
export const completes = createValue(local.read(KEY) === 'yes')
completes.subscribe(() => (completes.get() ? local.store(KEY, 'yes') : local.remove(KEY)))
