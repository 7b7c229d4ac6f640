import { Button, ErrorState, Note, SkeletonRows, toast } from '@stoa/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { client, orpc } from '../../api/client.ts'
import { errorMessage, errorStatus, isTransient } from '../../api/errors.ts'
import { shellQuery } from '../../api/shell.ts'
import { SignInForm } from '../../parts/auth/SignInForm.tsx'
import { usePageTitle } from '../../parts/page/title.ts'
import { JoinForm } from './JoinForm.tsx'
import { Outside } from './Outside.tsx'
import { tokenOf } from './token-of.ts'

const BAD_REQUEST = 400

/** An invitation link: says what it invites to, and joins with the signed-in, an existing or a new account. */
export function JoinScreen() {
  usePageTitle('Invitation')
  // The token stands behind the `#`, which browsers never send, and is read once: it stays out of every address.
  const [token] = useState(() => tokenOf(window.location.hash))
  const invitation = useQuery({
    ...orpc.org.team.readInvitation.queryOptions({ input: { token: token ?? '' } }),
    enabled: token !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })

  // The server refuses what is too short to be a token: a link of which a part is missing.
  if (token === null || errorStatus(invitation.error) === BAD_REQUEST) {
    return (
      <Outside title="Invitation">
        <Note tone="warn">This address has no invitation in it. Open the whole link that you were given.</Note>
      </Outside>
    )
  }
  if (invitation.isPending) {
    return (
      <Outside title="Invitation">
        <SkeletonRows rows={3} />
      </Outside>
    )
  }
  if (invitation.isError) {
    return (
      <Outside title="Invitation">
        <ErrorState
          title="The invitation cannot be used"
          reason={errorMessage(invitation.error)}
          {...(isTransient(invitation.error) && { onRetry: () => void invitation.refetch() })}
          retrying={invitation.isFetching}
        />
      </Outside>
    )
  }
  const { organization_name, invited_by, email, role } = invitation.data
  return (
    <Outside
      title={`Join ${organization_name}`}
      text={
        <>
          {invited_by} invites you{role === null ? '' : ` as ${role}`}
          {email === null ? '' : `, with the address ${email}`}.
        </>
      }
    >
      <JoinChoice token={token} email={email} />
    </Outside>
  )
}

/** Leaves for a page inside the frame, which then starts with the new membership. */
const enter = (slug: string) => window.location.replace(`/projects?org=${encodeURIComponent(slug)}`)

function JoinChoice({ token, email }: { token: string; email: string | null }) {
  const queries = useQueryClient()
  const shell = queries.getQueryData(shellQuery().queryKey)
  const [mode, setMode] = useState<'sign-up' | 'sign-in'>('sign-up')
  const accept = useMutation({
    mutationFn: () => client.org.team.accept({ token }),
    onSuccess: ({ organization_slug }) => enter(organization_slug),
    onError: (error) => toast.error({ title: 'Failed to join', description: errorMessage(error) }),
  })

  if (shell !== undefined) {
    return (
      <div className="grid gap-4">
        <p className="text-fg-2">
          You are signed in as <b className="font-medium text-fg-1">{shell.profile.primary_email}</b>.
        </p>
        <Button
          variant="primary"
          className="h-9"
          busy={accept.isPending}
          busyLabel="Joining"
          onClick={() => accept.mutate()}
        >
          Join with this account
        </Button>
      </div>
    )
  }
  return mode === 'sign-up' ? (
    <div className="grid gap-4">
      <JoinForm token={token} email={email} onJoined={enter} />
      <Button variant="quiet" onClick={() => setMode('sign-in')}>
        I have an account
      </Button>
    </div>
  ) : (
    <div className="grid gap-4">
      <SignInForm
        email={email ?? ''}
        onSignedIn={async () => {
          const { organization_slug } = await client.org.team.accept({ token })
          enter(organization_slug)
        }}
      />
      <Button variant="quiet" onClick={() => setMode('sign-up')}>
        Create an account instead
      </Button>
    </div>
  )
}
