/**
 * `bench -- fanout`: one message to a hundred subscribers, as the exchange sends it (one prebuilt frame for all, written
 * to their sockets in one go a turn) against `ws` sending the same text to each. The subscribers are bare sockets in a
 * process of their own, which count bytes; a round ends when they have all of them.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { WebSocket, WebSocketServer } from 'ws'
import { Connection } from '../../services/exchange/src/socket/connection.ts'
import { createMessage } from '../../services/exchange/src/socket/frame.ts'
import type { BenchResult } from './benchResult.ts'
import { interleave } from './interleave.ts'

const SUBSCRIBERS = 100
const MESSAGES = 3_000
/** Sent in one turn of the event loop: what a command of the engine may tell. */
const PER_TURN = 4
const WARM_UP_ROUNDS = 2
/** What may wait for one socket before the next turn waits for it. */
const BACKLOG_BYTES = 65_536

const content = {
  channel: 'BTC-PERP@depth',
  data: {
    bids: Array.from({ length: 6 }, (_, level) => [`${(30_000 - level).toFixed(2)}`, `${level}.1000`]),
    asks: Array.from({ length: 6 }, (_, level) => [`${(30_001 + level).toFixed(2)}`, `${level}.2000`]),
  },
}

interface Subscriber {
  readonly ws: WebSocket
  readonly raw: Duplex
  readonly connection: Connection
}

export async function benchFanout(print: (line: string) => void): Promise<BenchResult> {
  const server = createServer()
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false })
  const subscribers: Subscriber[] = []
  server.on('upgrade', (request, raw, head) =>
    sockets.handleUpgrade(request, raw, head, (ws) => {
      const connection = new Connection({
        ws,
        raw,
        encoding: 'text',
        address: '127.0.0.1',
        isLenient: false,
        isPartial: false,
        onDrained: () => undefined,
      })
      subscribers.push({ ws, raw, connection })
    }),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const clients = spawn(process.execPath, ['-e', SUBSCRIBER_PROGRAM, String(port), String(SUBSCRIBERS)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const counted = createCount(clients)
  await counted.ready
  print(
    `${MESSAGES} messages of ${JSON.stringify(content).length} bytes to ${SUBSCRIBERS} subscribers, ${PER_TURN} a turn, ` +
      `5 interleaved rounds after ${WARM_UP_ROUNDS} to warm up`,
  )
  const round = (send: () => void) => async (): Promise<number> => {
    const started = process.hrtime.bigint()
    const done = counted.after(MESSAGES * SUBSCRIBERS * frameLength())
    for (let sent = 0; sent < MESSAGES; sent += PER_TURN) {
      for (let i = 0; i < PER_TURN; i += 1) send()
      await new Promise<void>((resolve) => setImmediate(resolve))
      while (subscribers.some(({ raw }) => raw.writableLength > BACKLOG_BYTES))
        await new Promise<void>((resolve) => setImmediate(resolve))
    }
    await done
    return Number(process.hrtime.bigint() - started)
  }
  try {
    const ratio = await interleave({
      print,
      names: ['one frame for all', 'ws.send(text)'],
      ops: MESSAGES * SUBSCRIBERS,
      warmUpRounds: WARM_UP_ROUNDS,
      ours: round(() => {
        const message = createMessage(content)
        for (const { connection } of subscribers) connection.send(message)
      }),
      peer: round(() => {
        const text = JSON.stringify(content)
        for (const { ws } of subscribers) ws.send(text)
      }),
    })
    return { peer: 'ws 8.23.0, the text made once, send(text) to each', ratio }
  } finally {
    clients.kill()
    for (const { ws } of subscribers) ws.terminate()
    server.close()
  }
}

/** Bare sockets behind the handshake: what they hear is counted, not read. */
const SUBSCRIBER_PROGRAM = `
const net = require('node:net')
const [port, count] = process.argv.slice(1).map(Number)
let open = 0, bytes = 0
for (let i = 0; i < count; i += 1) {
  const socket = net.connect(port, '127.0.0.1')
  socket.write('GET / HTTP/1.1\\r\\nHost: x\\r\\nUpgrade: websocket\\r\\nConnection: Upgrade\\r\\n' +
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\\r\\nSec-WebSocket-Version: 13\\r\\n\\r\\n')
  socket.once('data', (head) => {
    bytes += head.length - head.indexOf('\\r\\n\\r\\n') - 4
    socket.on('data', (more) => (bytes += more.length))
    if ((open += 1) === count) process.send({ ready: true })
  })
}
setInterval(() => {
  if (bytes > 0) process.send({ bytes })
  bytes = 0
}, 1)
`

/** Head and payload: the same bytes on either side. */
const frameLength = (): number => createMessage(content).frame('text').length

/** The bytes that the subscribers have, as they tell them. */
function createCount(clients: ChildProcess) {
  let total = 0
  let goal: { readonly total: number; readonly reached: () => void } | undefined
  let isReady: () => void
  const ready = new Promise<void>((resolve) => (isReady = resolve))
  clients.on('message', (told: { ready?: true; bytes?: number }) => {
    if (told.ready) isReady()
    total += told.bytes ?? 0
    if (goal && total >= goal.total) goal.reached()
  })
  return {
    ready,
    after: (bytes: number) =>
      new Promise<void>((reached) => {
        goal = { total: total + bytes, reached }
      }),
  }
}
