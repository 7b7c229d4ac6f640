import { zodResolver } from '@hookform/resolvers/zod'
import { ACCOUNT_EXISTS, Email, INVITATION_OTHER_EMAIL, name, PASSWORD_MIN, Password } from '@stoa/contract'
import { Button, Field, Input, PasswordInput } from '@stoa/ui'
import { useForm } from 'react-hook-form'
import * as z from 'zod'
import { client } from '../../api/client.ts'
import { signIn } from '../../api/session.ts'
import { passwordHint } from '../../parts/auth/password-hint.ts'
import { FormError } from '../../parts/forms/FormError.tsx'
import { showServerError } from '../../parts/forms/server-errors.ts'

const Form = z.object({ email: Email, name: name('Name', 64), password: Password })

/**
 * Makes an account with an invitation, and signs in.
 * @param email the address the invitation was made for; null when anyone may use it
 */
export function JoinForm({
  token,
  email,
  onJoined,
}: {
  token: string
  email: string | null
  onJoined: (slug: string) => void
}) {
  const form = useForm({
    resolver: zodResolver(Form),
    defaultValues: { email: email ?? '', name: '', password: '' },
  })
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit(async (values) => {
    try {
      const { organization_slug } = await client.org.team.signUp({ token, ...values })
      await signIn(values.email, values.password)
      onJoined(organization_slug)
    } catch (error) {
      showServerError(form, error, (message) =>
        message === ACCOUNT_EXISTS || message === INVITATION_OTHER_EMAIL ? 'email' : null,
      )
    }
  })
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-4">
      <Field label="Name" error={errors.name?.message}>
        <Input autoComplete="name" autoFocus {...form.register('name')} />
      </Field>
      <Field label="Email" error={errors.email?.message}>
        <Input
          type="email"
          autoComplete="username"
          disabledReason={email !== null && 'The invitation was made for this address'}
          {...form.register('email')}
        />
      </Field>
      <Field
        label="Password"
        error={errors.password?.message}
        hint={passwordHint(form.watch('password'), PASSWORD_MIN)}
      >
        <PasswordInput autoComplete="new-password" {...form.register('password')} />
      </Field>
      <FormError message={errors.root?.message} />
      <Button type="submit" variant="primary" className="h-9" busy={isSubmitting} busyLabel="Creating account">
        Create account and join
      </Button>
    </form>
  )
}
