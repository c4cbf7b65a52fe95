/** A client that reads too slowly: spared snapshots first, closed with 1013 at the end, never at others' cost. */
import { EventEmitter } from 'node:events'
import { Writable } from 'node:stream'
import { WebSocket } from 'ws'
import { describe, expect, it } from 'vitest'
import { SOCKET_BACKLOG_BYTES_MAX } from '../limits.ts'
import { Connection } from './connection.ts'
import { createMessage } from './frame.ts'

/** A raw socket whose peer reads only when told to. */
function slowPeer() {
  let resume: (() => void) | undefined
  let isReading = false
  const received: number[] = []
  const raw = new Writable({
    highWaterMark: 16_384,
    write: (chunk: Buffer, _encoding, done) => {
      received.push(chunk.length)
      if (isReading) done()
      else resume = done
    },
  })
  const closes: number[] = []
  const ws = Object.assign(new EventEmitter(), {
    readyState: WebSocket.OPEN as number,
    close: (code: number) => {
      closes.push(code)
      ws.readyState = WebSocket.CLOSING
      ws.emit('close')
    },
    terminate: () => undefined,
    pings: 0,
    ping: () => void (ws.pings += 1),
  })
  const drained: string[][] = []
  const connection = new Connection({
    ws: ws as unknown as WebSocket,
    raw: raw as never,
    encoding: 'binary',
    address: '10.0.0.1',
    isLenient: false,
    isPartial: false,
    onDrained: (_connection, withheld) => drained.push([...withheld]),
  })
  const read = async () => {
    isReading = true
    resume?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { connection, raw, ws, closes, drained, read, received }
}

const kilobytes = (count: number) => createMessage('x'.repeat(count * 1_024))
const turn = () => new Promise((resolve) => setImmediate(resolve))

describe('connection', () => {
  it('withholds snapshots beyond 64 KiB of backlog and asks for the newest when the peer has caught up', async () => {
    const { connection, raw, drained, read, closes } = slowPeer()
    for (const channel of ['A@depth', 'B@depth', 'gone@depth']) connection.channels.add(channel)
    for (let i = 0; i < 5; i += 1) connection.send(kilobytes(16))
    await turn()
    const backlog = raw.writableLength
    expect(backlog).toBeGreaterThan(65_536)
    for (let i = 0; i < 1_000; i += 1)
      for (const channel of ['A@depth', 'B@depth', 'gone@depth'])
        connection.sendSnapshot(channel, kilobytes(16))
    expect(raw.writableLength).toBe(backlog)
    connection.channels.delete('gone@depth')
    await read()
    expect([drained, closes]).toEqual([[['A@depth', 'B@depth']], []])
    connection.sendSnapshot('A@depth', kilobytes(1))
    await turn()
    expect(raw.writableLength).toBe(0)
  })

  it('closes with 1013 before the backlog passes its budget, the next frame included', async () => {
    const { connection, raw, closes } = slowPeer()
    for (let i = 0; i < 40; i += 1) connection.send(kilobytes(16))
    await turn()
    expect(closes).toEqual([1013])
    expect(raw.writableLength).toBeLessThanOrEqual(SOCKET_BACKLOG_BYTES_MAX)
    expect(raw.writableLength).toBeGreaterThan(SOCKET_BACKLOG_BYTES_MAX - 17_000)
  })

  it('is asked whether it reads while it is told something, and closed with 1013 when it does not for 15 s', async () => {
    const { connection, ws, closes } = slowPeer()
    connection.probe(0)
    expect(ws.pings).toBe(0)
    connection.send(kilobytes(1))
    connection.probe(1_000)
    ws.emit('pong')
    connection.probe(4_000)
    expect(ws.pings).toBe(1)
    connection.send(kilobytes(1))
    for (const nowMs of [7_000, 10_000, 21_999]) connection.probe(nowMs)
    await turn()
    expect([ws.pings, closes]).toEqual([2, []])
    connection.probe(22_000)
    // An answer that is here already closes no connection.
    ws.emit('pong')
    await turn()
    expect(closes).toEqual([])
    connection.send(kilobytes(1))
    connection.probe(25_000)
    connection.probe(40_000)
    await turn()
    expect(closes).toEqual([1013])
  })

  it('writes nothing after a close frame, whichever end sent it', async () => {
    const { connection, raw, ws } = slowPeer()
    ws.readyState = WebSocket.CLOSING
    connection.send(kilobytes(1))
    await turn()
    expect(raw.writableLength).toBe(0)
  })
})
