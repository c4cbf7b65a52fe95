/** The same client with a WebSocket for Node, which has none of its own in every supported version. */
import { WebSocket } from 'ws'
import { createVestClient as createClient, type VestClientOptions } from './createVestClient.ts'
import type { WebSocketConstructor } from './feed.ts'

export * from './index.ts'

export const nodeWebSocket = WebSocket as unknown as WebSocketConstructor

/** One that sends these headers with its handshake, for what stands between a program and the exchange. */
export const nodeWebSocketWith = (headers: Readonly<Record<string, string>>): WebSocketConstructor =>
  class extends WebSocket {
    constructor(url: string) {
      super(url, { headers })
    }
  } as unknown as WebSocketConstructor

export const createVestClient = (options: VestClientOptions) =>
  createClient({ WebSocket: nodeWebSocket, ...options })
