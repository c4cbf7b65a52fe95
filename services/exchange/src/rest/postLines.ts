/**
 * Connections that carry nothing but plain POSTs (`plainPost.ts`), one behind the other or many at once: read as they
 * come and answered in their order, what is ready in one piece. It stands before Node's server. The first byte that is
 * no part of a plain POST leaves with everything behind it to that server, which never learns that the connection was
 * younger: browsers, questions and sockets go there with their first request.
 *
 * A connection holds up itself alone: a client that sends without reading answers is not read either.
 */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { LINE_UNDER_WAY_MAX } from '../limits.ts'
import { createPlainPostReader, type PlainPost, type ReadPlainPost } from './plainPost.ts'

/** What a POST is answered with: head and body as one text, once. */
export interface PostReply {
  readonly address: string
  send(text: string): void
  /** No answer can be made: the connection ends. */
  destroy(): void
}

export interface PostLineOptions {
  /** Whether POSTs to this path are answered here, with so many bytes. */
  readonly isTaken: (url: string, length: number) => boolean
  /** A connection that says nothing for so long from its beginning is closed; later it may be the server's idle time. */
  readonly silentMsMax: number
  /** False: this one, and what comes behind it on its connection, is the server's. */
  readonly answer: (post: PlainPost, reply: PostReply) => boolean
}

export function takePostLines(server: Server, options: PostLineOptions): void {
  const listeners = server.listeners('connection') as ((socket: Socket) => void)[]
  server.removeAllListeners('connection')
  const lines = new Set<PostLine>()
  const parts: LineParts = {
    read: createPlainPostReader(options.isTaken),
    answer: options.answer,
    outbox: createOutbox(),
    idleMsMax: () => server.keepAliveTimeout,
    left(line, socket) {
      lines.delete(line)
      if (socket !== undefined) for (const listener of listeners) listener.call(server, socket)
    },
  }
  server.on('connection', (socket: Socket) => {
    // A client speaks soon after it connects; later it may be silent for longer.
    socket.setTimeout(options.silentMsMax)
    lines.add(new PostLine(socket, parts))
  })
  // Closing the server closes these connections too.
  const closeIdle = server.closeIdleConnections.bind(server)
  server.closeIdleConnections = () => {
    closeIdle()
    for (const line of lines) line.close()
  }
  const closeAll = server.closeAllConnections.bind(server)
  server.closeAllConnections = () => {
    closeAll()
    for (const line of lines) line.destroy()
  }
}

interface LineParts {
  readonly read: ReadPlainPost
  readonly answer: PostLineOptions['answer']
  readonly outbox: (line: PostLine) => void
  /** Between two requests. */
  readonly idleMsMax: () => number
  /** It has ended, or (with its socket) goes on as the server's. */
  readonly left: (line: PostLine, socket?: Socket) => void
}

/**
 * Lines with answers are written at the end of the loop's turn, one after the other, each all it has. Written one by
 * one between other work, every answer wakes its reader for itself, which costs more than to write it.
 */
function createOutbox(): (line: PostLine) => void {
  let due: PostLine[] = []
  const writeAll = (): void => {
    const now = due
    due = []
    for (const line of now) line.write()
  }
  return (line) => {
    if (due.push(line) === 1) setImmediate(writeAll)
  }
}

/** One request under way: its answer, as soon as it is there. */
class Reply implements PostReply {
  text: string | undefined
  private readonly line: PostLine
  constructor(line: PostLine) {
    this.line = line
  }
  get address(): string {
    return this.line.address
  }
  send(text: string): void {
    this.text = text
    this.line.ready()
  }
  destroy(): void {
    this.line.destroy()
  }
}

class PostLine {
  readonly address: string
  private readonly socket: Socket
  private readonly parts: LineParts
  /** In the order of their requests. */
  private readonly underWay: Reply[] = []
  /** Read from the socket, but not yet looked at: there was no room, or it is the server's. */
  private rest: Buffer | undefined
  private isDue = false
  private hasBegun = false
  private isLeaving = false
  /** Nothing comes any more. */
  private hasEnded = false
  /** Its reader lags behind. */
  private isClogged = false

  constructor(socket: Socket, parts: LineParts) {
    this.socket = socket
    this.parts = parts
    this.address = socket.remoteAddress ?? ''
    socket
      .on('data', this.onData)
      .on('end', this.onEnd)
      .on('drain', this.onDrain)
      .on('timeout', this.onTimeout)
      .on('error', this.onError)
      .on('close', this.onClose)
  }

  /** Ends when what is under way has been answered. */
  close(): void {
    this.hasEnded = true
    this.goOn()
  }
  destroy(): void {
    this.socket.destroy()
  }
  ready(): void {
    if (this.isDue) return
    this.isDue = true
    this.parts.outbox(this)
  }

  /** Everything whose turn has come. */
  write(): void {
    this.isDue = false
    const { underWay, socket } = this
    let count = 0
    let texts = ''
    while (count < underWay.length && underWay[count]!.text !== undefined) texts += underWay[count++]!.text
    underWay.splice(0, count)
    if (socket.destroyed) return
    if (count > 0) this.isClogged = !socket.write(texts, 'utf8')
    this.goOn()
  }

  private readonly onData = (bytes: Buffer): void => {
    for (let at = 0; at < bytes.length;) {
      const isFull = this.underWay.length >= LINE_UNDER_WAY_MAX || this.isClogged
      if (this.isLeaving || isFull || this.socket.destroyed) return this.keep(bytes.subarray(at))
      const post = this.parts.read(bytes, at)
      const reply = new Reply(this)
      if (post !== undefined) this.underWay.push(reply)
      if (post === undefined || !this.parts.answer(post, reply)) {
        if (post !== undefined) this.underWay.pop()
        this.isLeaving = true
        this.keep(bytes.subarray(at))
        return this.goOn()
      }
      at = post.end
      if (!this.hasBegun) this.socket.setTimeout(this.parts.idleMsMax())
      this.hasBegun = true
    }
  }

  private keep(rest: Buffer): void {
    this.rest = rest
    this.socket.pause()
  }

  /** What has waited for answers to be made, or read. */
  private goOn(): void {
    const { underWay, rest, socket } = this
    if (this.isLeaving) {
      if (underWay.length === 0) this.leave()
    } else if (rest !== undefined) {
      if (this.isClogged || underWay.length > LINE_UNDER_WAY_MAX / 2) return
      this.rest = undefined
      socket.resume()
      this.onData(rest)
    } else if (this.hasEnded && underWay.length === 0) socket.destroySoon()
  }

  private leave(): void {
    const { socket, rest } = this
    socket
      .off('data', this.onData)
      .off('end', this.onEnd)
      .off('drain', this.onDrain)
      .off('timeout', this.onTimeout)
      .off('error', this.onError)
      .off('close', this.onClose)
    socket.setTimeout(0)
    if (rest !== undefined && rest.length > 0) socket.unshift(rest)
    this.parts.left(this, socket)
    socket.resume()
  }

  private readonly onEnd = (): void => this.close()
  private readonly onDrain = (): void => {
    this.isClogged = false
    this.goOn()
  }
  /** Idle for as long as a connection may be; one that waits for an answer is not. */
  private readonly onTimeout = (): void => {
    if (this.underWay.length === 0) this.socket.destroy()
  }
  /** The socket closes by itself; no client is left to be answered. */
  private readonly onError = (): void => undefined
  private readonly onClose = (): void => this.parts.left(this)
}
