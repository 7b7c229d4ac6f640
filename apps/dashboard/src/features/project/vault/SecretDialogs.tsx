import { zodResolver } from '@hookform/resolvers/zod'
import { VAULT_NAME_TAKEN, VaultDescription, VaultName, type VaultSecret, VaultValue } from '@stoa/contract'
import { CopyButton, Dialog, ErrorState, Field, Input, SkeletonRows, Textarea, toast } from '@stoa/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import * as z from 'zod'
import { client, orpc } from '../../../api/client.ts'
import { failureOf } from '../../../api/failure.ts'
import { FormDialog } from '../../../parts/forms/FormDialog.tsx'
import { showServerError } from '../../../parts/forms/server-errors.ts'

const NewForm = z.object({ name: VaultName, description: VaultDescription, secret: VaultValue })
// An empty field leaves the value as it is: it is not shown, so it cannot be taken away by mistake.
const EditForm = z.object({
  name: VaultName,
  description: VaultDescription,
  secret: z.union([z.literal(''), VaultValue]),
})

/**
 * Asks for a secret, or for what is to change of one.
 * @param secret the one that is changed; null for a new one
 */
export function SecretForm({
  projectRef: ref,
  secret,
  onClose,
}: {
  projectRef: string
  secret: VaultSecret | null
  onClose: () => void
}) {
  const queries = useQueryClient()
  const form = useForm({
    resolver: zodResolver(secret === null ? NewForm : EditForm),
    defaultValues: { name: secret?.name ?? '', description: secret?.description ?? '', secret: '' },
  })
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit(async ({ name, description, secret: value }) => {
    try {
      if (secret === null) await client.project.vault.create({ ref, name, description, secret: value })
      else
        await client.project.vault.update({
          ...{ ref, id: secret.id, name, description },
          ...(value === '' ? {} : { secret: value }),
        })
      await queries.invalidateQueries({ queryKey: orpc.project.vault.list.key() })
      toast.success(secret === null ? `Added ${name}` : `Saved ${name}`)
      onClose()
    } catch (error) {
      showServerError(form, error, (message) => (message === VAULT_NAME_TAKEN ? 'name' : null))
    }
  })
  return (
    <FormDialog
      title={secret === null ? 'New secret' : `Edit ${secret.name}`}
      label={secret === null ? 'Add secret' : 'Save'}
      busyLabel={secret === null ? 'Adding' : 'Saving'}
      isSubmitting={isSubmitting}
      error={errors.root?.message}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label="Name" error={errors.name?.message} hint="What the value is for, such as “smtp_password”.">
        <Input autoComplete="off" spellCheck={false} {...form.register('name')} />
      </Field>
      <Field label="Description" error={errors.description?.message}>
        <Input autoComplete="off" {...form.register('description')} />
      </Field>
      <Field
        label="Secret"
        error={errors.secret?.message}
        hint={secret === null ? 'May have several lines.' : 'Leave it empty to keep the value as it is.'}
      >
        <Textarea mono rows={4} autoComplete="off" spellCheck={false} {...form.register('secret')} />
      </Field>
    </FormDialog>
  )
}

/** Opens a secret. It is asked for when the dialog opens, and forgotten when it closes. */
export function RevealDialog({
  projectRef: ref,
  secret,
  onClose,
}: {
  projectRef: string
  secret: VaultSecret
  onClose: () => void
}) {
  const opened = useQuery({
    queryKey: ['vault-reveal', ref, secret.id],
    queryFn: ({ signal }) => client.project.vault.reveal({ ref, id: secret.id }, { signal }),
    // Each look is one, and noted: it is neither repeated by itself nor kept.
    ...{ gcTime: 0, staleTime: Number.POSITIVE_INFINITY, retry: false, refetchOnWindowFocus: false },
    refetchOnReconnect: false,
  })
  return (
    <Dialog
      onClose={onClose}
      title={secret.name}
      description={secret.description === '' ? undefined : secret.description}
    >
      {opened.data !== undefined ? (
        <figure className="relative m-0 rounded-3 border border-line bg-sunken" aria-label="Secret">
          <pre className="ui-mono p-3 pr-10 whitespace-pre-wrap wrap-anywhere">{opened.data.secret}</pre>
          <span className="absolute top-2 right-1.5">
            <CopyButton value={opened.data.secret} label="Copy secret" />
          </span>
        </figure>
      ) : opened.isError ? (
        <ErrorState title="The secret could not be opened" {...failureOf(opened)} />
      ) : (
        <SkeletonRows rows={2} />
      )}
    </Dialog>
  )
}
