/** A real client socket whose messages can be waited for one by one. */
import { WebSocket } from 'ws'

export interface TestSocket {
  readonly ws: WebSocket
  send(message: unknown): void
  /** The next message, parsed; binary or text as it came is in `lastWasBinary`. */
  next(): Promise<any> // eslint-disable-line @typescript-eslint/no-explicit-any
  /** The next message on this channel, skipping others. */
  nextOn(channel: string): Promise<any> // eslint-disable-line @typescript-eslint/no-explicit-any
  readonly waiting: () => number
  readonly lastWasBinary: () => boolean
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>
  close(): Promise<void>
}

export async function openSocket(url: string): Promise<TestSocket> {
  const ws = new WebSocket(url)
  const messages: unknown[] = []
  const waiters: ((message: unknown) => void)[] = []
  let binary = false
  ws.on('message', (data, isBinary) => {
    binary = isBinary
    const message: unknown = JSON.parse(String(data))
    const waiter = waiters.shift()
    if (waiter) waiter(message)
    else messages.push(message)
  })
  const closed = new Promise<{ code: number; reason: string }>((resolve) =>
    ws.on('close', (code, reason) => resolve({ code, reason: String(reason) })),
  )
  await new Promise<void>((resolve, reject) => ws.on('open', resolve).on('error', reject))
  const next = (): Promise<unknown> =>
    messages.length > 0 ? Promise.resolve(messages.shift()) : new Promise((resolve) => waiters.push(resolve))
  return {
    ws,
    send: (message) =>
      ws.send(typeof message === 'string' || Buffer.isBuffer(message) ? message : JSON.stringify(message)),
    next,
    nextOn: async (channel) => {
      for (;;) {
        const message = (await next()) as { channel?: string }
        if (message.channel === channel) return message
      }
    },
    waiting: () => messages.length,
    lastWasBinary: () => binary,
    closed,
    close: async () => {
      ws.close()
      await closed
    },
  }
}
