import { ADVICE, type AdviceId, type AdviceLevel, type Finding, projectPermissions } from '@stoa/contract'
import { Badge, Button, Section, Status, type StatusTone, toast } from '@stoa/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { orpc } from '../../../api/client.ts'
import { errorMessage } from '../../../api/errors.ts'
import { usePermission } from '../../../api/permissions.ts'
import type { SchemaChange } from '../../../parts/schema-change/change.ts'
import type { SchemaChanges } from '../../../parts/schema-change/use-schema-change.tsx'

const LEVELS: Readonly<Record<AdviceLevel, { readonly tone: StatusTone; readonly label: string }>> = {
  error: { tone: 'bad', label: 'Error' },
  warning: { tone: 'warn', label: 'Warning' },
  info: { tone: 'neutral', label: 'Advice' },
}
/** Objects whose rows can be looked at. */
const ROWS: ReadonlySet<string> = new Set(['table', 'view'])
/** More findings of one check come when they are asked for. */
const FIRST = 8

/** What one check found: why it matters, and each object with its fix. */
export function AdviceGroup({
  projectRef: ref,
  check,
  findings,
  changes,
  onFixed,
}: {
  projectRef: string
  check: AdviceId
  findings: readonly Finding[]
  changes: SchemaChanges
  onFixed: () => void
}) {
  const [whole, setWhole] = useState(false)
  const { title, why } = ADVICE[check]
  const shown = whole ? findings : findings.slice(0, FIRST)
  return (
    <Section title={title} count={findings.length}>
      <p className="mb-2 max-w-prose text-fg-2">{why}</p>
      <ul aria-label={title}>
        {shown.map((finding) => (
          <Item key={finding.id} projectRef={ref} finding={finding} changes={changes} onFixed={onFixed} />
        ))}
      </ul>
      {shown.length < findings.length ? (
        <Button size="sm" variant="quiet" className="mt-2" onClick={() => setWhole(true)}>
          Show all {findings.length}
        </Button>
      ) : null}
    </Section>
  )
}

function Item({
  projectRef: ref,
  finding,
  changes,
  onFixed,
}: {
  projectRef: string
  finding: Finding
  changes: SchemaChanges
  onFixed: () => void
}) {
  const { level, schema, name, type, table, detail, fix, ignored } = finding
  const { tone, label } = LEVELS[level]
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line-faint py-2.5">
      <span className="w-20 shrink-0 max-wide:w-full">
        <Status tone={tone}>{label}</Status>
      </span>
      <span className="min-w-56 flex-1">
        <span className="flex flex-wrap items-baseline gap-x-2">
          <span className="ui-mono text-13 font-medium wrap-anywhere">
            <span className="text-fg-3">{schema}.</span>
            {ROWS.has(type) ? (
              <Link
                to="/project/$ref/editor"
                params={{ ref }}
                search={{ schema, table: name }}
                className="hover:underline"
              >
                {name}
              </Link>
            ) : (
              name
            )}
          </span>
          <span className="text-12 text-fg-3">
            {type}
            {table !== null && table !== name ? (
              <>
                {' of '}
                <Link
                  to="/project/$ref/editor"
                  params={{ ref }}
                  search={{ schema, table }}
                  className="ui-link underline underline-offset-2"
                >
                  {table}
                </Link>
              </>
            ) : null}
          </span>
          {ignored ? <Badge>ignored</Badge> : null}
        </span>
        <span className="block text-fg-2 wrap-anywhere">{detail}</span>
      </span>
      <span className="flex gap-2 max-wide:-ml-2 max-wide:w-full">
        <Ignore projectRef={ref} finding={finding} />
        <Button
          size="sm"
          aria-label={`Fix ${name}`}
          disabledReason={
            fix.length === 0 ? 'Only people who know the data can say what is right here' : changes.disabledReason
          }
          onClick={() => changes.review(changeOf(finding), onFixed)}
        >
          Fix
        </Button>
      </span>
    </li>
  )
}

/** The fix of a finding, to be reviewed and run. */
function changeOf({ check, type, name, fix, fix_in_transaction }: Finding): SchemaChange {
  const drops = fix.some((statement) => statement.startsWith('drop '))
  const rewrites = check === 'sequence_near_end' && fix.some((statement) => statement.startsWith('alter table'))
  return {
    title: `${VERBS[check] ?? 'Fix'} ${name}`,
    statements: fix,
    label: drops ? `Drop ${type}` : 'Run fix',
    done: drops ? `Dropped ${name}` : `Fixed ${name}`,
    ...(WARNINGS[check] && { losses: [WARNINGS[check]] }),
    ...(rewrites && { losses: ['The table is written anew. Nobody can use it until that is done.'] }),
    ...(!fix_in_transaction && { isAlone: true }),
  }
}

const VERBS: Partial<Record<AdviceId, string>> = {
  rls_disabled: 'Enable row level security on',
  policies_without_rls: 'Enable row level security on',
  security_definer_view: 'Let callers’ own rights count in',
  function_search_path: 'Set the search path of',
  no_primary_key: 'Add a primary key to',
  unindexed_foreign_key: 'Add an index for',
  duplicate_index: 'Drop the index',
  unused_index: 'Drop the index',
  invalid_index: 'Build again',
  bloat: 'Vacuum',
  sequence_near_end: 'Make room in',
}

const WARNINGS: Partial<Record<AdviceId, string>> = {
  rls_disabled: 'Without policies, callers of the API find no rows in it from then on.',
  policies_without_rls: 'From then on callers of the API see only what the policies let through.',
  security_definer_view: 'From then on callers see only what they may see in the view’s own tables.',
  unindexed_foreign_key: 'Nobody can write to the table while the index is built.',
  unused_index: 'Queries that need it once in a while become slow.',
}

function Ignore({ projectRef: ref, finding }: { projectRef: string; finding: Finding }) {
  const queries = useQueryClient()
  const { reason } = usePermission(projectPermissions.ignoreAdvice, { ref })
  const { id, name, ignored } = finding
  const ignore = useMutation({
    ...orpc.project.advisors.ignore.mutationOptions(),
    onSuccess: async () => {
      // In its place at once, without another look at the database.
      queries.setQueryData(orpc.project.advisors.list.queryKey({ input: { ref } }), (known) =>
        known === undefined
          ? undefined
          : {
              ...known,
              findings: known.findings.map((one) => (one.id === id ? { ...one, ignored: !ignored } : one)),
            },
      )
      if (!ignored) toast.info(`Ignored ${name} for everybody in this project`)
    },
    onError: (error) =>
      toast.error({
        title: `Failed to ${ignored ? 'restore' : 'ignore'} the advice`,
        description: errorMessage(error),
      }),
  })
  return (
    <Button
      size="sm"
      variant="quiet"
      aria-label={`${ignored ? 'Restore' : 'Ignore'} ${name}`}
      disabledReason={reason}
      busy={ignore.isPending}
      onClick={() => ignore.mutate({ ref, id, ignored: !ignored })}
    >
      {ignored ? 'Restore' : 'Ignore'}
    </Button>
  )
}
