/**
 * Many socket clients in one process that can keep up with them: bare connections whose frames are walked, not parsed.
 * A client may stop reading, so that what it is sent fills every buffer on the way, or come back after a break as the
 * rules of reconnecting say.
 */
import { connect } from 'node:net'
import { randomBytes } from 'node:crypto'
import { programTokenAt } from '../world/stack.ts'

export interface CrowdClient {
  /** Bytes that have arrived. */
  readonly bytes: number
  readonly closeCode: number | undefined
  readonly isOpen: boolean
  /** Reads nothing any more. */
  stall(): void
  /** Reads again what is left. */
  resume(): void
  /** Breaks the line without a word. */
  cut(): void
}

export interface CrowdClientOptions {
  readonly port: number
  readonly channels: readonly string[]
  /** Payloads of frames that begin so. */
  readonly wanted?: { readonly prefix: Buffer; readonly take: (payload: Buffer) => void }
}

const OPCODE = { text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const

export function openCrowdClient(options: CrowdClientOptions): Promise<CrowdClient> {
  const { port, channels, wanted } = options
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  let held: Buffer = Buffer.alloc(0)
  let isUpgraded = false
  let [bytes, closeCode, isOpen] = [0, undefined as number | undefined, true]

  const take = (opcode: number, payload: Buffer): void => {
    if (opcode === OPCODE.ping) socket.write(maskedFrame(OPCODE.pong, payload))
    else if (opcode === OPCODE.close) {
      closeCode = payload.length >= 2 ? payload.readUInt16BE(0) : 1005
      socket.end(maskedFrame(OPCODE.close, payload.subarray(0, 2)))
    } else if (wanted && payload.subarray(0, wanted.prefix.length).equals(wanted.prefix)) wanted.take(payload)
  }
  socket.on('error', () => undefined)
  socket.on('close', () => (isOpen = false))
  return new Promise((resolve, reject) => {
    socket.once('close', () => reject(new Error('the socket was closed before it was open')))
    socket.once('connect', () => socket.write(upgradeRequest(programTokenAt(port))))
    socket.on('data', (part: Buffer) => {
      bytes += part.length
      held = held.length === 0 ? part : Buffer.concat([held, part])
      if (!isUpgraded) {
        const end = held.indexOf('\r\n\r\n')
        if (end < 0) return
        isUpgraded = true
        held = held.subarray(end + 4)
        const request = JSON.stringify({ method: 'SUBSCRIBE', params: channels, id: 1 })
        socket.write(maskedFrame(OPCODE.text, Buffer.from(request)))
        resolve({
          get bytes() {
            return bytes
          },
          get closeCode() {
            return closeCode
          },
          get isOpen() {
            return isOpen
          },
          stall: () => void socket.pause(),
          resume: () => void socket.resume(),
          cut: () => void socket.destroy(),
        })
      }
      held = walkFrames(held, take)
    })
  })
}

/** Whole frames are taken; what is left of the last one is returned. */
export function walkFrames(bytes: Buffer, take: (opcode: number, payload: Buffer) => void): Buffer {
  let at = 0
  while (bytes.length - at >= 2) {
    const short = bytes[at + 1]! & 0x7f
    const head = short === 127 ? 10 : short === 126 ? 4 : 2
    if (bytes.length - at < head) break
    const length =
      short === 127
        ? Number(bytes.readBigUInt64BE(at + 2))
        : short === 126
          ? bytes.readUInt16BE(at + 2)
          : short
    if (bytes.length - at < head + length) break
    take(bytes[at]! & 0x0f, bytes.subarray(at + head, at + head + length))
    at += head + length
  }
  return bytes.subarray(at)
}

export const upgradeRequest = (programToken: string): string =>
  `GET /ws-api?version=1.0 HTTP/1.1\r\nHost: localhost\r\nX-Vest-Program: ${programToken}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
  `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\nSec-WebSocket-Version: 13\r\n\r\n`

/** Clients mask what they send; with noughts it stays as it is. */
export function maskedFrame(opcode: number, payload: Buffer): Buffer {
  const head =
    payload.length < 126
      ? Buffer.from([0x80 | opcode, 0x80 | payload.length])
      : Buffer.from([0x80 | opcode, 0x80 | 126, payload.length >> 8, payload.length & 0xff])
  return Buffer.concat([head, Buffer.alloc(4), payload])
}
