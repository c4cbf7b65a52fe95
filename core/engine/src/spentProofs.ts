/**
 * Approvals of signing keys that open no more API keys. Whoever has the proof of an approval gets a key by it, as often as
 * he likes; so one that has become public, with a withdrawal that its signing key signed, or whose session was ended by
 * its owner, is *spent*: keys that it has opened before are not touched. An approval is a signing key and its expiry: the
 * owner approves the same key with another expiry, or another key, and begins a new session. Since feature `spentProofs`.
 */
import type { Address, TimeMs } from '@vest/protocol'
import type { Account } from './accountRows.ts'
import type { Exchange } from './state.ts'

export interface Approval {
  readonly signer: Address
  readonly expiryTimeMs: TimeMs
}

export const isSpent = (account: Account, { signer, expiryTimeMs }: Approval): boolean =>
  account.spentProofs.some((spent) => spent.signer === signer && spent.expiryTimeMs === expiryTimeMs)

/** What has expired opens nothing by itself, and is forgotten. */
export function spendProof(exchange: Exchange, account: Account, { signer, expiryTimeMs }: Approval): void {
  if (!exchange.features.spentProofs) return
  const { timeMs } = exchange
  account.spentProofs = account.spentProofs.filter((spent) => spent.expiryTimeMs > timeMs)
  if (expiryTimeMs > timeMs && !isSpent(account, { signer, expiryTimeMs }))
    account.spentProofs.push({ signer, expiryTimeMs })
}

/** Of every approval of the signing key that stands: a withdrawal carries one of them into the open. */
export function spendProofsOf(exchange: Exchange, account: Account, signer: Address): void {
  for (const held of account.registrations) if (held.signer === signer) spendProof(exchange, account, held)
}
