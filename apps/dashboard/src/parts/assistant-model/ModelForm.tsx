import { KEY_FOR_ANOTHER_ADDRESS, type ModelState, type ModelTried } from '@stoa/contract'
import { Button, Checkbox, Field, Input, PasswordInput, toast } from '@stoa/ui'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { errorMessage } from '../../api/errors.ts'
import { FormError } from '../forms/FormError.tsx'
import { showServerError } from '../forms/server-errors.ts'
import { SOURCE_WORDS } from './model-words.ts'
import { Tried } from './Tried.tsx'

/** What is sent to set a model; a key that is left out stays as it is. */
export type ModelChanges = { readonly base_url: string; readonly model: string; readonly api_key?: string | null }

type Values = { base_url: string; model: string; api_key: string; noKey: boolean }

const valuesOf = ({ own }: ModelState): Values => ({
  base_url: own?.base_url ?? '',
  model: own?.model ?? '',
  api_key: '',
  noKey: false,
})

/**
 * The language model that the assistant asks: where it answers, which it is, and the key, which is never shown again.
 * @param probe asks it one question and one tool call; what is left out is taken from what is set
 */
export function ModelForm({
  state,
  save,
  remove,
  probe,
  disabledReason,
}: {
  state: ModelState
  save: (changes: ModelChanges) => Promise<ModelState>
  remove: () => Promise<ModelState>
  probe: (changes: Partial<ModelChanges>) => Promise<ModelTried>
  disabledReason: string | undefined
}) {
  const form = useForm<Values>({ defaultValues: valuesOf(state) })
  const { errors, isSubmitting, isDirty } = form.formState
  const [tried, setTried] = useState<ModelTried | null>(null)
  const [busy, setBusy] = useState<'try' | 'remove' | null>(null)
  const { own, used } = state
  const changes = ({ base_url, model, api_key, noKey }: Values): ModelChanges => ({
    base_url: base_url.trim(),
    model: model.trim(),
    ...(api_key.trim() !== '' ? { api_key: api_key.trim() } : noKey ? { api_key: null } : {}),
  })
  const refuse = (error: unknown) =>
    showServerError(form, error, (message) => (message === KEY_FOR_ANOTHER_ADDRESS ? 'api_key' : null))

  /** Tries a model, and says what that showed. */
  const attempt = async (wanted: Partial<ModelChanges>) => {
    setBusy('try')
    setTried(null)
    try {
      setTried(await probe(wanted))
    } catch (error) {
      refuse(error)
    } finally {
      setBusy(null)
    }
  }
  const submit = form.handleSubmit(async (values) => {
    if (disabledReason !== undefined) return
    try {
      form.reset(valuesOf(await save(changes(values))))
      toast.success('Saved the model')
    } catch (error) {
      refuse(error)
      return
    }
    await attempt({})
  })
  const takeAway = async () => {
    setBusy('remove')
    try {
      form.reset(valuesOf(await remove()))
      setTried(null)
      toast.success('Removed the model')
    } catch (error) {
      toast.error({ title: 'Removing the model failed', description: errorMessage(error) })
    } finally {
      setBusy(null)
    }
  }
  const isOff = disabledReason !== undefined
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="grid max-w-[440px] gap-4">
      {own === null && used !== null ? (
        <p className="text-13 text-fg-2">
          Used now: <span className="ui-mono text-12 text-fg-1">{used.model}</span>, {SOURCE_WORDS[used.source]}.
        </p>
      ) : null}
      <Field
        label="Address"
        error={errors.base_url?.message}
        hint="Of any server that speaks OpenAI’s API, on this machine or elsewhere."
      >
        <Input
          mono
          inputMode="url"
          autoComplete="off"
          placeholder="https://api.openai.com/v1"
          disabledReason={disabledReason}
          {...form.register('base_url')}
        />
      </Field>
      <Field label="Model" error={errors.model?.message}>
        <Input mono autoComplete="off" disabledReason={disabledReason} {...form.register('model')} />
      </Field>
      {isOff ? null : (
        <Field label="API key" error={errors.api_key?.message} hint={keyHint(state)}>
          <PasswordInput autoComplete="off" {...form.register('api_key')} />
        </Field>
      )}
      {isOff || own?.api_key.set !== true ? null : (
        <Checkbox label="Remove the stored key" {...form.register('noKey')} />
      )}
      <FormError message={errors.root?.message} />
      {isOff ? null : (
        <div className="flex flex-wrap gap-2">
          <Button
            type="submit"
            busy={isSubmitting && busy === null}
            busyLabel="Saving"
            disabledReason={!isDirty && 'Nothing has changed'}
          >
            Set model
          </Button>
          <Button
            busy={busy === 'try'}
            busyLabel="Trying"
            disabledReason={own === null && !isDirty && 'Enter an address and a model first'}
            onClick={() => {
              form.clearErrors()
              void attempt(isDirty ? changes(form.getValues()) : {})
            }}
          >
            Try it
          </Button>
          {own === null ? null : (
            <Button variant="bad-quiet" busy={busy === 'remove'} busyLabel="Removing" onClick={() => void takeAway()}>
              Remove
            </Button>
          )}
        </div>
      )}
      {tried !== null ? (
        <Tried capabilities={tried} message={tried.message} firstMs={tried.first_ms} />
      ) : own?.capabilities ? (
        <Tried capabilities={own.capabilities} message={null} firstMs={null} />
      ) : null}
    </form>
  )
}

function keyHint({ own }: ModelState): string {
  if (own?.api_key.set !== true) return 'Local models need none. It is sealed, and never shown again.'
  const end = own.api_key.last_four
  return `${end === null ? 'A key is stored' : `A key that ends in ${end} is stored`}. Enter another to replace it.`
}
