/** A client that costs little: a few kept connections, each with one request under way, answers counted, not read. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export interface HttpLines {
  /**
   * Sends all of them, each connection the next when its last is answered; nanoseconds until the last answer. Every
   * answer must be a 200. `tookNs` gets what each took, where it is asked for.
   */
  send(requests: readonly Buffer[], tookNs?: Float64Array): Promise<number>
  close(): void
}

export async function openHttpLines(port: number, connections: number): Promise<HttpLines> {
  const sockets: Socket[] = []
  for (let at = 0; at < connections; at += 1) {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    await once(socket, 'connect')
    sockets.push(socket)
  }
  return {
    send(requests, tookNs) {
      const started = process.hrtime.bigint()
      let next = 0
      let answered = 0
      return new Promise((resolve, reject) => {
        const line = (socket: Socket): void => {
          let at = 0
          let sentNs = 0n
          const ask = (): void => {
            if (next === requests.length) return void socket.removeListener('data', onData)
            at = next
            next += 1
            if (tookNs) sentNs = process.hrtime.bigint()
            socket.write(requests[at]!)
          }
          // An answer is small: it comes in one piece on the loopback, and is checked to be whole.
          const onData = (bytes: Buffer): void => {
            if (!isWhole200(bytes)) return reject(new Error(bytes.toString('latin1')))
            if (tookNs) tookNs[at] = Number(process.hrtime.bigint() - sentNs)
            answered += 1
            ask()
            if (answered === requests.length) resolve(Number(process.hrtime.bigint() - started))
          }
          socket.on('data', onData)
          ask()
        }
        for (const socket of sockets) line(socket)
      })
    },
    close() {
      for (const socket of sockets) socket.destroy()
    },
  }
}

const OK = Buffer.from('HTTP/1.1 200')
const CLOSING_BRACE = 0x7d

const isWhole200 = (bytes: Buffer): boolean =>
  bytes.subarray(0, OK.length).equals(OK) && bytes[bytes.length - 1] === CLOSING_BRACE

export const postBytes = (path: string, apiKey: string, body: object): Buffer => {
  const text = JSON.stringify(body)
  return Buffer.from(
    `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\nx-api-key: ${apiKey}\r\n` +
      `content-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
  )
}
