/** What a vault on an EVM chain is made from: its place on the chain, the keys that act for it, and what a laptop adds. */
import type { Address, Usd6 } from '@vest/protocol'
import type { PrivateKeyAccount } from 'viem'
import type { TokenDomain } from '../authorizedDeposits.ts'
import type { ChainRules } from '../chainRules.ts'
import type { CursorStore } from '../cursorFile.ts'
import type { DepositAccounts } from '../depositAccounts.ts'
import type { StrayStore } from '../strayFile.ts'
import type { WithdrawalSigner } from '../validators/index.ts'

export interface EvmChainOptions {
  readonly chainId: number
  readonly rpcUrl: string
  /** A node of another provider: deposits are credited, and refunds given, only where both say the same. */
  readonly secondRpcUrl?: string
  readonly vault: Address
  readonly token: {
    readonly symbol: string
    readonly address: Address
    /** EIP-712 domain of gasless deposits; null where there are none. */
    readonly authorization: TokenDomain | null
  }
  /** First block that can hold a deposit. */
  readonly startBlock: number
  /** What the vault held before it: the system's own money. */
  readonly startUsd6: Usd6
  readonly withdrawFeeUsd6: Usd6
  /** From its release to the money, as a rule; default: WITHDRAW_SECONDS. */
  readonly withdrawSeconds?: number
  readonly isDefault?: boolean
  /** Burns what goes to the vaults of other chains, and makes what comes from them; absent: nothing does. */
  readonly messenger?: Address
  /** With `{hash}` in it. */
  readonly explorerTx?: string
  /** Default: the chain's row of the table. */
  readonly rules?: ChainRules
  readonly relayer?: PrivateKeyAccount
  readonly keeper?: PrivateKeyAccount
  /** Who signs withdrawals; a quorum of the vault's must be among them. */
  readonly validators?: readonly WithdrawalSigner[]
  readonly cursor?: CursorStore
  /** What came to deposit addresses that is no deposit. */
  readonly strays?: StrayStore
  /** The accounts that have a deposit address. Absent: no account has one. */
  readonly addresses?: DepositAccounts
  /** Local chains only: saves the chain's state; FINAL waits for it. */
  readonly ensureDurable?: () => Promise<void>
  /** Local chains only: makes the next block at once. */
  readonly mineForFinality?: () => Promise<void>
  /** Calls back when there is reason to look before the next poll; returns the unsubscriber. */
  readonly onActivity?: (listener: () => void) => () => void
  readonly pollMs?: number
  readonly rangeBlocks?: number
  readonly finalTimeEveryMs?: number
  readonly nowMs?: () => number
  /** The chain cannot be asked, or a handler failed: it goes on by itself. */
  readonly onTrouble?: (error: Error) => void
  /** It has stopped and must not go on by itself: a final block is gone, or an invariant is broken. */
  readonly onFailure?: (error: Error) => void
}
