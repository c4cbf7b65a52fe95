/**
 * Approvals of signing keys that open no more API keys. Whoever has the proof of an approval gets a key by it, as often as
 * he likes; so one that has become public, with a withdrawal that its signing key signed, or whose session was ended by
 * its owner, is *spent*: keys that it has opened before are not touched. An approval is a signing key and its expiry: the
 * owner approves the same key with another expiry, or another key, and begins a new session.
 */
import type { Approval, TransferRecord } from '../api/index.ts'
import type { Account, Exchange } from '../state/index.ts'
import { approvalOfProof } from '@vest/protocol'

export const isSpent = (account: Account, { signer, expiryTimeMs }: Approval): boolean =>
  account.spentProofs.some((spent) => spent.signer === signer && spent.expiryTimeMs === expiryTimeMs)

export const spendProof = (exchange: Exchange, account: Account, approval: Approval): void =>
  spend(exchange, account, [approval])

/**
 * Of every approval of the signing key that stands: a withdrawal carries one of them into the open. The session of that one
 * may have made room for another meanwhile (`register.ts`); then it is what the proof says.
 */
export function spendProofsOf(
  exchange: Exchange,
  account: Account,
  { signer, signatureProof = '0x' }: TransferRecord,
): void {
  const held: Approval[] = account.registrations.filter((one) => one.signer === signer)
  const carried = approvalOfProof(signatureProof)
  if (carried !== undefined && carried.signer === signer) held.push(carried)
  if (held.length > 0) spend(exchange, account, held)
}

/** In one pass: sessions cost nothing, and an account may have many. What has expired opens nothing by itself, and is forgotten. */
function spend({ timeMs }: Exchange, account: Account, approvals: readonly Approval[]): void {
  const spent = account.spentProofs.filter(({ expiryTimeMs }) => expiryTimeMs > timeMs)
  const known = new Set(spent.map(nameOf))
  for (const { signer, expiryTimeMs } of approvals) {
    const name = nameOf({ signer, expiryTimeMs })
    if (expiryTimeMs <= timeMs || known.has(name)) continue
    known.add(name)
    spent.push({ signer, expiryTimeMs })
  }
  account.spentProofs = spent
}

const nameOf = ({ signer, expiryTimeMs }: Approval): string => `${signer} ${expiryTimeMs}`
