/**
 * Frames that no client should send, others in every run, to the socket of a running exchange: words of the protocol bent in
 * every way, JSON of any depth, binary rubbish, frames in pieces, too long, unmasked or with forbidden bits. Each is
 * answered or ends its connection with the code that says why; no other connection notices.
 */
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RUN_SEED } from '../../runtime/src/testing/runSeed.ts'
import { createPrng, type Prng } from '../simulation/prng.ts'
import {
  freshDataDir,
  isRunning,
  removeDataDir,
  startStack,
  type Stack,
  programTokenAt,
} from '../world/stack.ts'
import { maskedFrame, upgradeRequest, walkFrames } from './crowdOfSockets.ts'

/** A long run asks for more. */
const FRAMES = Number(process.env['VEST_FRAMES'] ?? 15_000)
/** So many at once are let in; one more is too fast. */
const PER_SOCKET = 15
const SOCKETS_AT_ONCE = 40
const SILENCE_MS_MAX = 5_000
const [TEXT, BINARY, PING] = [1, 2, 9]
/** Protocol error, not UTF-8, too big, try again later, listen key required. */
const CLOSE_CODES = [1002, 1007, 1009, 1013, 4003]

interface HostileFrame {
  readonly bytes: Buffer
  /** Something must be said to it while the connection stands. */
  readonly isMessage: boolean
}

describe('malformed frames', () => {
  const dataDir = freshDataDir()
  let stack: Stack
  beforeAll(async () => {
    stack = await startStack({ dataDir, flow: false })
  }, 240_000)
  afterAll(async () => {
    if (isRunning(stack.pid)) expect(await stack.stop()).toBe(0)
    removeDataDir(dataDir)
  })

  it(`${FRAMES.toLocaleString('en')} of them: each is answered, or closed with its code; the exchange serves on`, async () => {
    const prng = createPrng(RUN_SEED)
    const seen = new Map<string, number>()
    const faults: string[] = []
    let sent = 0
    const worker = async (): Promise<void> => {
      while (sent < FRAMES && faults.length < 10) {
        const frames = Array.from({ length: PER_SOCKET }, () => hostileFrame(prng))
        sent += frames.length
        const end = await ask(stack.port, frames)
        seen.set(String(end), (seen.get(String(end)) ?? 0) + 1)
        if (end !== 'answered' && !CLOSE_CODES.includes(end as number))
          faults.push(
            `${end}: ${frames.map(({ bytes }) => bytes.toString('latin1').slice(0, 120)).join(' | ')}`,
          )
      }
    }
    await Promise.all(Array.from({ length: SOCKETS_AT_ONCE }, worker))
    process.stdout.write(`frames: ${sent}, connections by their end: ${JSON.stringify([...seen])}\n`)
    expect(faults).toEqual([])
    expect(seen.get('answered')).toBeGreaterThan(FRAMES / 500)
    for (const code of [1002, 1009, 4003]) expect([code, seen.get(String(code)) ?? 0]).not.toEqual([code, 0])
    const proper = { bytes: maskedFrame(TEXT, Buffer.from('{"method":"PING"}')), isMessage: true }
    expect(await ask(stack.port, [proper])).toBe('answered')
    expect(readFileSync(join(dataDir, 'vest.log'), 'utf8')).not.toMatch(/"level":(50|60)/)
  }, 120_000)
})

/** How a connection ends that sends these: all answered, the code of its closing, or what must not be. */
function ask(
  port: number,
  frames: readonly HostileFrame[],
): Promise<'answered' | 'silent' | 'dropped' | number> {
  const due = frames.filter(({ isMessage }) => isMessage).length
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    let held: Buffer = Buffer.alloc(0)
    let [isUpgraded, answers] = [false, 0]
    const finish = (end: 'answered' | 'silent' | 'dropped' | number): void => {
      resolve(end)
      socket.destroy()
    }
    socket.setTimeout(SILENCE_MS_MAX, () => finish('silent'))
    socket.on('error', () => undefined)
    socket.on('close', () => finish('dropped'))
    socket.on('connect', () => socket.write(upgradeRequest(programTokenAt(port))))
    socket.on('data', (part: Buffer) => {
      held = Buffer.concat([held, part])
      if (!isUpgraded) {
        const end = held.indexOf('\r\n\r\n')
        if (end < 0) return
        isUpgraded = true
        held = held.subarray(end + 4)
        socket.write(Buffer.concat(frames.map(({ bytes }) => bytes)))
      }
      held = walkFrames(held, (opcode, payload) => {
        if (opcode === 8) finish(payload.readUInt16BE(0))
        else if (opcode !== 10 && isAnswer(payload)) answers += 1
      })
      if (isUpgraded && answers >= due) finish('answered')
    })
  })
}

/** What a channel tells is no answer to a request. */
const isAnswer = (payload: Buffer): boolean => !payload.subarray(0, 11).equals(Buffer.from('{"channel":'))

// ---------------------------------------------------------------- what is sent

const WORDS: readonly unknown[] = [
  null, true, 0, -1, 1.5, 2 ** 53, 1e308, '', 'x', '\u0000', '__proto__', [], {}, [[]], 'SUBSCRIBE', 'subscribe',
  'PING', 'UNSUBSCRIBE', 'tickers', 'BTC-PERP@depth', 'BTC-PERP@', '@depth', 'BTC-PERP@kline_7m', 'x'.repeat(5_000),
] // prettier-ignore

function hostileFrame(prng: Prng): HostileFrame {
  const opcode = prng.chance(0.8) ? TEXT! : BINARY!
  const whole = (payload: Buffer): HostileFrame => ({ bytes: maskedFrame(opcode, payload), isMessage: true })
  const chance = prng.next()
  if (chance < 0.55) return whole(Buffer.from(JSON.stringify(bentRequest(prng))))
  if (chance < 0.65) return whole(Buffer.from('['.repeat(prng.int(1, 20_000))))
  if (chance < 0.75) {
    const text = JSON.stringify(bentRequest(prng))
    return whole(Buffer.from(text.slice(0, prng.int(0, text.length))))
  }
  if (chance < 0.85) return inPieces(prng, opcode, Buffer.from(JSON.stringify(bentRequest(prng))))
  if (chance < 0.9) return { bytes: maskedFrame(PING!, Buffer.alloc(prng.int(0, 125))), isMessage: false }
  if (chance < 0.985) {
    const rubbish = Buffer.from(Array.from({ length: prng.int(1, 200) }, () => prng.int(0, 255)))
    return { bytes: maskedFrame(BINARY!, rubbish), isMessage: true }
  }
  return { bytes: prng.pick(FORBIDDEN)(prng), isMessage: true }
}

function bentRequest(prng: Prng): unknown {
  const request: Record<string, unknown> = {
    method: prng.pick(['SUBSCRIBE', 'UNSUBSCRIBE', 'PING', 'NO_SUCH', prng.pick(WORDS)]),
    params: prng.chance(0.5) ? [prng.pick(WORDS), 'tickers'] : prng.pick(WORDS),
    id: prng.chance(0.5) ? prng.int(0, 9) : prng.pick(WORDS),
  }
  if (prng.chance(0.2)) delete request[prng.pick(['method', 'params', 'id'])]
  if (prng.chance(0.02)) request['params'] = ['account_private']
  return prng.chance(0.1) ? prng.pick(WORDS) : request
}

/** One message of three frames. */
function inPieces(prng: Prng, opcode: number, payload: Buffer): HostileFrame {
  const cut = prng.int(0, payload.length)
  const first = maskedFrame(opcode, payload.subarray(0, cut))
  const middle = maskedFrame(0, Buffer.alloc(0))
  first[0]! &= 0x7f
  middle[0]! &= 0x7f
  return { bytes: Buffer.concat([first, middle, maskedFrame(0, payload.subarray(cut))]), isMessage: true }
}

/** What ends a connection at once. */
const FORBIDDEN: readonly ((prng: Prng) => Buffer)[] = [
  // A length beyond what is taken, without the bytes.
  () => Buffer.from([0x82, 0xff, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0]),
  () => Buffer.from([0x82, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0]),
  // Not masked, a reserved bit, an unknown opcode, a continuation of nothing, a ping in pieces.
  () => Buffer.from([0x81, 0x01, 0x78]),
  (prng) => Buffer.from([0x81 | prng.pick([0x40, 0x20, 0x10]), 0x80, 0, 0, 0, 0]),
  (prng) => Buffer.from([0x80 | prng.pick([3, 4, 5, 6, 7, 11, 12, 13, 14, 15]), 0x80, 0, 0, 0, 0]),
  () => maskedFrame(0, Buffer.from('x')),
  () => Buffer.from([0x09, 0x80, 0, 0, 0, 0]),
  // Text that is no UTF-8, and a close code that no client may send.
  () => maskedFrame(TEXT!, Buffer.from([0xc3, 0x28])),
  () => maskedFrame(8, Buffer.from([0x00, 0x01])),
]
