import { Changes } from '../src/store/changes.ts'
import { migrate } from '../src/store/migrate.ts'
import { openPool, openStore, type StoreAddress } from '../src/store/store.ts'

// One of several programs that bring the same control database up to date at once. Told where it is by an argument.
const address = JSON.parse(process.argv[2] ?? '{}') as StoreAddress
const store = openStore(openPool(address), new Changes(null))
try {
  process.stdout.write(JSON.stringify(await migrate(store)))
} finally {
  await store.destroy()
}
