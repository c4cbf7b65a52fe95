/**
 * One bot's account over its life: registered, funded when it has too little, looked at every now and then, and
 * between two looks reckoned forward by what was sent. The account is the truth: every look replaces the
 * reckoning, whatever was lost, rejected or filled meanwhile.
 */
import { usd6, type Usd6 } from '@vest/protocol'
import type { BotKeys } from './botKeys.ts'
import {
  FlowUnauthorized, type FlowAccount, type FlowAccountState, type FlowAnswer, type FlowExchange, type FlowOrder,
} from './flowExchange.ts' // prettier-ignore

export interface FlowBotOptions {
  readonly keys: BotKeys
  readonly exchange: FlowExchange
  readonly nowMs: () => number
  /** Gives the bot money as anyone gets it: faucet, then a deposit on chain. Rejects when it could not. */
  readonly fund: (keys: BotKeys) => Promise<void>
}

export interface FlowBot {
  readonly keys: BotKeys
  /** Registered, funded and looked at: it may trade. */
  isReady(): boolean
  /** Too much of its equity is bound: only orders that reduce. */
  isReducing(): boolean
  position(symbol: string): number
  equityUsd6(): Usd6
  /** The market refused an order lately. */
  isMuted(symbol: string): boolean
  /** Registers, asks for money, looks at the account: whatever is next. Rejects when the exchange does not answer. */
  look(): Promise<void>
  /** Sends an order and reckons it in. */
  place(order: FlowOrder): Promise<FlowAnswer>
  /** Reckons in what a resting order was filled with. */
  noteFill(symbol: string, change: number): void
  account(): FlowAccount | undefined
}

/** Below this a bot asks for money; the faucet gives 10,000. */
const FUND_BELOW_USD6 = usd6(3_000_000_000)
/** Below this it does not trade. */
const TRADE_ABOVE_USD6 = usd6(200_000_000)
/** The faucet serves an address once an hour; a little more, so that our clocks need not agree. */
const FUND_INTERVAL_MS = 3_660_000
/** After a failed attempt, or when the credit is not in sight. */
const FUND_RETRY_MS = 120_000
const BOUND_PERCENT_MAX = 60
const MUTE_MS = 30_000

export function createFlowBot({ keys, exchange, nowMs, fund }: FlowBotOptions): FlowBot {
  let account: FlowAccount | undefined
  let state: FlowAccountState | undefined
  let nextFundMs = 0
  let lookedMs = nowMs()
  const sent = new Map<string, number>()
  const mutedUntilMs = new Map<string, number>()
  const mute = (symbol: string): void => void mutedUntilMs.set(symbol, nowMs() + MUTE_MS)

  async function lookAt(open: FlowAccount): Promise<void> {
    const sinceMs = lookedMs
    const atMs = nowMs()
    const next = await open.state()
    if (next !== undefined && state !== undefined)
      for (const { symbol } of await open.rejectionsSince(sinceMs)) mute(symbol)
    state = next
    lookedMs = atMs
    sent.clear()
  }

  async function fundIfPoor(): Promise<void> {
    if (nowMs() < nextFundMs || (state !== undefined && state.equityUsd6 >= FUND_BELOW_USD6)) return
    nextFundMs = nowMs() + FUND_RETRY_MS
    await fund(keys)
    nextFundMs = nowMs() + FUND_INTERVAL_MS
  }

  return {
    keys,
    account: () => account,
    isReady: () => state !== undefined && state.equityUsd6 >= TRADE_ABOVE_USD6,
    isReducing: () => state !== undefined && state.boundUsd6 * 100 > state.equityUsd6 * BOUND_PERCENT_MAX,
    position: (symbol) => (state?.positions.get(symbol) ?? 0) + (sent.get(symbol) ?? 0),
    equityUsd6: () => state?.equityUsd6 ?? usd6(0),
    isMuted: (symbol) => (mutedUntilMs.get(symbol) ?? 0) > nowMs(),
    async look() {
      account ??= await exchange.open(keys)
      try {
        await lookAt(account)
      } catch (error) {
        if (!(error instanceof FlowUnauthorized)) throw error
        account = await exchange.open(keys)
        await lookAt(account)
      }
      await fundIfPoor()
    },
    noteFill: (symbol, change) => void sent.set(symbol, (sent.get(symbol) ?? 0) + change),
    async place(order) {
      if (account === undefined) return { kind: 'unreachable' }
      const change = order.isBuy ? order.size : -order.size
      // Reckoned before the answer, so that a second order of the same second sees the first.
      if (order.limitPrice === undefined) sent.set(order.symbol, (sent.get(order.symbol) ?? 0) + change)
      const answer = await account.place(order)
      if (answer.kind === 'refused') mute(order.symbol)
      const isDropped = answer.kind === 'refused' || answer.kind === 'busy'
      if (isDropped && order.limitPrice === undefined)
        sent.set(order.symbol, (sent.get(order.symbol) ?? 0) - change)
      return answer
    },
  }
}
