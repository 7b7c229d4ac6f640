import { projectPermissions } from '@stoa/contract'
import { Button, Dialog, ErrorState, Segmented, SkeletonRows } from '@stoa/ui'
import { useQuery } from '@tanstack/react-query'
import { Eye, EyeOff } from 'lucide-react'
import { type ComponentType, useEffect, useMemo, useRef, useState } from 'react'
import { orpc } from '../../../api/client.ts'
import { failureOf } from '../../../api/failure.ts'
import { usePermission } from '../../../api/permissions.ts'
import { functionsOf, tablesOf } from './definition.ts'
import { DocsProvider, type Place, SECTIONS, type Section, useDocs } from './docs-context.ts'
import { Navigation } from './Navigation.tsx'
import { FunctionDocs, Functions } from './pages/Functions.tsx'
import { Introduction } from './pages/Introduction.tsx'
import { EdgeFunctions, Realtime, Storage, UserManagement } from './pages/Services.tsx'
import { TableDocs, Tables } from './pages/Tables.tsx'
import { LANGUAGES, type Language, type Target } from './snippets/snippet.ts'
import { useSections } from './use-sections.ts'
import '../../../parts/code/guide.css'

const WIDTH = 1080
const OVERVIEWS: Record<Section, ComponentType> = {
  introduction: Introduction,
  users: UserManagement,
  tables: Tables,
  functions: Functions,
  storage: Storage,
  'edge-functions': EdgeFunctions,
  realtime: Realtime,
}
const BEGIN: Place = { section: 'introduction', item: null }

/** The documentation of a project's APIs, written from its own tables and functions. */
export function ApiDocs({ projectRef: ref, onClose }: { projectRef: string; onClose: () => void }) {
  const settings = useQuery(orpc.project.settings.api.get.queryOptions({ input: { ref } }))
  const document = useQuery(orpc.project.settings.api.restDocument.queryOptions({ input: { ref }, retry: false }))
  const mayView = usePermission(projectPermissions.readKeys, { ref })
  const sections = useSections(ref)
  const [place, go] = useState(BEGIN)
  const [language, setLanguage] = useState<Language>('Javascript')
  const [shown, setShown] = useState(false)
  const tables = useMemo(() => (document.data === undefined ? [] : tablesOf(document.data)), [document.data])
  const functions = useMemo(() => (document.data === undefined ? [] : functionsOf(document.data)), [document.data])
  const { data } = settings
  const target = useMemo((): Target | null => {
    if (data === undefined) return null
    const { app_config, service_api_keys } = data
    const key = (role: 'anon' | 'service_role') => service_api_keys?.find(({ tags }) => tags === role)?.api_key ?? ''
    return {
      url: `${app_config.protocol}://${app_config.endpoint}`,
      keys: shown && service_api_keys ? { anon: key('anon'), service_role: key('service_role') } : null,
    }
  }, [data, shown])

  const content = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page begins at its top.
  useEffect(() => {
    content.current?.scrollTo(0, 0)
  }, [place])

  return (
    <Dialog onClose={onClose} title="API documentation" width={WIDTH} fillNarrow className="guide api-docs">
      <div className="flex flex-wrap items-center gap-2 pb-3">
        <Segmented
          label="Language"
          value={language}
          onValueChange={(value) => setLanguage(value as Language)}
          options={LANGUAGES.map((value) => ({ value, label: value }))}
        />
        <Button
          size="sm"
          icon={shown ? EyeOff : Eye}
          aria-pressed={shown}
          disabledReason={mayView.reason}
          onClick={() => setShown(!shown)}
        >
          {shown ? 'Hide keys' : 'Show keys'}
        </Button>
      </div>
      {target === null ? (
        settings.isError ? (
          <ErrorState title="Failed to retrieve configuration" {...failureOf(settings)} />
        ) : (
          <SkeletonRows rows={6} />
        )
      ) : (
        <DocsProvider value={{ projectRef: ref, language, target, document, tables, functions, go }}>
          <div className="guide-columns">
            <nav aria-label="API documentation">
              <Navigation place={place} sections={sections} />
            </nav>
            <div ref={content} className="guide-content">
              <Page place={place} />
            </div>
          </div>
        </DocsProvider>
      )}
    </Dialog>
  )
}

function Page({ place: { section, item } }: { place: Place }) {
  const { tables, functions } = useDocs()
  const table = section === 'tables' ? tables.find(({ name }) => name === item) : undefined
  const procedure = section === 'functions' ? functions.find(({ name }) => name === item) : undefined
  const Overview = OVERVIEWS[section]
  return (
    <>
      <h3 className="ui-h1 break-all">{table?.name ?? procedure?.name ?? SECTIONS[section]}</h3>
      {table ? <TableDocs table={table} /> : procedure ? <FunctionDocs procedure={procedure} /> : <Overview />}
    </>
  )
}
