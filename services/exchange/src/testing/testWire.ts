/** HTTP over sockets that are kept, for tests: what is sent is what stands here, and nothing is added. */
import { Agent, request as httpRequest, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http'

export interface Answer {
  readonly status: number
  // The tests say what they expect of it.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly body: any
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>
}

export interface WireRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: string | Buffer
}

export interface TestWire {
  send(port: number, request: WireRequest): Promise<Answer>
  close(): void
}

export function createTestWire(): TestWire {
  const agent = new Agent({ keepAlive: true })
  return {
    send: (port, { method, url, headers, bytes }) =>
      new Promise((resolve, reject) => {
        const length = { 'content-length': Buffer.byteLength(bytes) }
        const options = {
          agent,
          host: '127.0.0.1',
          port,
          method,
          path: url,
          headers: { ...length, ...headers },
        }
        const sent = httpRequest(options, (response) => {
          let text = ''
          response.setEncoding('utf8')
          response.on('data', (part: string) => (text += part))
          response.on('end', () => resolve(answerOf(response.statusCode!, response.headers, text)))
          response.on('error', reject)
        })
        sent.on('error', reject)
        sent.end(bytes)
      }),
    close: () => agent.destroy(),
  }
}

export function answerOf(
  status: number,
  headers: IncomingHttpHeaders | OutgoingHttpHeaders,
  text: string,
): Answer {
  const isJson = String(headers['content-type']).includes('json')
  return { status, body: isJson ? JSON.parse(text) : text, headers: headers as Answer['headers'] }
}
