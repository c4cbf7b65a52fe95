/** The network that an address belongs to, as far as limits and notices go: /24 of IPv4, /64 of IPv6. */
import { isIPv6 } from 'node:net'

export function networkPrefix(address: string): string {
  const plain =
    address.startsWith('::ffff:') && address.includes('.') ? address.slice('::ffff:'.length) : address
  if (!isIPv6(plain)) return `${plain.split('.').slice(0, 3).join('.')}.0/24`
  const [head = '', tail] = plain.split('%')[0]!.split('::') as [string, string | undefined]
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const groups =
    tail === undefined
      ? before
      : [...before, ...Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0'), ...after]
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
