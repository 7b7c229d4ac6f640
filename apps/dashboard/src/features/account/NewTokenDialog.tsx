import { zodResolver } from '@hookform/resolvers/zod'
import { name, TOKEN_LIFETIMES, TOKEN_NAME_TAKEN } from '@stoa/contract'
import { Field, Input, Select } from '@stoa/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import * as z from 'zod'
import { client, orpc } from '../../api/client.ts'
import { FormDialog } from '../../parts/forms/FormDialog.tsx'
import { showServerError } from '../../parts/forms/server-errors.ts'
import { daysOf, lifetimeOptions } from '../../parts/tokens/lifetimes.ts'
import { ShownDialog } from '../../parts/tokens/ShownDialog.tsx'

const Form = z.object({ name: name('Token name', 64), lifetime: z.string() })
const LIFETIMES = lifetimeOptions(TOKEN_LIFETIMES)

/** Asks for a name and a lifetime, then shows the token: the only time it is ever shown. */
export function NewTokenDialog({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient()
  const [token, setToken] = useState<string | null>(null)
  const form = useForm({ resolver: zodResolver(Form), defaultValues: { name: '', lifetime: '30' } })
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit(async (values) => {
    try {
      const made = await client.account.createToken({
        name: values.name,
        expires_in_days: daysOf(values.lifetime),
      })
      setToken(made.token)
      void queries.invalidateQueries({ queryKey: orpc.account.tokens.key() })
    } catch (error) {
      showServerError(form, error, (message) => (message === TOKEN_NAME_TAKEN ? 'name' : null))
    }
  })

  if (token !== null) return <ShownDialog title="Copy the token now" name="Token" value={token} onClose={onClose} />
  return (
    <FormDialog
      title="New access token"
      description="Whoever holds it can do what you can do."
      label="Create token"
      busyLabel="Creating"
      isSubmitting={isSubmitting}
      error={errors.root?.message}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label="Name" error={errors.name?.message} hint="What it is for, such as “CI” or “laptop”.">
        <Input autoFocus {...form.register('name')} />
      </Field>
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
