/**
 * A whole answer as one text, head and body, and the same written to the socket of a response in one piece. Node puts a head together line by line,
 * looks through each, and hands body and end over as two pieces, which costs more than our checks of an order. What
 * does not fit goes that way all the same: an answer that must wait for the one before it, one after which the
 * connection ends, and one that is not ASCII.
 */
import { STATUS_CODES, validateHeaderValue, type Server, type ServerResponse } from 'node:http'

export interface Answer {
  readonly status: number
  /** Names and values in turn, beside those that every answer of this writer carries. */
  readonly headers: readonly string[]
  readonly text: string
}

/** As it stands on the wire of a connection that goes on. */
export type AnswerText = (answer: Answer) => string
export type WriteAnswer = (response: ServerResponse, answer: Answer) => void

/** `always`: headers of every answer, names and values in turn. */
export function createAnswerText(server: Server, always: readonly string[]): AnswerText {
  const fixed = linesOf(always)
  const statusLines = new Map<number, string>()
  const dateLine = createDateLine()

  return ({ status, headers, text }) => {
    let line = statusLines.get(status)
    if (line === undefined)
      statusLines.set(status, (line = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'unknown'}\r\n${fixed}`))
    const keepAliveS = Math.floor(server.keepAliveTimeout / 1_000)
    return (
      `${line}${linesOf(headers)}content-length: ${Buffer.byteLength(text)}\r\n${dateLine()}` +
      `Connection: keep-alive\r\nKeep-Alive: timeout=${keepAliveS}\r\n\r\n${text}`
    )
  }
}

export function createAnswerWriter(always: readonly string[], textOf: AnswerText): WriteAnswer {
  return (response, answer) => {
    const { socket } = response
    const { status, headers, text } = answer
    const length = Buffer.byteLength(text)
    const isPlain = length === text.length
    if (!isPlain || socket === null || !socket.writable || !response.shouldKeepAlive) {
      response.writeHead(status, [...always, ...headers, 'content-length', String(length)])
      response.end(text)
      return
    }
    // Node ends a request, and goes on to the next of its connection, when the response says that it is finished.
    socket.write(textOf(answer), 'latin1', (error) => {
      if (!error) response.emit('finish')
    })
  }
}

function linesOf(headers: readonly string[]): string {
  let lines = ''
  for (let at = 0; at < headers.length; at += 2) lines += `${headers[at]}: ${headers[at + 1]}\r\n`
  return lines
}

/** Throws where a header holds what would end its line: nothing that came over HTTP does. */
export const checkedHeader = (name: string, value: string): string => {
  validateHeaderValue(name, value)
  return value
}

/** The header of the time, put together once a second. */
function createDateLine(): () => string {
  let second = -1
  let line = ''
  return () => {
    const nowMs = Date.now()
    const now = Math.floor(nowMs / 1_000)
    if (now !== second) {
      second = now
      line = `Date: ${new Date(nowMs).toUTCString()}\r\n`
    }
    return line
  }
}
