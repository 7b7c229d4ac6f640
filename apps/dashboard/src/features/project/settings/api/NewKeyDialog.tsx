import { zodResolver } from '@hookform/resolvers/zod'
import {
  API_KEY_LIFETIMES,
  API_KEY_NAME_TAKEN,
  API_KEY_TYPES,
  type ApiKey,
  type ApiKeyType,
  name,
} from '@stoa/contract'
import { Field, Input, RadioGroup, Select, toast } from '@stoa/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import * as z from 'zod'
import { client, orpc } from '../../../../api/client.ts'
import { FormDialog } from '../../../../parts/forms/FormDialog.tsx'
import { showServerError } from '../../../../parts/forms/server-errors.ts'
import { daysOf, lifetimeOptions, NEVER } from '../../../../parts/tokens/lifetimes.ts'
import { ShownDialog } from '../../../../parts/tokens/ShownDialog.tsx'

const KeyName = name('Key name', 64)
const Form = z.object({ name: KeyName, type: z.enum(API_KEY_TYPES), lifetime: z.string() })

const TYPES: readonly { value: ApiKeyType; label: string; hint: string }[] = [
  {
    value: 'publishable',
    label: 'Publishable',
    hint: 'For browsers and apps. Acts as anon; row level security decides.',
  },
  { value: 'secret', label: 'Secret', hint: 'For servers only. Acts as service_role and bypasses row level security.' },
]
const LIFETIMES = lifetimeOptions(API_KEY_LIFETIMES)
const PUBLIC = 'It is public: anybody who uses the app can see it. You can copy it again at any time.'
const nameField = (message: string) => (message === API_KEY_NAME_TAKEN ? ('name' as const) : null)

/** Asks what a key is for and how long it works, then shows it: a secret key the only time that it is ever shown. */
export function NewKeyDialog({ projectRef: ref, onClose }: { projectRef: string; onClose: () => void }) {
  const queries = useQueryClient()
  const [made, setMade] = useState<ApiKey | null>(null)
  const form = useForm({
    resolver: zodResolver(Form),
    defaultValues: { name: '', type: 'publishable' as ApiKeyType, lifetime: NEVER },
  })
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit(async ({ name: called, type, lifetime }) => {
    try {
      const expires_in_days = daysOf(lifetime)
      setMade(await client.project.settings.api.createKeyV1({ ref, name: called, type, expires_in_days }))
      void queries.invalidateQueries({ queryKey: orpc.project.settings.api.keysV1.key() })
    } catch (error) {
      showServerError(form, error, nameField)
    }
  })
  if (made !== null)
    return (
      <ShownDialog
        title={made.type === 'secret' ? 'Copy the key now' : 'The key is ready'}
        name="Key"
        value={made.api_key ?? ''}
        {...(made.type === 'publishable' ? { again: PUBLIC } : {})}
        onClose={onClose}
      />
    )
  return (
    <FormDialog
      title="New API key"
      label="Create key"
      busyLabel="Creating"
      isSubmitting={isSubmitting}
      error={errors.root?.message}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label="Name" error={errors.name?.message} hint="What uses it, such as “web shop” or “nightly job”.">
        <Input autoFocus {...form.register('name')} />
      </Field>
      <Controller
        control={form.control}
        name="type"
        render={({ field }) => (
          <RadioGroup label="Type" value={field.value} onValueChange={field.onChange} options={[...TYPES]} />
        )}
      />
      <Field label="Lifetime" error={errors.lifetime?.message}>
        <Controller
          control={form.control}
          name="lifetime"
          render={({ field }) => <Select value={field.value} onValueChange={field.onChange} options={LIFETIMES} />}
        />
      </Field>
    </FormDialog>
  )
}

/** Gives a key another name. */
export function RenameKeyDialog({
  projectRef: ref,
  apiKey,
  onClose,
}: {
  projectRef: string
  apiKey: ApiKey
  onClose: () => void
}) {
  const queries = useQueryClient()
  const form = useForm({ resolver: zodResolver(z.object({ name: KeyName })), defaultValues: { name: apiKey.name } })
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit(async ({ name: called }) => {
    try {
      await client.project.settings.api.updateKeyV1({ ref, id: apiKey.id, name: called })
      await queries.invalidateQueries({ queryKey: orpc.project.settings.api.keysV1.key() })
      toast.success(`Renamed to ${called}`)
      onClose()
    } catch (error) {
      showServerError(form, error, nameField)
    }
  })
  return (
    <FormDialog
      title={`Rename ${apiKey.name}`}
      label="Rename key"
      busyLabel="Renaming"
      isSubmitting={isSubmitting}
      error={errors.root?.message}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label="Name" error={errors.name?.message}>
        <Input autoFocus {...form.register('name')} />
      </Field>
    </FormDialog>
  )
}
