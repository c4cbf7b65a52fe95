/** A node behind a real HTTP server and its WebSocket, as the two client libraries expect one. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'
import { openSolanaNode, type SolanaNode } from '../solanaNode.ts'

export interface NodeServer {
  readonly node: SolanaNode
  readonly httpUrl: string
  readonly socketUrl: string
  stop(): Promise<void>
}

export async function startNodeServer(dataDir: string, nowMs: () => number): Promise<NodeServer> {
  const node = await openSolanaNode({
    dataDir,
    nowMs,
    onTrouble: (error) => {
      throw error
    },
  })
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      void node.rpc(JSON.parse(Buffer.concat(parts).toString('utf8'))).then((answer) => {
        response.setHeader('content-type', 'application/json')
        response.end(JSON.stringify(answer))
      })
    })
  })
  const sockets = new WebSocketServer({ server })
  sockets.on('connection', (socket) => node.connect(socket))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    node,
    httpUrl: `http://127.0.0.1:${port}`,
    socketUrl: `ws://127.0.0.1:${port}`,
    stop: async () => {
      for (const socket of sockets.clients) socket.terminate()
      sockets.close()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
      await node.stop()
    },
  }
}
