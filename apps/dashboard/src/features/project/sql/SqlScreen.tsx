import { usePageTitle } from '../../../parts/page/title.ts'
import { useProject } from '../../../parts/project/project.ts'
import { DocumentPane } from './DocumentPane.tsx'
import { useDraft } from './snippets/draft.ts'

/** The SQL editor: the document that is open, with its result. */
export function SqlScreen() {
  const project = useProject()
  usePageTitle('SQL editor', project.name)
  const [draft, keep] = useDraft(project.ref)
  return (
    <div className="h-full overflow-hidden">
      <h1 className="ui-vh">SQL editor</h1>
      <DocumentPane text={draft} onText={keep} />
    </div>
  )
}
