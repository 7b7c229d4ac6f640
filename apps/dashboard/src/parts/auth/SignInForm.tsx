import { Button, Field, Input, PasswordInput } from '@stoa/ui'
import { type FormEvent, useState } from 'react'
import { errorMessage } from '../../api/errors.ts'
import { signIn } from '../../api/session.ts'

/**
 * Email and password. What was typed stays when signing in fails.
 * @param email what the email field begins with
 * @param onSignedIn runs after the session exists; the button stays busy until it is done
 */
export function SignInForm({ email: initial = '', onSignedIn }: { email?: string; onSignedIn: () => unknown }) {
  const [email, setEmail] = useState(initial)
  const [password, setPassword] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<{ field: 'email' | 'password'; message: string } | null>(null)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const { elements } = event.currentTarget
    const fail = (field: 'email' | 'password', message: string) => {
      setProblem({ field, message })
      const wrong = elements.namedItem(field)
      if (wrong instanceof HTMLElement) wrong.focus()
    }
    if (email.trim() === '') return fail('email', 'Email is required')
    if (password === '') return fail('password', 'Password is required')
    setBusy(true)
    setProblem(null)
    try {
      await signIn(email.trim(), password)
      await onSignedIn()
    } catch (error) {
      fail('password', errorMessage(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-4">
      <Field label="Email" error={problem?.field === 'email' && problem.message}>
        <Input
          name="email"
          type="email"
          autoComplete="username"
          autoFocus={initial === ''}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
      </Field>
      <Field label="Password" error={problem?.field === 'password' && problem.message}>
        <PasswordInput
          name="password"
          autoComplete="current-password"
          autoFocus={initial !== ''}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
      <Button type="submit" variant="primary" className="h-9" busy={busy} busyLabel="Signing in">
        Sign in
      </Button>
    </form>
  )
}
