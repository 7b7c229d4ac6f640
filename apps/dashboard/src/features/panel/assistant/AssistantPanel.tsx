import { assistantPermissions } from '@stoa/contract'
import { Empty, ErrorState, SkeletonRows } from '@stoa/ui'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { errorMessage } from '../../../api/errors.ts'
import { usePermission } from '../../../api/permissions.ts'
import { projectQuery } from '../../../parts/project/project.ts'
import './assistant.css'
import { Conversation } from './Conversation.tsx'
import { Head } from './Head.tsx'
import { useAssistantState, useChats } from './use-chats.ts'

/** The assistant beside any page of a project. */
export function AssistantPanel() {
  const { ref } = useParams({ strict: false })
  // The page beside it asks for it and keeps it fresh.
  const { data: project } = useQuery({ ...projectQuery(ref ?? ''), enabled: false })
  const use = usePermission(assistantPermissions.use, { ref: ref ?? '' })
  if (project === undefined || ref === undefined) return <Head />
  if (use.allowed && project.status === 'ACTIVE_HEALTHY') return <Assistant key={ref} projectRef={ref} />
  return (
    <>
      <Head />
      {use.allowed ? (
        <Empty
          title={`${project.name} does not run`}
          text="The assistant can be asked when the project is active again."
        />
      ) : (
        <Empty title="You cannot use the assistant here" text={use.reason ?? ''} />
      )}
    </>
  )
}

function Assistant({ projectRef }: { projectRef: string }) {
  const state = useAssistantState(projectRef)
  const chats = useChats(projectRef)
  const error = chats.error ?? (state.data === undefined ? state.error : null)
  if (error === null && !chats.isPending)
    return <Conversation key={chats.currentId} projectRef={projectRef} chats={chats} state={state.data} />
  return (
    <>
      <Head />
      {error === null ? (
        <div className="p-4">
          <SkeletonRows rows={5} rowHeight={40} />
        </div>
      ) : (
        <ErrorState
          title="Failed to load the assistant"
          detail={errorMessage(error)}
          retrying={chats.isRetrying || state.isFetching}
          onRetry={() => {
            chats.retry()
            void state.refetch()
          }}
        />
      )}
    </>
  )
}
