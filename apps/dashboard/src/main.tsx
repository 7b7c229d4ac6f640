import './styles.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { boot } from './api/boot.ts'
import { createQueryClient } from './api/query-client.ts'
import { App, enter } from './shell/App.tsx'

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no element to draw into.')
const queries = createQueryClient()
// The first thing to be drawn is the whole page: to draw it in pieces takes longer.
void enter(boot(queries), queries).then((first) =>
  createRoot(root).render(
    <StrictMode>
      <App queries={queries} first={first} />
    </StrictMode>,
  ),
)
