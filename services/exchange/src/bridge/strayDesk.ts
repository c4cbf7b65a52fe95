/**
 * Money that arrived and is credited to no account: other tokens and coins at deposit addresses, and USDC of senders that have no
 * account. The first is sent to the account that it belongs to when its owner asks, by the keeper and at its cost, so a
 * few times a day; the second is credited when its sender registers. Nothing here moves a balance of the exchange.
 */
import {
  formatDecimalShort,
  formatUsd6,
  type Address,
  type Hex,
  type StrayRow,
  type StraysResponse,
  REFUSAL,
} from '@vest/protocol'
import type { Clock, EngineClient, ReadModelStore } from '@vest/runtime'
import type { Chains } from '../chains.ts'
import { STRAY_CLAIMS_PER_DAY } from '../limits.ts'
import type { Logger } from '../logger.ts'
import { refuse, tooMany, unavailable, type Refusal } from '../refusal.ts'

export interface StrayDesk {
  /** What belongs to the account, and what waits for the owner of `sender`. */
  list(account: Address, sender: Address | undefined): Promise<StraysResponse>
  /** Sends it to the account; `token` absent: the chain's own coin. */
  claim(
    account: Address,
    chainId: number,
    token: Address | undefined,
  ): Promise<{ readonly txHash: Hex } | Refusal>
}

const DAY_MS = 86_400_000
/** Of one sender, newest first. */
const SENDER_ROWS_MAX = 50

export function createStrayDesk(options: {
  readonly engine: EngineClient
  readonly store: ReadModelStore
  readonly chains: Chains
  readonly clock: Clock
  readonly logger: Logger
}): StrayDesk {
  const { chains, clock, engine, logger } = options
  /** Times of the day's claims, of accounts that made any. */
  const claims = new Map<Address, readonly number[]>()

  async function ofSender(sender: Address): Promise<StrayRow[]> {
    // Of an account the money is its own, and in its own list.
    if ((await engine.query('account', { account: sender })) !== undefined) return []
    const rows = await options.store.transfers({ account: sender, type: 'DEPOSIT', limit: SENDER_ROWS_MAX })
    return rows.flatMap((row): StrayRow[] => {
      const chain = chains.info(row.chainId)
      if (row.status !== 'NEW' || row.txHash === undefined || chain === undefined) return []
      const { chainId, token, txHash } = row
      return [
        {
          chainId,
          kind: 'SENDER',
          token,
          symbol: chains.tokenName(chainId, token),
          amount: formatUsd6(row.size),
          address: chain.vault.toLowerCase(),
          sender,
          txHash,
          claimable: false,
        },
      ]
    })
  }

  return {
    async list(account, sender) {
      const unread: number[] = []
      const rows: StrayRow[] = sender === undefined ? [] : await ofSender(sender)
      const found = await Promise.all(
        chains.adapters().map(async (adapter): Promise<StrayRow[]> => {
          const home = adapter.depositAddress?.(account)
          if (adapter.strays === undefined || home === undefined) return []
          const { chainId } = adapter
          try {
            const held = await adapter.strays(account)
            return held.map(({ token, symbol, units, decimals }) => ({
              chainId,
              kind: token === undefined ? 'COIN' : 'TOKEN',
              token: token ?? null,
              symbol: symbol ?? null,
              amount: formatDecimalShort(units, decimals),
              address: home,
              sender: null,
              txHash: null,
              claimable: true,
            }))
          } catch (error) {
            logger.warn(
              { chainId, err: error },
              'a chain could not be asked for what lies at a deposit address',
            )
            unread.push(chainId)
            return []
          }
        }),
      )
      return { rows: [...rows, ...found.flat()], unread }
    },

    async claim(account, chainId, token) {
      const adapter = chains.adapter(chainId)
      if (adapter?.returnStray === undefined)
        return refuse(REFUSAL.INVALID_PARAMETER, 'Nothing can lie there on this chain')
      const nowMs = clock.nowMs()
      const today = (claims.get(account) ?? []).filter((timeMs) => timeMs > nowMs - DAY_MS)
      const [first] = today
      if (first !== undefined && today.length >= STRAY_CLAIMS_PER_DAY)
        return tooMany(Math.ceil((first + DAY_MS - nowMs) / 1_000))
      claims.set(account, [...today, nowMs])
      try {
        const answer = await adapter.returnStray(account, token)
        if ('txHash' in answer) {
          logger.info(
            { account, chainId, token, txHash: answer.txHash },
            'what was no deposit was sent to its account',
          )
          return answer
        }
        // Nothing was sent, so nothing was paid for.
        claims.set(account, today)
        return refuse(REFUSAL.INVALID_PARAMETER, REFUSED[answer.refusal])
      } catch (error) {
        logger.warn({ chainId, err: error }, 'what lies at a deposit address could not be sent')
        return unavailable('This chain cannot be reached now. Nothing was lost; try again in a minute', 60)
      }
    },
  }
}

const REFUSED = {
  'nothing-there': 'Nothing of this lies at your deposit address',
  'is-deposit': 'USDC at your deposit address is credited by itself',
  refused: 'This token does not let itself be moved',
} as const
