import { INVITATION_DAYS, type Organization } from '@stoa/contract'
import { Button, CopyRow, CopyRows, Dialog, Field, Input, Note } from '@stoa/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { orpc } from '../../../api/client.ts'
import { errorMessage, fieldMessages } from '../../../api/errors.ts'
import { FormError } from '../../../parts/forms/FormError.tsx'
import { RolesFields } from './RolesFields.tsx'
import { draftProblem, type RolesDraft, toInput } from './roles.ts'

/** Makes an invitation link, and shows it: the only time it is ever shown. */
export function InviteDialog({ organization, onClose }: { organization: Organization; onClose: () => void }) {
  const queries = useQueryClient()
  const [email, setEmail] = useState('')
  const [draft, setDraft] = useState<RolesDraft>({ role: 'Developer', projects: [] })
  const [problem, setProblem] = useState<string | null>(null)
  const invite = useMutation({
    ...orpc.org.team.invite.mutationOptions(),
    onSuccess: () => queries.invalidateQueries({ queryKey: orpc.org.team.invitations.key() }),
  })
  const submit = () => {
    const wrong = draftProblem(draft)
    setProblem(wrong)
    if (wrong === null) invite.mutate({ slug: organization.slug, email: email.trim() || null, ...toInput(draft) })
  }
  const fields = fieldMessages(invite.error)

  if (invite.data !== undefined) {
    return (
      <Dialog
        onClose={onClose}
        title="Copy the link now"
        width={560}
        footer={
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        }
      >
        <Note tone="warn">
          It is shown once and works once, for {INVITATION_DAYS} days. Send it only to the person it is for.
        </Note>
        <CopyRows>
          <CopyRow name="Link" value={invite.data.url} />
        </CopyRows>
      </Dialog>
    )
  }
  return (
    <Dialog
      onClose={onClose}
      locked={invite.isPending}
      title={`Invite to ${organization.name}`}
      description="Makes a link. Whoever opens it joins with these roles."
      width={480}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={invite.isPending} busyLabel="Creating link">
            Create link
          </Button>
        </>
      }
    >
      <Field
        label="Email"
        badge={<span className="ui-hint">optional</span>}
        error={fields.email}
        hint="With an address, only that person can use the link."
      >
        <Input type="email" autoFocus value={email} onChange={(event) => setEmail(event.target.value)} />
      </Field>
      <RolesFields slug={organization.slug} draft={draft} onChange={setDraft} error={problem} />
      <FormError message={invite.isError && fields.email === undefined ? errorMessage(invite.error) : undefined} />
    </Dialog>
  )
}
