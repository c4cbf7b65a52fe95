/** What our mails say, in the languages of the app. None carries a link: what opens an account is typed, never pressed. */
import type { MailLanguage } from '@vest/protocol'
import type { Mail } from './mailQueue.ts'

export interface MailPlace {
  readonly timeMs: number
  /** The network, roughly. */
  readonly network: string
  readonly browser: string
}

/** In UTC, to the minute: `2026-03-01 12:00 UTC`. */
export const timeText = (timeMs: number): string =>
  `${new Date(timeMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`

const CODE: Readonly<Record<MailLanguage, (code: string, place: MailPlace) => Omit<Mail, 'to'>>> = {
  en: (code, { timeMs, network, browser }) => ({
    subject: `${code} is your Vest code`,
    text: [
      `Your code: ${code}`,
      '',
      'Type it on the page that asked for it. It is good for ten minutes, and only there.',
      `Asked for at ${timeText(timeMs)} from the network ${network} (${browser}).`,
      '',
      'Vest never asks for this code by phone, chat or mail. If you did not ask for it, ignore this mail: without the code no person comes in.',
    ].join('\n'),
  }),
  zh: (code, { timeMs, network, browser }) => ({
    subject: `${code} 是您的 Vest 验证码`,
    text: [
      `您的验证码：${code}`,
      '',
      '请在请求验证码的页面输入。验证码十分钟内有效，且仅在该页面有效。',
      `请求时间 ${timeText(timeMs)}，网络 ${network}（${browser}）。`,
      '',
      'Vest 绝不会通过电话、聊天或邮件索要验证码。如非本人操作，请忽略此邮件：没有验证码，任何人都无法登录。',
    ].join('\n'),
  }),
}

export const codeMail = (to: string, language: MailLanguage, code: string, place: MailPlace): Mail => ({
  to,
  ...CODE[language](code, place),
})
