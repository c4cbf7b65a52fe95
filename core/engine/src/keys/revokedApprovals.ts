/**
 * Approvals of signing keys that open no more API keys. The proof of an approval opens any number of API keys. So an
 * approval is *revoked* once its proof is public, with a withdrawal that its signing key signed, or once its owner has
 * ended the session. Keys that it has opened before stay. An approval is a signing key and its expiry: the owner approves
 * the same key with another expiry, or another key, and begins a new session.
 */
import { approvalOfProof } from '@vest/protocol'
import type { Approval, TransferRecord } from '../api/index.ts'
import type { Account, Exchange } from '../state/index.ts'

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
