/** What a wallet signs of a text. */
import { concatBytes, utf8 } from '@vest/protocol'
import { keccak256 } from '@vest/sdk'

/** EIP-191 of a text. */
export const messageDigest = (text: string): Uint8Array => {
  const message = utf8(text)
  return keccak256(concatBytes(utf8(`\x19Ethereum Signed Message:\n${message.length}`), message))
}
