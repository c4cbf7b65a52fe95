/** Takes requests ahead of whatever serves them so far, which gets those that are not taken. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'

export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void

/** Of several, the one that came last is asked first. */
export function standBefore(
  server: Server,
  take: (request: IncomingMessage, response: ServerResponse, serve: RequestHandler) => void,
): void {
  const handlers = server.listeners('request') as RequestHandler[]
  server.removeAllListeners('request')
  const [only] = handlers
  const serve: RequestHandler =
    handlers.length === 1
      ? only!
      : (request, response) => {
          for (const handler of handlers) handler.call(server, request, response)
        }
  server.on('request', (request: IncomingMessage, response: ServerResponse) => take(request, response, serve))
}
