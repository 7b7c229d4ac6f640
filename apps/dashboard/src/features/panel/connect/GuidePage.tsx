import { projectPermissions } from '@stoa/contract'
import { ErrorState, Note, SkeletonRows } from '@stoa/ui'
import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../../api/client.ts'
import { failureOf } from '../../../api/failure.ts'
import { usePermission } from '../../../api/permissions.ts'
import { CodeBlock } from '../../../parts/code/CodeBlock.tsx'
import type { Connection } from '../../../parts/project/connection.ts'
import { PasswordHint } from './PasswordHint.tsx'
import { type Guide, KEY_PLACE } from './snippets/guide.ts'

/** How one tool connects, step by step. */
export function GuidePage({
  guide,
  projectRef: ref,
  connection,
  onClose,
}: {
  guide: Guide
  projectRef: string
  connection: Connection
  onClose: () => void
}) {
  const settings = useQuery(orpc.project.settings.api.get.queryOptions({ input: { ref } }))
  const mayView = usePermission(projectPermissions.readKeys, { ref })
  const { data } = settings
  if (data === undefined)
    return settings.isError ? (
      <ErrorState title="Failed to retrieve configuration" {...failureOf(settings)} />
    ) : (
      <SkeletonRows rows={6} />
    )
  const { app_config, service_api_keys } = data
  const key = service_api_keys?.find(({ tags }) => tags === 'anon')?.api_key
  const steps = guide.steps({
    connection,
    url: `${app_config.protocol}://${app_config.endpoint}`,
    anonKey: key ?? KEY_PLACE,
  })
  return (
    <>
      <div className="grid gap-1">
        <h3 className="ui-h1">{guide.label}</h3>
        <p className="max-w-prose text-fg-2">{guide.text}</p>
        {guide.by === 'password' ? <PasswordHint projectRef={ref} onClose={onClose} /> : null}
      </div>
      {guide.by === 'key' && key === undefined ? <Note>{mayView.reason}</Note> : null}
      <ol className="grid gap-5">
        {steps.map(({ title, language, code }) => (
          <li key={title} className="grid min-w-0 gap-1.5">
            <h4 className={language === 'Bash' ? 'font-medium' : 'ui-mono text-12'}>{title}</h4>
            <CodeBlock code={code} language={language} label={title} />
          </li>
        ))}
      </ol>
    </>
  )
}
