/**
 * HTTP as bytes over a few kept connections with many requests under way, so that one client can ask as fast as the
 * exchange answers, and may say what no library would send. A connection that the exchange ends is opened anew.
 */
import { connect } from 'node:net'

export interface RawRequest {
  readonly bytes: Buffer
}
export interface RawAnswer {
  readonly status: number
  readonly body: Buffer
  /** Seconds, where the answer names them. */
  readonly retryAfterS?: number
}
/** No answer: the exchange has closed the connection, or said nothing for too long. */
export type NoAnswer = 'closed' | 'silent'

export interface PipelinedClient {
  /** Asks for requests until there are none, and tells what became of each. */
  run<Request extends RawRequest>(
    next: () => Request | undefined,
    onAnswer: (request: Request, answer: RawAnswer | NoAnswer) => void,
  ): Promise<void>
}

export interface PipelinedOptions {
  readonly port: number
  readonly connections: number
  /** Requests under way on one connection. */
  readonly depth: number
  readonly silenceMsMax: number
}

export const createPipelinedClient = (options: PipelinedOptions): PipelinedClient => ({
  async run(next, onAnswer) {
    // What was sent behind a request that ended its connection was never read: it is sent again.
    const again: Parameters<typeof onAnswer>[0][] = []
    const nextOrAgain = () => again.pop() ?? next()
    const lane = () => runLane(options, nextOrAgain, onAnswer, (unread) => again.push(...unread))
    await Promise.all(Array.from({ length: options.connections }, lane))
  },
})

/** One connection after the other, each until it is closed or nothing is left to ask. */
async function runLane<Request extends RawRequest>(
  { port, depth, silenceMsMax }: PipelinedOptions,
  next: () => Request | undefined,
  onAnswer: (request: Request, answer: RawAnswer | NoAnswer) => void,
  onUnread: (requests: readonly Request[]) => void,
): Promise<void> {
  let isOver = false
  while (!isOver) {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    const waiting: Request[] = []
    await new Promise<void>((resolve) => {
      const reader = createAnswerReader((answer) => {
        const request = waiting.shift()
        if (request !== undefined) onAnswer(request, answer)
        fill()
      })
      const fill = (): void => {
        while (!isOver && waiting.length < depth) {
          const request = next()
          if (request === undefined) isOver = true
          else {
            waiting.push(request)
            socket.write(request.bytes)
          }
        }
        if (isOver && waiting.length === 0) socket.end()
      }
      socket.setTimeout(silenceMsMax, () => {
        if (waiting.length > 0) onAnswer(waiting.shift()!, 'silent')
        socket.destroy()
      })
      socket.on('connect', fill)
      socket.on('data', (bytes: Buffer) => reader.take(bytes))
      socket.on('error', () => undefined)
      socket.on('close', () => {
        const [first, ...unread] = waiting
        // After an answer that said so, even the first was not read.
        if (first !== undefined)
          if (reader.hasSaidClose()) unread.unshift(first)
          else onAnswer(first, 'closed')
        onUnread(unread)
        if (unread.length > 0) isOver = false
        resolve()
      })
    })
  }
}

const HEAD_END = Buffer.from('\r\n\r\n')

export interface AnswerReader {
  take(bytes: Buffer): void
  /** The last answer was the last one on this connection. */
  hasSaidClose(): boolean
}

/** Answers as they are whole; every answer of the exchange says how long its body is. */
export function createAnswerReader(onAnswer: (answer: RawAnswer) => void): AnswerReader {
  let held: Buffer = Buffer.alloc(0)
  let isClosing = false
  return {
    hasSaidClose: () => isClosing,
    take(bytes) {
      held = held.length === 0 ? bytes : Buffer.concat([held, bytes])
      for (;;) {
        const headEnd = held.indexOf(HEAD_END)
        if (headEnd < 0) return
        const head = held.toString('latin1', 0, headEnd)
        const status = Number(head.slice(9, 12))
        const length = status === 204 ? 0 : Number(/content-length: (\d+)/i.exec(head)?.[1])
        if (Number.isNaN(length)) throw new Error(`an answer without a length: ${head}`)
        const end = headEnd + HEAD_END.length + length
        if (held.length < end) return
        const retryAfter = status < 400 ? undefined : /retry-after: (\d+)/i.exec(head)?.[1]
        const answer = {
          status,
          body: held.subarray(headEnd + HEAD_END.length, end),
          ...(retryAfter === undefined ? {} : { retryAfterS: Number(retryAfter) }),
        }
        held = held.subarray(end)
        isClosing = /connection: close/i.test(head)
        onAnswer(answer)
      }
    },
  }
}
