import { GRAPHQL_ROLES, type GraphqlRole, projectPermissions } from '@stoa/contract'
import { Button, Empty, ErrorState, Input, Select, SkeletonRows, toast } from '@stoa/ui'
import { MainPanel, Panels, SidePanel } from '@stoa/ui/panels'
import { useMutation } from '@tanstack/react-query'
import { type GraphQLSchema, parse, print } from 'graphql'
import { BookOpen, Play, WandSparkles } from 'lucide-react'
import { useState } from 'react'
import { client } from '../../../../api/client.ts'
import { errorMessage } from '../../../../api/errors.ts'
import { failureOf } from '../../../../api/failure.ts'
import { usePermission } from '../../../../api/permissions.ts'
import { Highlighted } from '../../../../parts/code/Highlighted.tsx'
import { useNarrow } from '../../../../parts/frame/use-narrow.ts'
import { usePageTitle } from '../../../../parts/page/title.ts'
import { useProject } from '../../../../parts/project/project.ts'
import { GraphqlCode } from './GraphqlCode.tsx'
import { keptText } from './kept-text.ts'
import { SchemaDocs } from './SchemaDocs.tsx'
import { useSchema } from './use-schema.ts'

const BEGIN =
  '# Cmd or Ctrl + Enter runs the query.\n# Ctrl + Space suggests what can stand at the cursor.\n\n{\n  __typename\n}\n'
const ROLES = GRAPHQL_ROLES.map((value) => ({ value, label: value }))

/** The variables as an object. @throws Error with the sentence to show */
function variablesFrom(text: string): Record<string, unknown> | undefined {
  if (text.trim() === '') return undefined
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new Error('The variables are not valid JSON')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error('The variables have to be a JSON object')
  return value as Record<string, unknown>
}

/** The graphical query explorer of a project's GraphQL. */
export function GraphiqlScreen() {
  const project = useProject()
  const { ref } = project
  usePageTitle('GraphQL', project.name)
  const { allowed, reason } = usePermission(projectPermissions.writeSql, { ref })
  const schema = useSchema(ref, allowed)
  const [kept] = useState(() => ({ query: keptText(`${ref} query`), variables: keptText(`${ref} variables`) }))
  const [query, setQuery] = useState(() => kept.query.read() ?? BEGIN)
  const [variables, setVariables] = useState(() => kept.variables.read() ?? '')
  const [edition, setEdition] = useState(0)
  const [role, setRole] = useState<GraphqlRole>('anon')
  const [user, setUser] = useState('')
  const [docs, setDocs] = useState(false)
  const narrow = useNarrow()
  const run = useMutation({
    mutationFn: async () =>
      client.project.api.graphql({
        ref,
        query,
        variables: variablesFrom(variables),
        role,
        ...(role === 'authenticated' && user !== '' ? { user_id: user } : {}),
      }),
  })
  const start = () => {
    if (allowed && !run.isPending) run.mutate()
  }
  const tidy = () => {
    try {
      const text = `${print(parse(query))}\n`
      kept.query.write(text)
      setQuery(text)
      setEdition(edition + 1)
    } catch (error) {
      toast.error({ title: 'The query cannot be set in order', description: errorMessage(error) })
    }
  }
  return (
    <div className="flex h-full min-h-0 flex-col overflow-hidden">
      <h1 className="ui-vh">GraphQL</h1>
      <div className="flex flex-none flex-wrap items-center gap-2 border-b border-line px-3 py-2">
        <Button
          size="sm"
          variant="primary"
          icon={Play}
          kbd="mod+enter"
          busy={run.isPending}
          disabledReason={reason}
          onClick={start}
        >
          Run
        </Button>
        <div className="w-40">
          <Select
            size="sm"
            aria-label="Role"
            value={role}
            onValueChange={(value) => setRole(value as GraphqlRole)}
            options={ROLES}
          />
        </div>
        {role === 'authenticated' ? (
          <Input
            size="sm"
            mono
            className="w-56"
            aria-label="User id"
            placeholder="User id (the claim sub)"
            value={user}
            onChange={(event) => setUser(event.target.value)}
          />
        ) : null}
        <span className="ml-auto" />
        <Button size="sm" variant="quiet" icon={WandSparkles} onClick={tidy}>
          Prettify
        </Button>
        <Button size="sm" variant="quiet" icon={BookOpen} aria-pressed={docs} onClick={() => setDocs(!docs)}>
          Schema
        </Button>
      </div>
      <div className="min-h-0 flex-1">
        <Panels key={String(narrow)} orientation={narrow ? 'vertical' : 'horizontal'}>
          <MainPanel>
            <Panels orientation="vertical" className="flex-1">
              <MainPanel>
                <GraphqlCode
                  key={edition}
                  label="Query"
                  value={query}
                  schema={schema.data ?? null}
                  onChange={(text) => {
                    kept.query.write(text)
                    setQuery(text)
                  }}
                  onRun={start}
                />
              </MainPanel>
              <SidePanel
                label="Variables"
                storageKey="stoa.graphql.variables"
                edge="end"
                size="25%"
                min="60px"
                max="70%"
              >
                <div className="flex h-full min-h-0 flex-col">
                  <p className="flex-none px-3 pt-2 text-12 text-fg-3">Variables, as JSON</p>
                  <div className="min-h-0 flex-1">
                    <GraphqlCode
                      label="Variables"
                      plain
                      value={variables}
                      schema={null}
                      onChange={(text) => {
                        kept.variables.write(text)
                        setVariables(text)
                      }}
                      onRun={start}
                    />
                  </div>
                </div>
              </SidePanel>
            </Panels>
          </MainPanel>
          <SidePanel
            label={docs ? 'Schema' : 'Answer'}
            storageKey="stoa.graphql.answer"
            edge="end"
            size="50%"
            min="20%"
            max="75%"
            className="bg-ground"
          >
            {docs ? <Docs schema={schema} /> : <Answer answer={run.data} error={run.error} denied={reason} />}
          </SidePanel>
        </Panels>
      </div>
    </div>
  )
}

function Docs({ schema }: { schema: ReturnType<typeof useSchema> }) {
  const known: GraphQLSchema | undefined = schema.data
  if (known !== undefined) return <SchemaDocs schema={known} />
  return schema.isError ? (
    <ErrorState title="Failed to read the schema" {...failureOf(schema)} />
  ) : (
    <SkeletonRows rows={6} />
  )
}

function Answer({ answer, error, denied }: { answer: unknown; error: Error | null; denied: string | undefined }) {
  if (denied !== undefined) return <Empty title={denied} />
  if (error !== null) return <ErrorState title={`Failed to execute query: ${errorMessage(error)}`} />
  if (answer === undefined)
    return <Empty title="The answer appears here" text="It is what an app with this role would get." />
  return (
    <div className="h-full min-h-0">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard. */}
      <pre className="ui-mono h-full overflow-auto p-3 text-12" tabIndex={0}>
        <code>
          <Highlighted code={JSON.stringify(answer, null, 2)} language="Javascript" />
        </code>
      </pre>
    </div>
  )
}
