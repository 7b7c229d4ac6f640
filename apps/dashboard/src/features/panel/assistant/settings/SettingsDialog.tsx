import { type AssistantState, HIPAA_NEVER_SHARES } from '@stoa/contract'
import { Button, Dialog, Note, Switch, toast } from '@stoa/ui'
import { Link } from '@tanstack/react-router'
import { client } from '../../../../api/client.ts'
import { errorMessage } from '../../../../api/errors.ts'
import { SOURCE_WORDS } from '../../../../parts/assistant-model/model-words.ts'
import { useValue } from '../../../../parts/value/value.ts'
import { useOrganizationOf } from '../Banners.tsx'
import { choicesOf, useWhose } from '../choices.ts'
import type { Session } from '../session.ts'
import type { Chats } from '../use-chats.ts'
import { SchemaSelect } from './SchemaSelect.tsx'

/** What the assistant may look at and what of it may be sent, and which model it asks. */
export function SettingsDialog({
  projectRef,
  state,
  session,
  isKept,
  shareResults,
  changed,
  onClose,
}: {
  projectRef: string
  state: AssistantState | undefined
  session: Session
  /** Whether the server has the chat. */
  isKept: boolean
  shareResults: boolean
  changed: Chats['changed']
  onClose: () => void
}) {
  const choices = choicesOf(useWhose(projectRef))
  const { schemas, sharesMetadata } = useValue(choices)
  const slug = useOrganizationOf(projectRef)
  const setShareResults = async (wanted: boolean) => {
    session.shareResults = wanted
    try {
      if (isKept)
        await client.project.assistant.chats.update({ ref: projectRef, id: session.id, share_results: wanted })
      changed()
    } catch (error) {
      toast.error({ title: 'Failed to change what is shared', description: errorMessage(error) })
    }
  }
  const whyNot = state?.metadata.why_not ?? null
  const isForbidden = state !== undefined && !state.metadata.allowed && whyNot !== 'person'
  const forbidden = whyNot === 'hipaa' ? HIPAA_NEVER_SHARES : NOT_ALLOWED
  return (
    <Dialog onClose={onClose} title="Assistant settings" width={520} footer={<Button onClick={onClose}>Done</Button>}>
      <section aria-labelledby="assistant-schemas" className="grid gap-2">
        <h3 id="assistant-schemas" className="font-medium">
          Schemas
        </h3>
        <p className="text-13 text-fg-2">What the assistant may look at when it answers.</p>
        <SchemaSelect
          projectRef={projectRef}
          chosen={schemas}
          onChange={(next) => choices.set({ ...choices.get(), schemas: next })}
        />
      </section>
      <section aria-labelledby="assistant-sharing" className="grid gap-3 pt-5">
        <h3 id="assistant-sharing" className="font-medium">
          What the model is told
        </h3>
        {isForbidden ? (
          <Note tone="warn">
            {forbidden}
            {whyNot === 'opt-in' && slug !== undefined ? (
              <>
                {'. '}
                <Link className="ui-link" to="/org/$slug/general" params={{ slug }} onClick={onClose}>
                  Organization settings
                </Link>
              </>
            ) : null}
          </Note>
        ) : null}
        <Switch
          label="Names of schemas, tables and columns"
          hint="So that it writes SQL for the tables that there are."
          checked={!isForbidden && sharesMetadata}
          disabledReason={isForbidden ? forbidden : undefined}
          onCheckedChange={(wanted) => choices.set({ ...choices.get(), sharesMetadata: wanted })}
        />
        <Switch
          label="Results of queries, in this chat"
          hint="The rows of the queries that it runs by itself. Never more than it asked for, and never from another project."
          checked={!isForbidden && shareResults}
          disabledReason={isForbidden ? forbidden : undefined}
          onCheckedChange={(wanted) => void setShareResults(wanted)}
        />
      </section>
      {state?.model ? (
        <section aria-labelledby="assistant-model" className="grid gap-1 pt-5">
          <h3 id="assistant-model" className="font-medium">
            Model
          </h3>
          <p className="text-13 text-fg-2">
            <span className="ui-mono text-12 text-fg-1">{state.model.name}</span>, {SOURCE_WORDS[state.model.source]}.
            {state.model.can_call_tools === false
              ? ' It cannot call tools, so it is told about the tables with the question and looks nothing up by itself.'
              : null}
          </p>
        </section>
      ) : null}
    </Dialog>
  )
}

const NOT_ALLOWED = 'Your organization does not allow sending anonymous data to OpenAI'
