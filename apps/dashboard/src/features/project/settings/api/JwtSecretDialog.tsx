import { JWT_SECRET_MIN, JwtSecret, type Project } from '@stoa/contract'
import { Field, PasswordInput, RadioGroup, TypedConfirm, toast } from '@stoa/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { orpc } from '../../../../api/client.ts'
import { errorMessage, fieldMessages } from '../../../../api/errors.ts'

type Source = 'generate' | 'own'

/** Asks for the new JWT secret, generated or one's own, and for the project's name. */
export function JwtSecretDialog({ project, onClose }: { project: Project; onClose: () => void }) {
  const queries = useQueryClient()
  const [source, setSource] = useState<Source>('generate')
  const [secret, setSecret] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const change = useMutation({
    ...orpc.project.settings.api.updateSecrets.mutationOptions(),
    onSuccess: async ({ change_tracking_id }) => {
      // The page follows from here on, also a change that is over before it is asked about.
      const query = orpc.project.settings.api.secretsUpdateStatus.queryOptions({ input: { ref: project.ref } })
      await queries.cancelQueries({ queryKey: query.queryKey })
      queries.setQueryData(query.queryKey, {
        update_status: { change_tracking_id, error: null, progress: 0, status: 'Updating' },
      })
      onClose()
    },
    onError: (error) => {
      setProblem(fieldMessages(error).jwt_secret ?? null)
      toast.error({ title: 'Failed to update JWT secret', description: errorMessage(error) })
    },
  })
  const wrong = (): string | null => {
    if (source === 'generate') return null
    const checked = JwtSecret.safeParse(secret)
    return checked.success ? null : (checked.error.issues[0]?.message ?? null)
  }
  return (
    <TypedConfirm
      onClose={onClose}
      title="Change the JWT secret"
      description="Both API keys are made anew. The old ones are refused as soon as it is done, and everybody who is signed in to the project’s APIs is signed out."
      value={project.name}
      confirmLabel="Change JWT secret"
      busyLabel="Changing"
      busy={change.isPending}
      validate={wrong}
      error={change.isError && problem === null ? errorMessage(change.error) : undefined}
      onConfirm={() => change.mutate({ ref: project.ref, ...(source === 'own' && { jwt_secret: secret }) })}
      width={480}
    >
      <RadioGroup
        label="The new secret"
        value={source}
        onValueChange={(next) => {
          setSource(next)
          setProblem(null)
        }}
        options={[
          { value: 'generate', label: 'Generate one', hint: '48 random characters' },
          { value: 'own', label: 'Use my own', hint: `At least ${JWT_SECRET_MIN} characters, without spaces` },
        ]}
      />
      {source === 'own' ? (
        <Field label="JWT secret" error={problem}>
          <PasswordInput
            mono
            autoComplete="off"
            value={secret}
            onChange={(event) => {
              setSecret(event.target.value)
              setProblem(null)
            }}
          />
        </Field>
      ) : null}
    </TypedConfirm>
  )
}
