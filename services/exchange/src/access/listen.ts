/**
 * Where the server listens. `localhost` is two addresses, and browsers try the newer family first: what listened at one
 * of them alone would leave the other, and with it our pages' name, to any program of this machine.
 */
import { once } from 'node:events'
import { createServer, type AddressInfo, type Server } from 'node:net'
import type { FastifyInstance } from 'fastify'

const LOCALHOST = 'localhost'
const OLD_FAMILY = '127.0.0.1'
const NEW_FAMILY = '::1'
/** This machine has no such address. */
const ABSENT: ReadonlySet<string | undefined> = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL'])

export const addressesOf = (host: string): readonly [string, ...string[]] =>
  host === LOCALHOST ? [OLD_FAMILY, NEW_FAMILY] : [host]

export const isAbsentAddress = (error: unknown): boolean => ABSENT.has((error as NodeJS.ErrnoException).code)

export interface Listening {
  readonly port: number
  /** Takes no more connections at the second address; the first closes with the server. */
  close(): void
}

export async function listen(
  app: FastifyInstance,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<Listening> {
  const [first, second] = addressesOf(host)
  await app.listen({ host: first, port })
  const address = app.server.address() as AddressInfo
  const beside = second === undefined ? undefined : await listenBeside(app, second, address.port)
  return { port: address.port, close: () => void beside?.close() }
}

/** Its connections are the server's like all others; undefined where there is no such address. */
async function listenBeside(app: FastifyInstance, host: string, port: number): Promise<Server | undefined> {
  // As Node's own server has its sockets.
  const beside = createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
    app.server.emit('connection', socket),
  )
  beside.listen(port, host)
  try {
    await once(beside, 'listening')
    return beside
  } catch (error) {
    if (isAbsentAddress(error)) return undefined
    throw error
  }
}
