/**
 * A client that costs little: kept connections, each with so many requests under way, answers counted, not read. Where it
 * is told to heed the exchange's limits it does what any client should: what was refused with 429 goes again after the
 * second that the answer names, and its connection has one less under way from then on.
 */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export interface HttpLines {
  /**
   * Sends all of them, each connection as many as its last answers made room for; nanoseconds until the last answer.
   * Every answer must be a 200, or where limits are heeded a 429. `tookNs` gets what each took, where it is asked for.
   */
  send(requests: readonly Buffer[], tookNs?: Float64Array): Promise<number>
  /** Answers that were a 429, since the beginning. */
  readonly refusals: number
  /** Requests that all connections together have under way at most. */
  readonly underWayMax: number
  close(): void
}

export interface HttpLinesOptions {
  readonly connections: number
  /** Requests under way on a connection; more than one are sent behind each other without waiting. */
  readonly depth?: number
  readonly heedsLimits?: boolean
}

const RETRY_MS = 1_000
const ANSWER_BYTES = 65_536

/** A connection whose answers are read into the one buffer of all: what Node makes for every piece costs as much as it. */
interface Line {
  readonly socket: Socket
  /** Requests that may be under way on it. */
  depth: number
  onBytes: (bytes: Buffer) => void
}

async function openLine(port: number, buffer: Buffer, depth: number): Promise<Line> {
  const line: Line = {
    depth,
    onBytes: () => undefined,
    socket: connect({
      port,
      host: '127.0.0.1',
      noDelay: true,
      onread: {
        buffer,
        callback(count) {
          line.onBytes(buffer.subarray(0, count))
          return true
        },
      },
    }),
  }
  await once(line.socket, 'connect')
  return line
}

export async function openHttpLines(
  port: number,
  { connections, depth = 1, heedsLimits = false }: HttpLinesOptions,
): Promise<HttpLines> {
  const buffer = Buffer.alloc(ANSWER_BYTES)
  const lines: Line[] = []
  let refusals = 0
  for (let at = 0; at < connections; at += 1) lines.push(await openLine(port, buffer, depth))
  return {
    get refusals() {
      return refusals
    },
    get underWayMax() {
      return lines.reduce((total, line) => total + line.depth, 0)
    },
    send(requests, tookNs) {
      // What is sent together lies together.
      const bytes = Buffer.concat(requests)
      const ends: number[] = []
      for (const request of requests) ends.push((ends.at(-1) ?? 0) + request.length)
      const started = process.hrtime.bigint()
      let next = 0
      let answered = 0
      return new Promise((resolve, reject) => {
        const use = (line: Line): void => {
          /** Places of what is under way, in its order, and when each was sent. */
          const underWay: number[] = []
          const sentNs: bigint[] = []
          let cut: Buffer | undefined
          const ask = (count: number): void => {
            const until = Math.min(requests.length, next + count)
            if (next === until) return
            line.socket.write(bytes.subarray(next === 0 ? 0 : ends[next - 1]!, ends[until - 1]!))
            const nowNs = tookNs ? process.hrtime.bigint() : 0n
            for (; next < until; next += 1) {
              underWay.push(next)
              if (tookNs) sentNs.push(nowNs)
            }
          }
          const askAgain = (place: number): void => {
            line.socket.write(requests[place]!)
            underWay.push(place)
            if (tookNs) sentNs.push(process.hrtime.bigint())
          }
          line.onBytes = (piece) => {
            const answers = cut ? Buffer.concat([cut, piece]) : piece
            const { statuses, end } = wholeAnswers(answers)
            cut = end < answers.length ? Buffer.from(answers.subarray(end)) : undefined
            if (
              statuses === undefined ||
              statuses.length > underWay.length ||
              (!heedsLimits && statuses.includes(429))
            )
              return reject(new Error(answers.toString('latin1')))
            const nowNs = tookNs ? process.hrtime.bigint() : 0n
            let room = 0
            for (const [order, at] of underWay.splice(0, statuses.length).entries()) {
              const took = tookNs ? Number(nowNs - sentNs.shift()!) : 0
              if (statuses[order] === 429) {
                refusals += 1
                if (line.depth > 1) line.depth -= 1
                setTimeout(askAgain, RETRY_MS, at)
                continue
              }
              if (tookNs) tookNs[at] = took
              answered += 1
              room += 1
            }
            // Places that were given up stay empty.
            ask(Math.min(room, Math.max(0, line.depth - underWay.length)))
            if (answered === requests.length) resolve(Number(process.hrtime.bigint() - started))
          }
          ask(line.depth)
        }
        for (const line of lines) use(line)
      })
    },
    close() {
      for (const { socket } of lines) socket.destroy()
    },
  }
}

const OK = Buffer.from('HTTP/1.1 200')
const BUSY = Buffer.from('HTTP/1.1 429')
const CLOSING_BRACE = 0x7d
const HEAD_END = Buffer.from('\r\n\r\n')
const LENGTH = /\r\ncontent-length: (\d+)\r\n/i

interface WholeAnswers {
  /** In their order; absent: one is neither a 200 nor a 429. */
  readonly statuses: readonly (200 | 429)[] | undefined
  /** Where the last of them ends. */
  readonly end: number
}

/** Answers that are whole. A 200 is an object that holds no other, so that its end is seen by its brace. */
export function wholeAnswers(bytes: Buffer): WholeAnswers {
  const statuses: (200 | 429)[] = []
  let end = 0
  for (let brace = bytes.indexOf(CLOSING_BRACE); brace >= 0; brace = bytes.indexOf(CLOSING_BRACE, end)) {
    if (OK.compare(bytes, end, end + OK.length) === 0) {
      statuses.push(200)
      end = brace + 1
    } else if (BUSY.compare(bytes, end, end + BUSY.length) === 0) {
      const headEnd = bytes.indexOf(HEAD_END, end)
      const length = LENGTH.exec(bytes.toString('latin1', end, headEnd + 2))?.[1]
      if (length === undefined) return { statuses: undefined, end }
      const answerEnd = headEnd + HEAD_END.length + Number(length)
      if (answerEnd > bytes.length) break
      statuses.push(429)
      end = answerEnd
    } else return { statuses: undefined, end }
  }
  return { statuses, end }
}

export const postBytes = (path: string, apiKey: string, body: object): Buffer => {
  const text = JSON.stringify(body)
  return Buffer.from(
    `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\nx-api-key: ${apiKey}\r\n` +
      `content-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
  )
}
