/** A client that costs little: kept connections, each with so many requests under way, answers counted, not read. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export interface HttpLines {
  /**
   * Sends all of them, each connection as many as its last answers made room for; nanoseconds until the last answer.
   * Every answer must be a 200. `tookNs` gets what each took, where it is asked for.
   */
  send(requests: readonly Buffer[], tookNs?: Float64Array): Promise<number>
  close(): void
}

const ANSWER_BYTES = 65_536

/** A connection whose answers are read into the one buffer of all: what Node makes for every piece costs as much as it. */
interface Line {
  readonly socket: Socket
  onBytes: (bytes: Buffer) => void
}

async function openLine(port: number, buffer: Buffer): Promise<Line> {
  const line: Line = {
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

/** `depth`: requests under way on a connection; more than one are sent behind each other without waiting. */
export async function openHttpLines(port: number, connections: number, depth = 1): Promise<HttpLines> {
  const buffer = Buffer.alloc(ANSWER_BYTES)
  const lines: Line[] = []
  for (let at = 0; at < connections; at += 1) lines.push(await openLine(port, buffer))
  return {
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
          line.onBytes = (piece) => {
            const answers = cut ? Buffer.concat([cut, piece]) : piece
            const { count, end } = wholeAnswers(answers)
            cut = end < answers.length ? Buffer.from(answers.subarray(end)) : undefined
            if (count === undefined || count > underWay.length)
              return reject(new Error(answers.toString('latin1')))
            const nowNs = tookNs ? process.hrtime.bigint() : 0n
            for (const at of underWay.splice(0, count))
              if (tookNs) tookNs[at] = Number(nowNs - sentNs.shift()!)
            answered += count
            ask(count)
            if (answered === requests.length) resolve(Number(process.hrtime.bigint() - started))
          }
          ask(depth)
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
const CLOSING_BRACE = 0x7d

/** Answers that are whole, and where the last of them ends. Each is an object that holds no other; no count: one is no 200. */
function wholeAnswers(bytes: Buffer): { readonly count: number | undefined; readonly end: number } {
  let count = 0
  let end = 0
  for (let brace = bytes.indexOf(CLOSING_BRACE); brace >= 0; brace = bytes.indexOf(CLOSING_BRACE, end)) {
    if (OK.compare(bytes, end, end + OK.length) !== 0) return { count: undefined, end }
    count += 1
    end = brace + 1
  }
  return { count, end }
}

export const postBytes = (path: string, apiKey: string, body: object): Buffer => {
  const text = JSON.stringify(body)
  return Buffer.from(
    `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\nx-api-key: ${apiKey}\r\n` +
      `content-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
  )
}
