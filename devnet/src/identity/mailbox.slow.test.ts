import { createSmtpMail } from '@vest/identity'
import { afterAll, describe, expect, it } from 'vitest'
import { createMailbox } from './mailbox.ts'

describe('the mailbox', () => {
  const mailbox = createMailbox(() => 1_800_000_000_000)
  const mail = createSmtpMail({ url: () => mailbox.smtpUrl(), from: 'Vest <no-reply@vest.localhost>' })
  afterAll(async () => {
    await mail.close()
    await mailbox.stop()
  })

  it('receives over SMTP what was sent, newest first, for one address and for all', async () => {
    await mail.send({ to: 'a@mail.example', subject: '123456 is your Vest code', text: 'Your code: 123456' })
    await mail.send({ to: 'b@mail.example', subject: '007007 是您的 Vest 验证码', text: '您的验证码' })
    expect(mailbox.mails()).toMatchObject([
      { to: ['b@mail.example'], subject: '007007 是您的 Vest 验证码', code: '007007', text: '您的验证码' },
      { to: ['a@mail.example'], from: 'no-reply@vest.localhost', code: '123456', timeMs: 1_800_000_000_000 },
    ])
    expect(mailbox.mails(' A@mail.example ')).toHaveLength(1)
  })

  it('shows them on a page on which no text of a mail is markup', async () => {
    await mail.send({
      to: 'c@mail.example',
      subject: '<script>alert(1)</script>',
      text: '<img src=x onerror=alert(1)>',
    })
    const page = mailbox.page()
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(page).not.toMatch(/<script|<img/)
  })

  it('a line break in an address or a list of addresses reaches no other address', async () => {
    const before = mailbox.mails().length
    await mail.send({ to: 'd@mail.example, e@mail.example', subject: 's', text: 't' }).catch(() => undefined)
    await mail
      .send({ to: 'f@mail.example\r\nBcc: g@mail.example', subject: 's', text: 't' })
      .catch(() => undefined)
    const reached = mailbox
      .mails()
      .slice(0, mailbox.mails().length - before)
      .flatMap(({ to }) => to)
    expect(reached).not.toContain('e@mail.example')
    expect(reached).not.toContain('g@mail.example')
  })
})
