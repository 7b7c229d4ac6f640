import { zodResolver } from '@hookform/resolvers/zod'
import { Email, name, PASSWORD_MIN, Password } from '@stoa/contract'
import { Button, Field, Input, PasswordInput } from '@stoa/ui'
import { useForm } from 'react-hook-form'
import * as z from 'zod'
import { client } from '../../api/client.ts'
import { signIn } from '../../api/session.ts'
import { passwordHint } from '../../parts/auth/password-hint.ts'
import { FormError } from '../../parts/forms/FormError.tsx'
import { showServerError } from '../../parts/forms/server-errors.ts'
import { usePageTitle } from '../../parts/page/title.ts'
import { Outside } from './Outside.tsx'

const Form = z.object({ email: Email, password: Password, organization: name('Organization name', 64) })

/** The first visit to an installation: makes the owner account and the first organization. */
export function FirstVisitScreen({ onSignedIn }: { onSignedIn: () => Promise<void> }) {
  usePageTitle('Welcome')
  const form = useForm({
    resolver: zodResolver(Form),
    defaultValues: { email: '', password: '', organization: '' },
  })
  const { errors, isSubmitting } = form.formState

  const submit = form.handleSubmit(async (values) => {
    try {
      await client.system.setup(values)
      // The account exists from here on: should signing in fail, the sign-in page comes next, not this form again.
      await signIn(values.email, values.password).catch(() => {})
      await onSignedIn()
    } catch (error) {
      showServerError(form, error)
    }
  })

  return (
    <Outside
      title="Create the owner account"
      text="This is the first visit to this installation. Whoever holds this account can see every project on it."
    >
      <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-4">
        <Field label="Email" error={errors.email?.message}>
          <Input type="email" autoComplete="username" autoFocus {...form.register('email')} />
        </Field>
        <Field
          label="Password"
          error={errors.password?.message}
          hint={passwordHint(form.watch('password'), PASSWORD_MIN)}
        >
          <PasswordInput autoComplete="new-password" {...form.register('password')} />
        </Field>
        <Field label="Organization" error={errors.organization?.message}>
          <Input autoComplete="organization" {...form.register('organization')} />
        </Field>
        <FormError message={errors.root?.message} />
        <Button type="submit" variant="primary" className="h-9" busy={isSubmitting} busyLabel="Creating account">
          Create account
        </Button>
      </form>
      <p className="ui-hint mt-4">It is kept by this installation alone. No telemetry.</p>
    </Outside>
  )
}
