import type { AssistantState } from '@stoa/contract'
import { Banner } from '@stoa/ui'
import { Link } from '@tanstack/react-router'
import { useShell } from '../../../api/shell.ts'

const WHY_NOT = {
  'opt-in': 'The organization has not allowed it. The assistant answers without knowing your tables.',
  hipaa: 'The organization is marked for HIPAA, so nothing about its databases is sent.',
  person: 'You have turned it off. The assistant answers without knowing your tables.',
} as const

/** The slug of the organization that a project belongs to. */
export function useOrganizationOf(projectRef: string): string | undefined {
  return useShell().projects.find(({ ref }) => ref === projectRef)?.organization_slug
}

/** What keeps the assistant from answering, or from answering well. */
export function Banners({
  projectRef,
  state,
  sharesMetadata,
  onSettings,
}: {
  projectRef: string
  state: AssistantState
  /** Whether the person lets names be sent. */
  sharesMetadata: boolean
  onSettings: () => void
}) {
  const slug = useOrganizationOf(projectRef)
  const { message, disabled, model, metadata } = state
  if (message !== null)
    return (
      <Banner
        tone="warn"
        action={
          disabled || model !== null || slug === undefined ? undefined : (
            <Link className="ui-link flex-none" to="/org/$slug/general" params={{ slug }} hash="assistant-model">
              Set up a model
            </Link>
          )
        }
      >
        <b className="font-medium">{message}</b>
        {disabled ? null : (
          <span className="block text-12">The assistant needs a language model: any that speaks OpenAI’s API.</span>
        )}
      </Banner>
    )
  const why = metadata.allowed ? (sharesMetadata ? null : 'person') : (metadata.why_not ?? 'opt-in')
  if (why === null) return null
  return (
    <Banner
      tone="info"
      action={
        why === 'person' ? (
          <button type="button" className="ui-link flex-none" onClick={onSettings}>
            Settings
          </button>
        ) : why === 'opt-in' && slug !== undefined ? (
          <Link className="ui-link flex-none" to="/org/$slug/general" params={{ slug }}>
            Data sharing
          </Link>
        ) : undefined
      }
    >
      <b className="font-medium">Project metadata is not shared</b>
      <span className="block text-12">{WHY_NOT[why]}</span>
    </Banner>
  )
}
