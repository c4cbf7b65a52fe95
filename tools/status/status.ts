/**
 * `npm run status`: the page of the service from a process of its own, so that it is served also while the exchange is down. The
 * exchange writes the page every minute and at its end; while it answers, visitors are sent to its own page, which is live.
 */
import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

const HELP = `Usage: npm run status -- [--data DIR] [--exchange URL] [--port N] [--host ADDRESS]

Serves the page of the service while the exchange may be down: since when it is gone, and what was before.
--data      data folder of the exchange (default ./data)
--exchange  where it answers, as its users reach it (default http://127.0.0.1:8080)
--port      of this page (default 8090)
--host      address to listen on (default 127.0.0.1)
`

/** An exchange that takes longer does not answer its users either. */
const ANSWER_MS = 2_000

export interface StatusServerOptions {
  readonly dataDir: string
  /** Without a slash at its end. */
  readonly exchangeUrl: string
}

/** Not listening yet. */
export function createStatusServer({ dataDir, exchangeUrl }: StatusServerOptions): Server {
  const file = join(dataDir, 'status', 'index.html')
  async function isUp(): Promise<boolean> {
    try {
      const answer = await fetch(`${exchangeUrl}/v2/status`, { signal: AbortSignal.timeout(ANSWER_MS) })
      await answer.body?.cancel()
      return answer.ok
    } catch {
      // That it does not answer is what is asked here.
      return false
    }
  }
  async function answer(response: ServerResponse): Promise<void> {
    if (await isUp()) {
      response.writeHead(302, { location: `${exchangeUrl}/status`, 'cache-control': 'no-store' }).end()
      return
    }
    const page = await readFile(file).catch(() => undefined)
    response
      .writeHead(page === undefined ? 404 : 200, {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'content-security-policy': "default-src 'none'",
      })
      .end(page ?? 'The exchange does not answer, and has never written its status into this data folder.')
  }
  return createServer((request, response) => {
    if (request.method === 'GET' || request.method === 'HEAD')
      void answer(response).catch(() => response.writeHead(500).end())
    else response.writeHead(405, { allow: 'GET, HEAD' }).end()
  })
}

/** Resolves when it has stopped, by Ctrl-C, with the exit code: 0; 1: the port cannot be had; 2: wrong arguments. */
export async function main(
  argv: readonly string[],
  write: (text: string) => void = (text) => void process.stdout.write(text),
): Promise<number> {
  const read = argumentsOf(argv)
  if (read === undefined || read.isHelp) {
    write(HELP)
    return read === undefined ? 2 : 0
  }
  const { port, host } = read
  const server = createStatusServer(read)
  try {
    server.listen(port, host)
    await once(server, 'listening')
  } catch (error) {
    write(`http://${host}:${port} cannot be served: ${(error as Error).message}\n`)
    return 1
  }
  write(`The status is at http://${host}:${port}\n`)
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.once(signal, () => server.close(() => resolve()))
  })
  return 0
}

const PORT_MAX = 65_535

function argumentsOf(argv: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...argv],
      options: {
        data: { type: 'string', default: 'data' },
        exchange: { type: 'string', default: 'http://127.0.0.1:8080' },
        port: { type: 'string', default: '8090' },
        host: { type: 'string', default: '127.0.0.1' },
        help: { type: 'boolean', default: false },
      },
    })
    const { data: dataDir, host, help: isHelp } = values
    const port = Number(values.port)
    if (!Number.isInteger(port) || port < 0 || port > PORT_MAX || !URL.canParse(values.exchange))
      return undefined
    return { dataDir, exchangeUrl: values.exchange.replace(/\/$/, ''), port, host, isHelp }
  } catch {
    return undefined
  }
}
