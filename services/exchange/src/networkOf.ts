/**
 * Whose an address is, as far as limits are concerned: a holder of one address of the new family has 2^64 of them, for a household
 * is given a /64, so those count as one. One of the old family that came through a socket of the new one is what it is.
 */
import { isIPv4, isIPv6 } from 'node:net'

const GROUPS = 8
const GROUPS_OF_NETWORK = 4
const MAPPED = '::ffff:'

/** What is no address of the new family comes back as it is. */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address
  const plain = address.split('%')[0]!.toLowerCase()
  const mapped = plain.startsWith(MAPPED) ? plain.slice(MAPPED.length) : ''
  if (isIPv4(mapped)) return mapped
  return isIPv6(plain) ? `${groupsOf(plain).slice(0, GROUPS_OF_NETWORK).join(':')}::/64` : address
}

/** The groups of an address, those that `::` stands for included, each without leading zeros. */
function groupsOf(address: string): readonly string[] {
  const [before = [], after = []] = address.split('::').map((part) => (part === '' ? [] : part.split(':')))
  const left = Array.from({ length: GROUPS - before.length - after.length }, () => '0')
  return [...before, ...left, ...after].map((group) => group.replace(/^0+(?=.)/, ''))
}
