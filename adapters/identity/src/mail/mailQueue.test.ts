import { describe, expect, it } from 'vitest'
import { createMailQueue, MAILS_WAITING_MAX, type Mail, type MailPort } from './mailQueue.ts'

const mail = (to: string): Mail => ({ to, subject: 's', text: 't' })

/** A way out that sends when it is told to. */
function scripted(): MailPort & { readonly sent: string[]; failures: number; release: () => void } {
  const held: (() => void)[] = []
  const port = {
    sent: [] as string[],
    failures: 0,
    release: () => held.splice(0).forEach((go) => go()),
    async send({ to }: Mail) {
      if (port.failures > 0) {
        port.failures -= 1
        throw new Error('no')
      }
      if (to.startsWith('held')) await new Promise<void>((resolve) => held.push(resolve))
      port.sent.push(to)
    },
    close: async () => undefined,
  }
  return port
}

describe('the mail queue', () => {
  it('sends in the order of asking, after the request that asked', async () => {
    const port = scripted()
    const queue = createMailQueue({ port, onDropped: () => undefined })
    for (const to of ['a', 'b', 'c']) queue.add(mail(to))
    expect(port.sent).toEqual([])
    await queue.idle()
    expect(port.sent).toEqual(['a', 'b', 'c'])
  })

  it('tries a failed mail again twice, then drops it and says so', async () => {
    const port = scripted()
    const dropped: string[] = []
    const queue = createMailQueue({ port, onDropped: (reason) => dropped.push(reason), retryMs: 1 })
    port.failures = 2
    queue.add(mail('a'))
    await queue.idle()
    expect([port.sent, dropped]).toEqual([['a'], []])
    port.failures = 3
    queue.add(mail('b'))
    await queue.idle()
    expect([port.sent, dropped]).toEqual([['a'], ['failed']])
  })

  it('has an end: what does not fit is dropped, and fits again later', async () => {
    const port = scripted()
    const dropped: string[] = []
    const queue = createMailQueue({ port, onDropped: (reason) => dropped.push(reason) })
    for (let n = 0; n < MAILS_WAITING_MAX; n += 1)
      expect(queue.add(mail(n < 2 ? `held${n}` : `m${n}`))).toBe(true)
    expect(queue.add(mail('one more'))).toBe(false)
    expect(dropped).toEqual(['full'])
    await new Promise((resolve) => setImmediate(resolve))
    port.release()
    await queue.idle()
    expect(port.sent).toHaveLength(MAILS_WAITING_MAX)
    expect(queue.add(mail('later'))).toBe(true)
    await queue.idle()
  })

  it('a stop waits for no retry and takes nothing more', async () => {
    const port = scripted()
    port.failures = 1
    const queue = createMailQueue({ port, onDropped: () => undefined, retryMs: 600_000 })
    queue.add(mail('a'))
    await new Promise((resolve) => setImmediate(resolve))
    await queue.stop()
    await queue.idle()
    expect(queue.add(mail('b'))).toBe(false)
    expect(port.sent).toEqual([])
  })
})
