/**
 * A deposit for which its owner needs neither gas nor a press: the wallet's frame signs an authorization to the vault, the
 * exchange sends it there and credits it. It ends in the same few ways as a plain transfer.
 */
import {
  DEPOSIT_AUTHORIZATION_VALID_S,
  DEPOSIT_TIMEOUT_MS,
  type ChainInfo,
  type DepositAuthorizedRequest,
  type FrameAnswer,
  type FrameParams,
  type TransferRow,
  type Usd6,
} from '@vest/protocol'
import { ApiError, TimeoutError, TransportError, type ClientClock } from '@vest/sdk'
import { FrameError } from '../../entities/embedded/frameClient.ts'
import { awaitTransfer } from '../../entities/transfer/awaitTransfer.ts'
import { tokenUnits } from '../../entities/transfer/transferAmount.ts'
import { gaslessToken } from '../../entities/wallet/chains.ts'
import { startDepositProgress, type DepositEnd, type DepositState } from './depositFlow.ts'

export interface GaslessDepositOptions {
  readonly chain: ChainInfo
  readonly size: Usd6
  readonly authorize: (params: FrameParams<'deposit.authorize'>) => Promise<FrameAnswer<'deposit.authorize'>>
  readonly send: (request: DepositAuthorizedRequest) => Promise<{ readonly id: string }>
  readonly find: (id: string) => Promise<TransferRow | undefined>
  readonly onTransfer: (listener: () => void) => () => void
  readonly clock: Pick<ClientClock, 'now' | 'setTimeout' | 'clearTimeout'>
  readonly onState: (state: DepositState) => void
}

/** Runs the deposit to its end; never throws, the last state says how it ended. */
export async function runGaslessDeposit(options: GaslessDepositOptions): Promise<DepositState> {
  const { chain, size, clock } = options
  let isSent = false
  const { become } = startDepositProgress(chain, size, options.onState)
  try {
    const token = gaslessToken(chain)
    if (token === undefined) throw new FrameError('unsupportedChain')
    const value = String(tokenUnits(size, token.decimals))
    const validBefore = Math.floor(clock.now() / 1_000) + DEPOSIT_AUTHORIZATION_VALID_S
    const { account, nonce, signature } = await options.authorize({
      chainId: chain.chainId,
      value,
      validAfter: 0,
      validBefore,
    })
    become({ stage: 'mining' })
    isSent = true
    const { id } = await options.send({
      account,
      value,
      nonce,
      signature,
      chain_id: chain.chainId,
      valid_after: 0,
      valid_before: validBefore,
    })
    become({ stage: 'crediting' })
    const row = await awaitTransfer({
      find: () => options.find(id),
      isReached: ({ status }) => status === 'FILLED',
      onChange: options.onTransfer,
      timeoutMs: DEPOSIT_TIMEOUT_MS,
      clock,
    })
    return become({ stage: 'credited', txHash: row.txHash ?? undefined })
  } catch (error) {
    return become({ end: endOf(error, isSent) })
  }
}

function endOf(error: unknown, isSent: boolean): DepositEnd {
  if (error instanceof ApiError) return { kind: 'rejected', code: error.code }
  if (error instanceof FrameError) return { kind: 'frame', failure: error.failure }
  // Once it was handed in, whatever goes wrong in watching it says nothing about the money.
  if (error instanceof TimeoutError || (error instanceof TransportError && isSent)) return { kind: 'unknown' }
  return { kind: 'wallet', message: error instanceof Error ? error.message : '' }
}
