/**
 * A deposit by one plain transfer into the vault, step by step: signed in the wallet, sent, in a block, credited.
 * A reducer holds how far it is, so that every end is one of few: credited, declined, reverted, refused, or not
 * heard of in time, which is not a failure: the money is in the vault and will be credited.
 */
import {
  DEPOSIT_TIMEOUT_MS,
  type ChainInfo,
  type FrameFailure,
  type TransferRow,
  type Usd6,
  WALLET_SENTENCES,
} from '@vest/protocol'
import { ApiError, TimeoutError, type ClientClock } from '@vest/sdk'
import { awaitTransfer } from '../../entities/transfer/awaitTransfer.ts'
import { tokenUnits } from '../../entities/transfer/transferAmount.ts'
import { ensureChain, usdcOf } from '../../entities/wallet/chains.ts'
import { isUserRejection, shortWalletMessage } from '../../entities/wallet/eip1193.ts'
import type { ConnectedWallet } from '../../entities/wallet/wallet.ts'

export type DepositStage = 'confirm' | 'mining' | 'crediting' | 'credited'

export type DepositEnd =
  | { readonly kind: 'declined' }
  | { readonly kind: 'wallet'; readonly message: string }
  /** The embedded wallet did not sign. */
  | { readonly kind: 'frame'; readonly failure: FrameFailure }
  /** The wallet knows another network under the id of a local chain; nothing was sent. */
  | { readonly kind: 'other-network' }
  | { readonly kind: 'reverted' }
  | { readonly kind: 'rejected'; readonly code: number }
  | { readonly kind: 'unknown' }

export interface DepositState {
  readonly stage: DepositStage
  readonly chainId: number
  readonly size: Usd6
  readonly txHash: string | undefined
  /** Why it went no further than `stage`. */
  readonly end: DepositEnd | undefined
}

export interface DepositProgress {
  current(): DepositState
  /** Goes on to this step and tells it. */
  become(next: Partial<DepositState>): DepositState
}

/** Begins at the confirmation, and tells it. */
export function startDepositProgress(
  { chainId }: ChainInfo,
  size: Usd6,
  onState: (state: DepositState) => void,
): DepositProgress {
  let state: DepositState = { stage: 'confirm', chainId, size, txHash: undefined, end: undefined }
  onState(state)
  return {
    current: () => state,
    become(next) {
      state = { ...state, ...next }
      onState(state)
      return state
    },
  }
}

export interface ChainWriter {
  isOwnNetwork(): Promise<boolean>
  transferToken(token: `0x${string}`, from: `0x${string}`, amount: bigint): Promise<`0x${string}`>
  isMined(hash: `0x${string}`): Promise<boolean>
}

export interface DepositOptions {
  readonly chain: ChainInfo
  readonly wallet: ConnectedWallet
  readonly size: Usd6
  readonly origin: string
  readonly openChain: () => Promise<ChainWriter>
  readonly readDeposits: () => Promise<readonly TransferRow[]>
  readonly onTransfer: (listener: () => void) => () => void
  readonly clock: Pick<ClientClock, 'setTimeout' | 'clearTimeout'>
  readonly onState: (state: DepositState) => void
}

/** Runs the deposit to its end; never throws, the last state says how it ended. */
export async function runDeposit(options: DepositOptions): Promise<DepositState> {
  const { chain, wallet, size, clock } = options
  const { become, current } = startDepositProgress(chain, size, options.onState)
  try {
    const token = usdcOf(chain)
    if (token === undefined)
      return become({ end: { kind: 'wallet', message: WALLET_SENTENCES.unsupportedChain } })
    await ensureChain(wallet.provider, chain, options.origin)
    const client = await options.openChain()
    if (!(await client.isOwnNetwork())) return become({ end: { kind: 'other-network' } })
    const hash = await client.transferToken(
      token.address as `0x${string}`,
      wallet.address,
      tokenUnits(size, token.decimals),
    )
    become({ stage: 'mining', txHash: hash })
    if (!(await client.isMined(hash))) return become({ end: { kind: 'reverted' } })
    become({ stage: 'crediting' })
    await awaitTransfer({
      find: async () =>
        (await options.readDeposits()).find((row) => row.txHash?.toLowerCase() === hash.toLowerCase()),
      isReached: (row) => row.status === 'FILLED',
      onChange: options.onTransfer,
      timeoutMs: DEPOSIT_TIMEOUT_MS,
      clock,
    })
    return become({ stage: 'credited' })
  } catch (error) {
    return become({ end: endOf(error, current()) })
  }
}

function endOf(error: unknown, { txHash }: DepositState): DepositEnd {
  if (error instanceof ApiError) return { kind: 'rejected', code: error.code }
  // Once it was sent, whatever goes wrong in watching it says nothing about the money.
  if (error instanceof TimeoutError || txHash !== undefined) return { kind: 'unknown' }
  if (isUserRejection(error)) return { kind: 'declined' }
  return { kind: 'wallet', message: shortWalletMessage(error) }
}
