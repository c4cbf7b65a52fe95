/**
 * Where the mails go that a development exchange sends: an SMTP server on the loopback, started by the first mail, and
 * a page on which every user of this machine can read them. Nothing leaves the machine, and nothing is kept over a restart.
 */
import type { AddressInfo } from 'node:net'
import { escapeHtml, pageOf } from '../formPage.ts'

export interface ReceivedMail {
  readonly id: number
  readonly from: string
  readonly to: readonly string[]
  readonly subject: string
  readonly text: string
  readonly timeMs: number
  /** Six digits of the subject. */
  readonly code: string | null
}

export interface Mailbox {
  /** Starts it where it does not run. */
  smtpUrl(): Promise<string>
  /** Newest first; of one recipient, or of all. */
  mails(to?: string): readonly ReceivedMail[]
  page(): string
  stop(): Promise<void>
}

const MAILS_KEPT = 500
const MAIL_BYTES_MAX = 1_048_576

export function createMailbox(nowMs: () => number): Mailbox {
  const kept: ReceivedMail[] = []
  let lastId = 0
  let starting: Promise<{ readonly url: string; stop(): Promise<void> }> | undefined

  async function start() {
    const [{ SMTPServer }, { default: PostalMime }] = await Promise.all([
      import('smtp-server'),
      import('postal-mime'),
    ])
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['AUTH', 'STARTTLS'],
      size: MAIL_BYTES_MAX,
      onData(stream, session, done) {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', () => {
          PostalMime.parse(Buffer.concat(chunks)).then(
            ({ from, subject = '', text = '' }) => {
              lastId += 1
              kept.unshift({
                id: lastId,
                from: from?.address ?? '',
                to: session.envelope.rcptTo.map(({ address }) => address),
                subject,
                text: text.trim(),
                timeMs: nowMs(),
                code: /\b\d{6}\b/.exec(subject)?.[0] ?? null,
              })
              kept.length = Math.min(kept.length, MAILS_KEPT)
              done()
            },
            (error: Error) => done(error),
          )
        })
      },
    })
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(0, '127.0.0.1', () => resolve())
    })
    // A client that leaves in the middle is no news.
    server.on('error', () => {})
    const { port } = server.server.address() as AddressInfo
    return {
      url: `smtp://127.0.0.1:${port}`,
      stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
    }
  }

  const mails = (to?: string): readonly ReceivedMail[] =>
    to === undefined ? kept : kept.filter((mail) => mail.to.includes(to.trim().toLowerCase()))

  return {
    async smtpUrl() {
      starting ??= start()
      return (await starting).url
    },
    mails,
    page: () =>
      pageOf(
        'Mailbox of this devnet',
        `<p>No real mail is sent here. Load the page again for newer ones.</p>${
          kept.length === 0 ? '<p>Nothing yet.</p>' : kept.map(articleOf).join('')
        }`,
      ),
    async stop() {
      await (await starting?.catch(() => undefined))?.stop()
    },
  }
}

const articleOf = ({ to, subject, text, timeMs }: ReceivedMail): string =>
  `<article><strong>${escapeHtml(subject)}</strong><br><small>to ${escapeHtml(to.join(', '))}, ${new Date(timeMs).toISOString()}</small><pre>${escapeHtml(text)}</pre></article>`
