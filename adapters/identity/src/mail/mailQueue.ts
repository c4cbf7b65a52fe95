/**
 * Mails leave through a queue with an end: a request for one is answered at once, in the same time whether it can be
 * delivered or not. A mail that fails is tried again twice; beyond the queue's end, or on its own death, it is dropped and
 * told to the operator. Of a mail neither address nor text is ever logged.
 */
export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** The way out: SMTP, or what stands in for it. */
export interface MailPort {
  send(mail: Mail): Promise<void>
  close(): Promise<void>
}

export interface MailQueue {
  /** False: the queue is full and the mail dropped. */
  add(mail: Mail): boolean
  /** Resolves once nothing waits. */
  idle(): Promise<void>
  stop(): Promise<void>
}

export interface MailQueueOptions {
  readonly port: MailPort
  readonly onDropped: (reason: 'full' | 'failed', error?: unknown) => void
  readonly retryMs?: number
}

export const MAILS_WAITING_MAX = 500
const SENT_AT_ONCE = 2
const ATTEMPTS = 3
const RETRY_MS = 2_000

export function createMailQueue({ port, onDropped, retryMs = RETRY_MS }: MailQueueOptions): MailQueue {
  const waiting: Mail[] = []
  const idlers: (() => void)[] = []
  let sending = 0
  let isStopped = false
  let wake: () => void = () => undefined
  const stopped = new Promise<void>((resolve) => (wake = resolve))

  async function deliver(mail: Mail): Promise<void> {
    for (let attempt = 1; !isStopped; attempt += 1)
      try {
        return await port.send(mail)
      } catch (error) {
        if (attempt === ATTEMPTS) return onDropped('failed', error)
        await rest(retryMs * attempt)
      }
  }
  function rest(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      timer.unref()
      void stopped.then(() => {
        clearTimeout(timer)
        resolve()
      })
    })
  }
  function pump(): void {
    while (sending < SENT_AT_ONCE && !isStopped) {
      const mail = waiting.shift()
      if (mail === undefined) break
      sending += 1
      void deliver(mail).finally(() => {
        sending -= 1
        pump()
      })
    }
    if (sending === 0 && waiting.length === 0) for (const idler of idlers.splice(0)) idler()
  }

  return {
    add(mail) {
      if (waiting.length >= MAILS_WAITING_MAX || isStopped) {
        onDropped('full')
        return false
      }
      waiting.push(mail)
      // Not within the request that asked.
      setImmediate(pump)
      return true
    },
    idle: () =>
      waiting.length === 0 && sending === 0
        ? Promise.resolve()
        : new Promise((resolve) => idlers.push(resolve)),
    async stop() {
      isStopped = true
      wake()
      await port.close()
    },
  }
}
