/**
 * A port of the loopback that nothing listens on. It lies below the ports that systems give to outgoing connections (from
 * 32768 on Linux, from 49152 elsewhere): none of those takes it before it is used.
 */
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Above those that browsers refuse to open. */
const FIRST = 11_000
const BEYOND_LAST = 32_768

export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, BEYOND_LAST)
    if (await isFree(port)) return port
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return false
    throw error
  }
  server.close()
  await once(server, 'close')
  return true
}
