/**
 * A crowd: requests that are sent when they are due, whether or not others have been answered. Each of the crowd has a
 * connection and waits for its own answer before it asks again, so a request that finds none free is not sent.
 */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { createAnswerReader, type RawAnswer } from './pipelinedClient.ts'

export interface OpenLoopClient {
  /**
   * False where no connection is free. `tookMs` counts from the moment of sending; the answer is undefined where the
   * connection ended before it came.
   */
  send(bytes: Buffer, onAnswer: (answer: RawAnswer | undefined, tookMs: number) => void): boolean
  /** Sent and not answered yet. */
  readonly underWay: number
  close(): void
}

interface Line {
  readonly socket: Socket
  waiting: { readonly sentMs: number; readonly onAnswer: Parameters<OpenLoopClient['send']>[1] } | undefined
}

export async function openLoopClient(port: number, connections: number): Promise<OpenLoopClient> {
  const idle: Line[] = []
  const lines: Line[] = []
  let underWay = 0

  const answer = (line: Line, told: RawAnswer | undefined): void => {
    if (line.waiting === undefined) return
    const { sentMs, onAnswer } = line.waiting
    line.waiting = undefined
    underWay -= 1
    if (told !== undefined) idle.push(line)
    onAnswer(told, performance.now() - sentMs)
  }
  for (let at = 0; at < connections; at += 1) {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    const line: Line = { socket, waiting: undefined }
    const reader = createAnswerReader((told) => answer(line, told))
    socket.on('data', (bytes: Buffer) => reader.take(bytes))
    socket.on('error', () => undefined)
    socket.on('close', () => answer(line, undefined))
    await once(socket, 'connect')
    lines.push(line)
    idle.push(line)
  }
  return {
    send(bytes, onAnswer) {
      let line = idle.shift()
      // The exchange closes what was idle for long.
      while (line?.socket.destroyed === true || line?.socket.readableEnded === true) line = idle.shift()
      if (line === undefined) return false
      line.waiting = { sentMs: performance.now(), onAnswer }
      underWay += 1
      line.socket.write(bytes)
      return true
    },
    get underWay() {
      return underWay
    },
    close: () => lines.forEach(({ socket }) => socket.destroy()),
  }
}
