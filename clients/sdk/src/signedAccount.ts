/** The account as a signed message names it. It stands apart: only messages about money need the hash behind it. */
import { solanaAccount, solanaPublicKey } from '@vest/protocol'
import { keccak256 } from './keccak256.ts'
import type { SessionPort } from './signedWrite.ts'

/** 20 bytes in hex, of either network. Throws ValidationError where no account is set. */
export function signedAccount(session: SessionPort): string {
  const account = session.account()
  const publicKey = solanaPublicKey(account)
  return publicKey === undefined ? account : solanaAccount(publicKey, keccak256)
}
