import './styles.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createQueryClient } from './api/query-client.ts'
import { App } from './shell/App.tsx'

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no element to draw into.')
createRoot(root).render(
  <StrictMode>
    <App queries={createQueryClient()} />
  </StrictMode>,
)
