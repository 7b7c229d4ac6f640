import { Note } from '@stoa/ui'

/** What the server said about a form as a whole. Takes no room while there is nothing to say. */
export function FormError({ message }: { message: string | undefined }) {
  return message === undefined ? null : (
    <Note tone="bad" role="alert">
      {message}
    </Note>
  )
}
