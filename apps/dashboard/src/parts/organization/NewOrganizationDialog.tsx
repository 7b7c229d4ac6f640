import { zodResolver } from '@hookform/resolvers/zod'
import { name } from '@stoa/contract'
import { Field, Input, toast } from '@stoa/ui'
import { useNavigate } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import * as z from 'zod'
import { client } from '../../api/client.ts'
import { useRefreshShell } from '../../api/shell.ts'
import { FormDialog } from '../forms/FormDialog.tsx'
import { showServerError } from '../forms/server-errors.ts'

const Form = z.object({ name: name('Organization name', 64) })

/** Makes an organization and goes to its projects. */
export function NewOrganizationDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const refreshShell = useRefreshShell()
  const form = useForm({ resolver: zodResolver(Form), defaultValues: { name: '' } })
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit(async (values) => {
    try {
      const organization = await client.org.general.create(values)
      await refreshShell()
      toast.success(`Created ${organization.name}`)
      onClose()
      await navigate({ to: '/projects', search: { org: organization.slug } })
    } catch (error) {
      showServerError(form, error)
    }
  })
  return (
    <FormDialog
      title="New organization"
      description="An organization holds projects and the people who may work in them."
      label="Create organization"
      busyLabel="Creating"
      isSubmitting={isSubmitting}
      error={errors.root?.message}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label="Name" error={errors.name?.message}>
        <Input autoComplete="organization" autoFocus {...form.register('name')} />
      </Field>
    </FormDialog>
  )
}
