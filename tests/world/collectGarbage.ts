/**
 * Lets a process that was started with `--inspect=127.0.0.1:PORT` collect all its garbage now, so that what it holds can
 * be told from what it has not thrown away yet. Resolves when it has.
 */
import { once } from 'node:events'
import { WebSocket } from 'ws'

export async function collectGarbage(inspectorPort: number): Promise<void> {
  const targets = (await (await fetch(`http://127.0.0.1:${inspectorPort}/json`)).json()) as readonly {
    readonly webSocketDebuggerUrl: string
  }[]
  const socket = new WebSocket(targets[0]!.webSocketDebuggerUrl)
  await once(socket, 'open')
  const answered = once(socket, 'message')
  socket.send(JSON.stringify({ id: 1, method: 'HeapProfiler.collectGarbage' }))
  await answered
  socket.close()
  await once(socket, 'close')
}
