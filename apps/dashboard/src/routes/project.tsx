import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { PanelRight, Sparkles } from 'lucide-react'
import { orpc } from '../api/client.ts'
import { ASSISTANT_PANEL } from '../parts/assistant/ask.ts'
import { lazyDialog } from '../parts/frame/lazy-part.tsx'
import { type Panel, panels } from '../parts/frame/panels.ts'
import { frameRoute } from './root.tsx'

const ASSISTANT: Panel = {
  id: ASSISTANT_PANEL,
  label: 'Assistant',
  icon: Sparkles,
  key: 'i',
  Content: lazyDialog(
    async () => (await import('../features/panel/assistant/AssistantPanel.tsx')).AssistantPanel,
    () => panels.close(),
  ),
}
const SQL_PANEL: Panel = {
  id: 'sql',
  label: 'SQL editor panel',
  icon: PanelRight,
  key: 'j',
  Content: lazyDialog(
    async () => (await import('../features/panel/sql-editor/SqlPanel.tsx')).SqlPanel,
    () => panels.close(),
  ),
}

let leaveProject: (() => void) | null = null

/** A project: its panels, and the screens of its status in place of its pages. */
export const projectRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/project/$ref',
  onEnter: () => {
    const leave = [ASSISTANT, SQL_PANEL].map(panels.register)
    leaveProject = () => {
      for (const one of leave) one()
    }
  },
  onLeave: () => leaveProject?.(),
  loader: ({ context, params }) =>
    void context.queries.prefetchQuery(orpc.project.home.get.queryOptions({ input: { ref: params.ref } })),
  component: lazyRouteComponent(() => import('../features/project/lifecycle/ProjectPages.tsx'), 'ProjectPages'),
})
