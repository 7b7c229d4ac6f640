import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { errorMessage, errorStatus, fieldMessages } from '../../api/errors.ts'

/**
 * Puts a refused call's messages where they belong: under the field they are about, or else under the whole form.
 * Everything typed stays.
 * @param form the form
 * @param error what the call threw
 * @param fieldOf says which field a sentence is about that the server sent without naming one, such as a taken name
 */
export function showServerError<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, 'setError' | 'getValues'>,
  error: unknown,
  fieldOf: (message: string) => FieldPath<Values> | null = () => null,
): void {
  // The dialog over the page asks to sign in again; the form is then sent once more as it is.
  if (errorStatus(error) === 401) return
  const known = form.getValues()
  const entries = Object.entries(fieldMessages(error)).filter(([field]) => field in known)
  for (const [field, message] of entries) form.setError(field as FieldPath<Values>, { type: 'server', message })
  if (entries.length > 0) return
  const message = errorMessage(error)
  const field = fieldOf(message)
  if (field === null) form.setError('root', { type: 'server', message })
  else form.setError(field, { type: 'server', message }, { shouldFocus: true })
}
