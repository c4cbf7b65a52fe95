/**
 * The addresses and networks that a key may be used from: `203.0.113.7`, `203.0.113.0/24`, `2001:db8::/32`. An address
 * of the old family that came through a socket of the new one counts as what it is.
 */
import { BlockList, isIP } from 'node:net'

const PREFIX = /^(0|[1-9]\d{0,2})$/
const MAPPED = /^::ffff:(?=\d+\.)/i

interface Network {
  readonly address: string
  readonly prefix: number
  readonly family: 'ipv4' | 'ipv6'
}

/** undefined = it names neither an address nor a network. */
function readNetwork(text: string): Network | undefined {
  const [address, prefix, ...more] = text.split('/') as [string, ...string[]]
  const version = isIP(address)
  // A zone names an interface of some machine, not a place in the network.
  if (version === 0 || more.length > 0 || address.includes('%')) return undefined
  const bits = version === 4 ? 32 : 128
  if (prefix !== undefined && !(PREFIX.test(prefix) && Number(prefix) <= bits)) return undefined
  return {
    address,
    prefix: prefix === undefined ? bits : Number(prefix),
    family: version === 4 ? 'ipv4' : 'ipv6',
  }
}

export const isNetwork = (text: string): boolean => readNetwork(text) !== undefined

/** A list is read once; it lives as long as its key. */
const read = new WeakMap<readonly string[], BlockList>()

/** An empty list allows everything. */
export function allows(list: readonly string[], address: string): boolean {
  if (list.length === 0) return true
  let allowed = read.get(list)
  if (allowed === undefined) {
    allowed = new BlockList()
    for (const text of list) {
      const network = readNetwork(text)
      if (network !== undefined) allowed.addSubnet(network.address, network.prefix, network.family)
    }
    read.set(list, allowed)
  }
  const plain = address.replace(MAPPED, '')
  const version = isIP(plain)
  return version !== 0 && allowed.check(plain, version === 4 ? 'ipv4' : 'ipv6')
}
