import './styles.css'
import './api/random-uuid.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { boot } from './api/boot.ts'
import { createQueryClient } from './api/query-client.ts'
import { App, enter } from './shell/App.tsx'

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no element to draw into.')
const queries = createQueryClient()
const causeOf = (error: unknown): unknown => (error instanceof Error && error.cause) || error
// The first thing to be drawn is the whole page: to draw it in pieces takes longer.
void enter(boot(queries), queries).then((first) =>
  // What React has recovered from says nothing by itself: what happened is its cause.
  createRoot(root, { onRecoverableError: (error) => reportError(causeOf(error)) }).render(
    <StrictMode>
      <App queries={queries} first={first} />
    </StrictMode>,
  ),
)
