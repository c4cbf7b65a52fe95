/**
 * An HTTP and WebSocket server that says what a test tells it to and remembers what it was told: the wire
 * protocol from the other side, on a free port.
 */
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocketServer, type WebSocket } from 'ws'

/** The fields of request bodies that tests look into. */
export interface SeenBody {
  readonly order: SeenOrder
  readonly signature: string
  readonly recvWindow: number
  readonly execute: boolean
  readonly expiryTime: number
  readonly cancel: { readonly order: SeenOrder; readonly signature: string }
  readonly place: { readonly order: SeenOrder; readonly signature: string }
}
export interface SeenOrder {
  readonly time: number
  readonly nonce: number
  readonly id: string
  readonly recipient: string
  readonly token: string
  readonly size: number
  readonly chainId: number
  readonly tpSignature: string
  readonly slSignature: string
  readonly clientId: string
}
export interface SeenFrame {
  readonly method: string
  readonly id: number
}

export interface SeenRequest {
  readonly method: string
  readonly path: string
  readonly query: Record<string, string>
  readonly headers: IncomingHttpHeaders
  readonly body: SeenBody
}
/** `drop`: the connection breaks before an answer; `hang`: no answer ever comes. */
export type Reply =
  | {
      readonly status?: number
      readonly body?: unknown
      readonly text?: string
      readonly headers?: Record<string, string>
    }
  | 'drop'
  | 'hang'

export interface ScriptedExchange {
  readonly url: string
  readonly requests: SeenRequest[]
  readonly sockets: { readonly socket: WebSocket; readonly url: URL; readonly received: unknown[] }[]
  reply: (request: SeenRequest) => Reply
  /** Answers a frame of a client; nothing by default but PONG and acknowledgements. */
  onFrame: (socket: WebSocket, frame: SeenFrame) => void
  close(): Promise<void>
}

export const frame = (body: unknown): Buffer => Buffer.from(JSON.stringify(body), 'utf8')

export async function startScriptedExchange(
  reply: (request: SeenRequest) => Reply,
): Promise<ScriptedExchange> {
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')))
    request.on('end', () => {
      const url = new URL(request.url!, 'http://exchange')
      const seen: SeenRequest = {
        method: request.method!,
        path: url.pathname,
        query: Object.fromEntries(url.searchParams),
        headers: request.headers,
        body: text === '' ? undefined : JSON.parse(text),
      }
      exchange.requests.push(seen)
      const answer = exchange.reply(seen)
      if (answer === 'drop') return void request.socket.destroy()
      if (answer === 'hang') return
      response.writeHead(answer.status ?? 200, { 'content-type': 'application/json', ...answer.headers })
      response.end(answer.text ?? JSON.stringify(answer.body))
    })
  })
  const sockets = new WebSocketServer({ server })
  sockets.on('connection', (socket, request) => {
    const entry = { socket, url: new URL(request.url!, 'http://exchange'), received: [] as unknown[] }
    exchange.sockets.push(entry)
    socket.on('message', (data) => {
      const message = JSON.parse(String(data))
      entry.received.push(message)
      exchange.onFrame(socket, message)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const exchange: ScriptedExchange = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: [],
    sockets: [],
    reply,
    onFrame: (socket, message) =>
      socket.send(frame(message.method === 'PING' ? { data: 'PONG' } : { result: null, id: message.id })),
    async close() {
      for (const client of sockets.clients) client.terminate()
      sockets.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return exchange
}
