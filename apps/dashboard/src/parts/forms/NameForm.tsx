import { zodResolver } from '@hookform/resolvers/zod'
import { Button, Field, Input, toast } from '@stoa/ui'
import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod'
import { FormError } from './FormError.tsx'
import { showServerError } from './server-errors.ts'

type Props = {
  /** The name as it is saved now. */
  name: string
  /** What a name has to be. */
  schema: z.ZodType<string, string>
  /** Saves a new name and gives it as it was saved. */
  save: (name: string) => Promise<string>
  /** What is said when it worked. */
  saved: string
  autoComplete: string
  /** Why the name cannot be changed by this person. */
  disabledReason?: string | undefined
  /** Sentences of the server that belong under the field rather than above the button. */
  fieldSentences?: readonly string[]
  /** What stands between the name and the button. */
  children?: ReactNode
}

/** The name of something, to be changed in place. What was typed stays when saving fails. */
export function NameForm({ name, schema, save, saved, autoComplete, disabledReason, fieldSentences, children }: Props) {
  const form = useForm({
    resolver: zodResolver(z.object({ name: schema })),
    mode: 'onTouched',
    defaultValues: { name },
  })
  const { errors, isSubmitting, isDirty } = form.formState
  const submit = form.handleSubmit(async (values) => {
    if (disabledReason !== undefined) return
    try {
      form.reset({ name: await save(values.name) })
      toast.success(saved)
    } catch (error) {
      showServerError(form, error, (message) => (fieldSentences?.includes(message) ? 'name' : null))
    }
  })
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="grid max-w-[440px] gap-4">
      <Field label="Name" error={errors.name?.message}>
        <Input autoComplete={autoComplete} disabledReason={disabledReason} {...form.register('name')} />
      </Field>
      {children}
      <FormError message={errors.root?.message} />
      <div>
        <Button
          type="submit"
          busy={isSubmitting}
          busyLabel="Saving"
          disabledReason={disabledReason ?? (!isDirty && 'Nothing has changed')}
        >
          Save
        </Button>
      </div>
    </form>
  )
}
