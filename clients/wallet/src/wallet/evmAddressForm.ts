/** Whether a text is an EVM address that money may be sent to: mixed case must carry its checksum (EIP-55), zero has no owner. */
import { bytesToHex, utf8, type Address } from '@vest/protocol'
import { keccak256 } from '@vest/sdk'

/** In lower case; undefined: it is none. */
export function readEvmAddress(text: string): Address | undefined {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text) || /^0x0{40}$/.test(text)) return undefined
  const digits = text.slice(2)
  const lower = digits.toLowerCase()
  const isPlain = digits === lower || digits === digits.toUpperCase()
  return isPlain || digits === checksummed(lower) ? `0x${lower}` : undefined
}

/** As people compare it: with the checksum in its case. */
export const shownEvmAddress = (address: Address): string =>
  `0x${checksummed(address.slice(2).toLowerCase())}`

function checksummed(lower: string): string {
  const hash = bytesToHex(keccak256(utf8(lower))).slice(2)
  return [...lower]
    .map((digit, at) => (Number.parseInt(hash[at]!, 16) >= 8 ? digit.toUpperCase() : digit))
    .join('')
}
