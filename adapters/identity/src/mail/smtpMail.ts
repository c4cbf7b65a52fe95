/** Mail over SMTP. Where the server is may be learned late: one of our own is started by the first mail. */
import type { Transporter } from 'nodemailer'
import type { MailPort } from './mailQueue.ts'

export interface SmtpMailOptions {
  /** smtp:// or smtps://, with user and password where the server wants them. */
  readonly url: () => string | Promise<string>
  readonly from: string
}

const LIMIT_MS = 10_000

export function createSmtpMail({ url, from }: SmtpMailOptions): MailPort {
  let opening: Promise<Transporter> | undefined
  const open = async (): Promise<Transporter> => {
    const { createTransport } = await import('nodemailer')
    return createTransport(
      {
        url: await url(),
        pool: true,
        maxConnections: 2,
        connectionTimeout: LIMIT_MS,
        greetingTimeout: LIMIT_MS,
        socketTimeout: LIMIT_MS,
        disableFileAccess: true,
        disableUrlAccess: true,
      } as Parameters<typeof createTransport>[0],
      { from },
    )
  }
  return {
    async send({ to, subject, text }) {
      opening ??= open()
      // One that could not be opened is tried anew by the next mail.
      const transport = await opening.catch((error: unknown) => {
        opening = undefined
        throw error
      })
      // An object, not text: an address is never read as a list of several.
      await transport.sendMail({ to: { name: '', address: to }, subject, text })
    },
    async close() {
      const transport = await opening?.catch(() => undefined)
      transport?.close()
    },
  }
}
