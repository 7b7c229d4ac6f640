import { type ApiSettings, projectPermissions } from '@stoa/contract'
import { Badge, Button, ErrorState, KeyBox, Note, SettingsRow, SkeletonRows } from '@stoa/ui'
import type { UseQueryResult } from '@tanstack/react-query'
import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { failureOf } from '../../../../api/failure.ts'

const WHAT = {
  anon: 'Safe in a browser when row level security is on.',
  service_role: 'Bypasses row level security. Servers only; never ship it to a client.',
} as const

/** Both keys of a project. The anon key is public and has nothing to reveal; the other one is masked until asked for. */
export function ApiKeys({ settings }: { settings: UseQueryResult<ApiSettings> }) {
  const [shown, setShown] = useState(false)
  const { data } = settings
  const keys = data?.service_api_keys
  return (
    <SettingsRow
      title="Project API Keys"
      description="The key decides the role of a request."
      aside={
        keys === undefined ? null : (
          <Button size="sm" icon={shown ? EyeOff : Eye} aria-pressed={shown} onClick={() => setShown(!shown)}>
            {shown ? 'Hide keys' : 'Show keys'}
          </Button>
        )
      }
    >
      {data === undefined ? (
        settings.isError ? (
          <ErrorState title="Failed to retrieve API keys" {...failureOf(settings)} />
        ) : (
          <SkeletonRows rows={2} rowHeight={84} />
        )
      ) : keys === undefined ? (
        <Note>{projectPermissions.readKeys.denied}</Note>
      ) : (
        keys.map(({ tags, api_key }) => (
          <KeyBox
            key={tags}
            label={tags}
            badges={tags === 'anon' ? <Badge>public</Badge> : <Badge tone="bad">secret</Badge>}
            description={WHAT[tags]}
            value={api_key}
            secret={tags === 'service_role'}
            shown={shown}
          />
        ))
      )}
    </SettingsRow>
  )
}
