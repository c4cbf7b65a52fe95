/**
 * An address of this machine that only this process knows: the node answers every caller that finds it, over WebSocket also a
 * page of another origin, so it listens where no page can look in a lifetime (24 random bits of the address beside
 * its port). Systems that have no loopback but 127.0.0.1 (macOS) leave the port alone.
 */
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

const PLAIN = '127.0.0.1'

/** Not .0 and not .255: some systems take these for a network and a broadcast. */
const randomAddress = (): string => `127.${randomInt(1, 255)}.${randomInt(0, 256)}.${randomInt(1, 255)}`

export async function privateLoopback(
  canListenAt: (address: string) => Promise<boolean> = isOurs,
): Promise<string> {
  const address = randomAddress()
  return (await canListenAt(address)) ? address : PLAIN
}

async function isOurs(address: string): Promise<boolean> {
  const probe = createServer()
  try {
    probe.listen(0, address)
    await once(probe, 'listening')
    return true
  } catch {
    return false
  } finally {
    probe.close()
  }
}
