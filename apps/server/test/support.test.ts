import {
  SUPPORT_HOURLY_LIMIT,
  SUPPORT_MAIL_FAILED,
  SUPPORT_NO_MAIL,
  SUPPORT_NO_PROJECT,
  SUPPORT_NO_TICKET,
  SUPPORT_TOO_MANY,
  type SupportTicket,
} from '@stoa/contract'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Person, TestPlatform } from './harness.ts'
import { refusals } from './refused.ts'
import { freePort } from './waiting.ts'

const LOGIN = { user: 'stoa', password: 'mail-server-password' }
const SUPPORT = 'help@example.com'

/** A mail server on loopback, with everything that it was handed. */
class MailServer {
  readonly port: number
  readonly letters: { from: string; to: string[]; text: string }[] = []
  /** When set, letters are refused with this sentence. */
  refuses: string | null = null
  readonly #server: SMTPServer

  constructor(port: number) {
    this.port = port
    this.#server = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _session, done) =>
        username === LOGIN.user && password === LOGIN.password
          ? done(null, { user: username })
          : done(new Error('Wrong name or password')),
      onData: (stream, session, done) => {
        const parts: Buffer[] = []
        stream.on('data', (part: Buffer) => parts.push(part))
        stream.on('end', () => {
          if (this.refuses !== null) return done(new Error(this.refuses))
          const { mailFrom, rcptTo } = session.envelope
          this.letters.push({
            from: mailFrom ? mailFrom.address : '',
            to: rcptTo.map(({ address }) => address),
            text: Buffer.concat(parts).toString(),
          })
          done()
        })
      },
    })
  }

  listen = () => new Promise<void>((done) => this.#server.listen(this.port, '127.0.0.1', () => done()))
  close = () => new Promise<void>((done) => this.#server.close(() => done()))
}

let platform: TestPlatform
let mail: MailServer
let owner: Person
let ref: string
const refused = refusals(() => platform)

beforeAll(async () => {
  mail = new MailServer(await freePort())
  await mail.listen()
  platform = await TestPlatform.start()
  owner = await platform.as('Owner')
  ref = await platform.rowOnlyProject(await platform.acme(), 'Shop', 'ACTIVE_HEALTHY')
})
afterAll(async () => {
  await platform.dispose()
  await mail.close()
})

const TICKETS = '/platform/support/tickets'
const request = (more: object = {}) => ({
  category: 'problem',
  ref,
  subject: 'It stops',
  message: 'Since\ntoday',
  ...more,
})
const ask = (who: Person, more: object = {}) =>
  platform.call<SupportTicket>('POST', TICKETS, { token: who.token, body: request(more) })
const subjects = async (who: Person) =>
  (await platform.call<SupportTicket[]>('GET', TICKETS, { token: who.token })).body.map(({ subject }) => subject)

describe('a request for support', () => {
  test('is kept as it was written, with who asked and the project', async () => {
    const developer = await platform.as('Developer')
    const message = `  Two lines,\n\ttabs and ünïcode 🚀 — <b>not</b> HTML  `
    const { status, body } = await ask(developer, { message })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      category: 'problem',
      subject: 'It stops',
      message,
      author: { name: 'Developer', primary_email: developer.email },
      project: { ref, name: 'Shop' },
      organization_slug: 'acme',
      emailed_at: null,
      email_error: null,
    })
    const [entry] = await platform.audit({ action: 'support.requested' })
    expect(entry).toMatchObject({ actor_id: developer.id, project_ref: ref, organization_slug: 'acme' })
  })

  test('is seen by who asked, by the owners of its organization and by whoever set Stoa up', async () => {
    const { owner: rival, ...rivals } = await platform.organization('Rivals')
    const colleague = await platform.member(await platform.person('Colleague'), rivals, 'Administrator')
    const asker = await platform.member(await platform.person('Asker'), rivals, 'Developer')
    const theirs = await platform.rowOnlyProject(rivals, 'Theirs', 'ACTIVE_HEALTHY')
    await ask(asker, { ref: theirs, subject: 'Among rivals' })
    await ask(asker, { ref: null, subject: 'About nothing' })
    expect(await subjects(asker)).toEqual(['About nothing', 'Among rivals'])
    expect(await subjects(rival)).toEqual(['Among rivals'])
    expect(await subjects(colleague)).toEqual([])
    expect(await subjects(await platform.as('stranger'))).toEqual([])
    expect(await subjects(owner)).toEqual(expect.arrayContaining(['Among rivals', 'About nothing']))
  })

  test('outlives its project, its organization and whoever asked', async () => {
    const { owner: other, ...brief } = await platform.organization('Brief')
    const gone = await platform.rowOnlyProject(brief, 'Gone', 'INACTIVE')
    await ask(other, { ref: gone, subject: 'Before the end' })
    await platform.query('delete from projects where ref = $1', [gone])
    await platform.query('delete from organizations where id = $1', [brief.id])
    await platform.query('delete from users where id = $1', [other.id])
    const all = await platform.call<SupportTicket[]>('GET', TICKETS, { token: owner.token })
    expect(all.body.find(({ subject }) => subject === 'Before the end')).toMatchObject({
      author: { name: 'Brief owner', primary_email: other.email },
      project: { ref: gone, name: 'Gone' },
      organization_slug: 'brief',
    })
  })

  test.for([
    [{ category: 'gossip' }, 'Choose what it is about'],
    [{ category: undefined }, 'Choose what it is about'],
    [{ subject: '  ' }, 'Subject is required'],
    [{ subject: 'x'.repeat(161) }, 'Subject can have at most 160 characters'],
    [{ message: '' }, 'Message is required'],
    [{ message: ' \n ' }, 'Message is required'],
    [{ message: 'x'.repeat(10_001) }, 'Message can have at most 10000 characters'],
    [{ message: 'a\0' }, 'Message has characters that cannot be stored'],
    [{ ref: 'a'.repeat(20) }, SUPPORT_NO_PROJECT],
  ] as [object, string][])('with %j is refused', async ([more, sentence]) => {
    await refused(400, sentence, 'POST', TICKETS, { token: owner.token, body: request(more) })
  })

  test('about a project that one cannot see is refused, and tells nothing of it', async () => {
    const body = request()
    await refused(400, SUPPORT_NO_PROJECT, 'POST', TICKETS, { token: (await platform.as('stranger')).token, body })
  })

  test('cannot be sent without end', async () => {
    const chatty = await platform.person('Chatty')
    const all = Array.from({ length: SUPPORT_HOURLY_LIMIT + 5 }, () => ask(chatty, { ref: null }))
    const statuses = (await Promise.all(all)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(SUPPORT_HOURLY_LIMIT)
    await refused(429, SUPPORT_TOO_MANY, 'POST', TICKETS, { token: chatty.token, body: request({ ref: null }) })
    await platform.query("update support_tickets set created_at = now() - interval '61 minutes' where user_id = $1", [
      chatty.id,
    ])
    expect((await ask(chatty, { ref: null })).status).toBe(201)
  })

  test('cannot be e-mailed where no mail server is set', async () => {
    const { body } = await ask(owner)
    await refused(409, SUPPORT_NO_MAIL, 'POST', `${TICKETS}/${body.id}/email`, { token: owner.token })
    const desk = await platform.call('GET', '/platform/support', { token: owner.token })
    expect(desk.body).toEqual({ emails: false, operator: 'Owner' })
  })
})

describe('with a mail server, a request', () => {
  const env = () => ({
    STOA_SMTP_URL: `smtp://${LOGIN.user}:${LOGIN.password}@127.0.0.1:${mail.port}`,
    STOA_SMTP_FROM: 'stoa@example.com',
  })
  beforeAll(() => platform.restart({ ...env(), STOA_SUPPORT_EMAIL: SUPPORT }))
  beforeEach(() => {
    mail.refuses = null
    mail.letters.length = 0
  })

  test('is e-mailed, and answers go to who asked', async () => {
    const developer = await platform.as('Developer')
    const { body } = await ask(developer, { subject: 'Wörds\r\nBcc: everyone@example.com' })
    expect(body.emailed_at).not.toBeNull()
    expect(mail.letters).toHaveLength(1)
    const [letter] = mail.letters
    expect(letter).toMatchObject({ from: 'stoa@example.com', to: [SUPPORT] })
    expect(letter?.text).toMatch(new RegExp(`^Reply-To: Developer <${developer.email}>\r$`, 'm'))
    expect(letter?.text).toContain('Since\r\ntoday')
    expect(letter?.text).toContain(`Project: Shop (${ref})`)
    expect(letter?.text).not.toMatch(/^Bcc:/m)
    const desk = await platform.call('GET', '/platform/support', { token: owner.token })
    expect(desk.body).toEqual({ emails: true, operator: 'Owner' })
  })

  test('that the mail server refuses is kept, says so, and can be sent again', async () => {
    mail.refuses = 'The mailbox of mira@example.com is full'
    const { status, body } = await ask(owner, { subject: 'Refused' })
    expect(status).toBe(201)
    expect(body).toMatchObject({ emailed_at: null, email_error: SUPPORT_MAIL_FAILED })
    expect(await subjects(owner)).toContain('Refused')
    const path = `${TICKETS}/${body.id}/email`
    const again = await platform.call<SupportTicket>('POST', path, { token: owner.token })
    expect(again.body.email_error).toBe(SUPPORT_MAIL_FAILED)
    mail.refuses = null
    await refused(404, SUPPORT_NO_TICKET, 'POST', path, { token: (await platform.as('stranger')).token })
    const sent = await platform.call<SupportTicket>('POST', path, { token: owner.token })
    expect(sent.body).toMatchObject({ email_error: null, emailed_at: expect.any(String) })
    expect(mail.letters).toHaveLength(1)
  })

  test('leaves nothing of the mail server’s password behind', async () => {
    expect(platform.log.join('')).not.toContain(LOGIN.password)
    expect(await platform.whereIs(LOGIN.password)).toEqual([])
  })

  test('goes to the first account when nobody else is named, and is kept when no mail server answers', async () => {
    await platform.restart(env())
    await ask(owner, { subject: 'To the first' })
    expect(mail.letters.map(({ to }) => to)).toEqual([[owner.email]])
    await platform.restart({ ...env(), STOA_SMTP_URL: `smtp://127.0.0.1:${await freePort()}` })
    const { body } = await ask(owner, { subject: 'Into the void' })
    expect(body).toMatchObject({ emailed_at: null, email_error: SUPPORT_MAIL_FAILED })
  })
})
