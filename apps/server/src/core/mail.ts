import type { Config } from '../config.ts'

/** How long a mail server may take to answer, in ms. Whoever sends waits for it. */
const ANSWER_MS = 8_000

export type Mail = {
  readonly to: readonly string[]
  /** Who an answer goes to. */
  readonly replyTo: { readonly name: string; readonly address: string }
  readonly subject: string
  /** Plain text. */
  readonly text: string
}

/**
 * Hands one message to the mail server of the settings.
 * @throws Error when there is none, it does not answer, or it refuses; the message has no part of the settings in it
 */
export async function sendMail(config: Config['mail'], mail: Mail): Promise<void> {
  if (config === null) throw new Error('No mail server is set')
  // Read at the first mail: most installations send none.
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    url: config.url,
    connectionTimeout: ANSWER_MS,
    greetingTimeout: ANSWER_MS,
    socketTimeout: ANSWER_MS,
    // What people write is text: it must not make this machine read a file or open an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  try {
    await transport.sendMail({ ...mail, to: [...mail.to], from: { name: 'Stoa', address: config.from } })
  } finally {
    transport.close()
  }
}
