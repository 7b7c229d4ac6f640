import { contentPermissions, projectPermissions } from '@stoa/contract'
import { Empty, IconButton } from '@stoa/ui'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { LayoutTemplate, Save, X } from 'lucide-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { usePermission } from '../../../api/permissions.ts'
import { lazyDialog, lazyPart } from '../../../parts/frame/lazy-part.tsx'
import { panels } from '../../../parts/frame/panels.ts'
import { projectQuery } from '../../../parts/project/project.ts'
import { DEFAULT_SCHEMA } from '../../../parts/sql-assist/ask.ts'
import { useAssist } from '../../../parts/sql-assist/use-assist.ts'
import { useGhost } from '../../../parts/sql-assist/use-ghost.ts'
import { SqlCode, type SqlCodeHandle } from '../../../parts/sql-code/SqlCode.tsx'
import { useCatalog } from '../../../parts/sql-code/use-catalog.ts'
import { useParams as useSqlParams } from '../../../parts/sql-params/use-params.tsx'
import { RunButtons } from '../../../parts/sql-run/RunButtons.tsx'
import { useRuns } from '../../../parts/sql-run/use-runs.tsx'
import { useValue } from '../../../parts/value/value.ts'
import { PANEL_LIMIT, PanelResult } from './PanelResult.tsx'
import { keepPanelText, readPanelText } from './panel-text.ts'

const TemplateDialog = lazyDialog(
  async () => (await import('../../../parts/sql-templates/TemplateDialog.tsx')).TemplateDialog,
)
const SaveSnippet = lazyDialog(async () => (await import('../../../parts/sql-snippet/SaveSnippet.tsx')).SaveSnippet)

const AssistMenu = lazyPart(async () => (await import('../../../parts/sql-assist/AssistMenu.tsx')).AssistMenu)

const PANEL = 'panel'
const NOTHING_TO_SAVE = 'There is no SQL to save'

/** The SQL editor beside any page of a project: to try something without leaving what one looks at. */
export function SqlPanel() {
  const { ref } = useParams({ strict: false })
  // The page beside it asks for it and keeps it fresh.
  const { data: project } = useQuery({ ...projectQuery(ref ?? ''), enabled: false })
  const read = usePermission(projectPermissions.readSql, { ref: ref ?? '' })
  return (
    <>
      <Head title={project === undefined ? 'SQL editor' : `SQL editor: ${project.name}`} />
      {project === undefined || ref === undefined ? null : !read.allowed ? (
        <Empty title="You cannot query this database" text={read.reason ?? ''} />
      ) : project.status === 'ACTIVE_HEALTHY' ? (
        <PanelEditor key={ref} projectRef={ref} />
      ) : (
        <Empty title={`${project.name} does not run`} text="SQL can be run here when the project is active again." />
      )}
    </>
  )
}

function Head({ title }: { title: string }) {
  return (
    <div className="flex h-bar flex-none items-center gap-1 border-line border-b pr-2 pl-4">
      <h2 className="clip grow text-13 font-medium">{title}</h2>
      <IconButton icon={X} label="Close" onClick={panels.close} />
    </div>
  )
}

function PanelEditor({ projectRef }: { projectRef: string }) {
  const write = usePermission(projectPermissions.writeSql, { ref: projectRef })
  const save = usePermission(contentPermissions.create, { ref: projectRef })
  const catalog = useCatalog(projectRef)
  const assists = useAssist(projectRef)
  const ghost = useGhost(projectRef, assists, DEFAULT_SCHEMA)
  const editor = useRef<SqlCodeHandle>(null)
  const [first] = useState(() => readPanelText(projectRef))
  const [isBlank, setBlank] = useState(first.trim() === '')
  const [open, setOpen] = useState<'templates' | 'save' | null>(null)
  const params = useSqlParams(projectRef, PANEL, first)
  const { runner, run, question } = useRuns({
    ref: projectRef,
    documentId: PANEL,
    mayRead: true,
    mayWrite: write.allowed,
    limit: PANEL_LIMIT,
  })
  const { shown, since } = useValue(runner.state)

  const start = (sql: string, from: number) => {
    editor.current?.setError(null)
    run(sql, from, editor.current?.getValue() ?? sql, params.values())
  }
  const runAll = () => {
    const part = editor.current?.textToRun()
    if (part) start(part.text, part.from)
  }
  const failure = since === null ? (shown?.failure ?? null) : null
  const failedFrom = shown?.request.from ?? 0
  useEffect(() => {
    if (failure?.position != null)
      editor.current?.setError({ position: failure.position, from: failedFrom, message: failure.message })
  }, [failure, failedFrom])

  return (
    <>
      <div className="h-2/5 min-h-32 flex-none border-line border-b">
        <SqlCode
          ref={editor}
          label="Query in the panel"
          placeholder="Write SQL"
          autoFocus
          keptAs={`${PANEL} ${projectRef}`}
          value={first}
          catalog={catalog}
          extra={ghost}
          onChange={(text) => {
            keepPanelText(projectRef, text)
            params.noteText(text)
            setBlank(text.trim() === '')
          }}
          onRun={start}
        />
      </div>
      {params.form}
      <div className="flex h-11 flex-none items-center gap-2 px-3">
        <RunButtons
          disabledReason={isBlank ? 'There is no SQL to run' : undefined}
          onRun={runAll}
          onCancel={since === null ? null : runner.cancel}
        />
        <span className="ml-auto flex gap-1">
          {assists ? (
            <Suspense fallback={null}>
              <AssistMenu
                projectRef={projectRef}
                schema={DEFAULT_SCHEMA}
                editor={editor}
                name="Query in the panel"
                disabledReason={undefined}
              />
            </Suspense>
          ) : null}
          <IconButton icon={LayoutTemplate} label="Templates" onClick={() => setOpen('templates')} />
          <IconButton
            icon={Save}
            label="Save as snippet"
            disabledReason={save.reason ?? (isBlank ? NOTHING_TO_SAVE : undefined)}
            onClick={() => setOpen('save')}
          />
        </span>
      </div>
      {question}
      {shown === null ? null : (
        <PanelResult projectRef={projectRef} run={shown} text={editor.current?.getValue() ?? ''} />
      )}
      <Suspense fallback={null}>
        {open === 'templates' ? (
          <TemplateDialog
            description="SQL for common tasks, to be changed as you need it. It is put at the cursor and not run."
            onPick={({ sql }) => editor.current?.insert(sql)}
            onClose={() => setOpen(null)}
          />
        ) : open === 'save' ? (
          <SaveSnippet projectRef={projectRef} sql={editor.current?.getValue() ?? ''} onClose={() => setOpen(null)} />
        ) : null}
      </Suspense>
    </>
  )
}
