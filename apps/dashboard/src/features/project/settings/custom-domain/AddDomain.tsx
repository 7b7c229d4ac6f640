import { zodResolver } from '@hookform/resolvers/zod'
import { Hostname } from '@stoa/contract'
import { Button, Field, Input, Settings, SettingsRow } from '@stoa/ui'
import { useForm } from 'react-hook-form'
import * as z from 'zod'
import { client } from '../../../../api/client.ts'
import { FormError } from '../../../../parts/forms/FormError.tsx'
import { showServerError } from '../../../../parts/forms/server-errors.ts'
import { useNoteDomain } from './use-custom-domain.ts'

const Form = z.object({ custom_hostname: Hostname })

/** The first step: which host name. */
export function AddDomain({ refName: ref, reason }: { refName: string; reason: string | undefined }) {
  const note = useNoteDomain(ref)
  const form = useForm({ resolver: zodResolver(Form), mode: 'onTouched', defaultValues: { custom_hostname: '' } })
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit(async ({ custom_hostname }) => {
    if (reason !== undefined) return
    try {
      note(await client.project.settings.customDomain.initialize({ ref, custom_hostname }))
    } catch (error) {
      showServerError(form, error, () => 'custom_hostname')
    }
  })
  return (
    <Settings>
      <SettingsRow title="Host name" description="One that you can set DNS records for, such as api.example.com.">
        <form onSubmit={(event) => void submit(event)} noValidate className="grid max-w-[440px] gap-4">
          <Field label="Host name" error={errors.custom_hostname?.message}>
            <Input
              mono
              placeholder="api.example.com"
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              disabledReason={reason}
              {...form.register('custom_hostname')}
            />
          </Field>
          <FormError message={errors.root?.message} />
          <div>
            <Button type="submit" variant="primary" busy={isSubmitting} busyLabel="Adding" disabledReason={reason}>
              Add domain
            </Button>
          </div>
        </form>
      </SettingsRow>
    </Settings>
  )
}
