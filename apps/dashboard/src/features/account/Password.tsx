import { zodResolver } from '@hookform/resolvers/zod'
import { PASSWORD_MIN, Password as PasswordSchema, WRONG_PASSWORD } from '@stoa/contract'
import { Button, Field, PasswordInput, SettingsRow, toast } from '@stoa/ui'
import { useForm } from 'react-hook-form'
import * as z from 'zod'
import { client } from '../../api/client.ts'
import { useShell } from '../../api/shell.ts'
import { passwordHint } from '../../parts/auth/password-hint.ts'
import { FormError } from '../../parts/forms/FormError.tsx'
import { showServerError } from '../../parts/forms/server-errors.ts'

const Form = z.object({
  current_password: z.string().min(1, 'Current password is required'),
  new_password: PasswordSchema,
})

/** Changes the password; every other session is signed out with it. */
export function Password() {
  const { profile } = useShell()
  const form = useForm({
    resolver: zodResolver(Form),
    defaultValues: { current_password: '', new_password: '' },
  })
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit(async (values) => {
    try {
      const { signed_out_sessions: ended } = await client.account.changePassword(values)
      form.reset()
      toast.success({
        title: 'Changed your password',
        ...(ended > 0 && { description: `Signed out ${ended} other ${ended === 1 ? 'session' : 'sessions'}` }),
      })
    } catch (error) {
      showServerError(form, error, (message) => (message === WRONG_PASSWORD ? 'current_password' : null))
    }
  })
  return (
    <SettingsRow title="Password" description="Changing it signs out every other session of yours.">
      <form onSubmit={(event) => void submit(event)} noValidate className="grid max-w-[440px] gap-4">
        {/* Tells password managers whose password this is. */}
        <input type="email" autoComplete="username" value={profile.primary_email} readOnly hidden />
        <Field label="Current password" error={errors.current_password?.message}>
          <PasswordInput autoComplete="current-password" {...form.register('current_password')} />
        </Field>
        <Field
          label="New password"
          error={errors.new_password?.message}
          hint={passwordHint(form.watch('new_password'), PASSWORD_MIN)}
        >
          <PasswordInput autoComplete="new-password" {...form.register('new_password')} />
        </Field>
        <FormError message={errors.root?.message} />
        <div>
          <Button type="submit" busy={isSubmitting} busyLabel="Changing password">
            Change password
          </Button>
        </div>
      </form>
    </SettingsRow>
  )
}
