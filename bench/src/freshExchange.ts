/**
 * An exchange as a measurement begins: so many markets with a price, so many registered
 * accounts with the same money. The pool has no money, so that books hold users' orders alone.
 */
import {
  apply,
  type CancelOrder,
  type Command,
  createExchange,
  type Exchange,
  launchMarkets,
  type MarketSpec,
  type PlaceOrder,
} from '@vest/engine'
import { type Address, type Hex, type Id, lots, ticks, timeMs, usd6 } from '@vest/protocol'

export const NOW = timeMs(1_700_000_000_000)
/** The index of every market. */
export const START_TICKS = 1_000_000
const DAY_MS = 86_400_000

export const hex = (digits: number, value: number): Hex => `0x${value.toString(16).padStart(digits, '0')}`
/** Accounts and keys are registered in turn: the numbers that the exchange gives out are `number - 1`. */
export const accountAddress = (number: number): Address => hex(40, number) as Address

export interface Fresh {
  readonly state: Exchange
  /** Applies one more command; a refusal is a mistake of the measurement. */
  readonly run: (command: Command) => void
  readonly seq: () => number
}

export function freshExchange(
  specs: readonly MarketSpec[],
  accounts: number,
  depositUsd6: number,
  ordersAtFirst?: number,
): Fresh {
  const state = createExchange(undefined, ordersAtFirst)
  let seq = 0
  const run = (command: Command): void => {
    seq += 1
    const { answer } = apply(state, { seq, timeMs: NOW, command })
    if (!answer.ok) throw new Error(`setting up: ${command.kind} answered ${answer.code}`)
  }
  for (const spec of specs) run({ kind: 'ListMarket', spec })
  for (let number = 1; number <= accounts; number += 1) join(run, number, depositUsd6)
  for (let i = 0; i < 3; i += 1) run(pricesOf(specs.length, START_TICKS))
  return { state, run, seq: () => seq }
}

export const pricesOf = (markets: number, price: number): Command => ({
  kind: 'UpdateIndexPrices',
  prices: Array.from({ length: markets }, (_, marketId) => ({
    marketId,
    price: ticks(price),
    sourceTimeMs: NOW,
    conf: ticks(0),
    held: false,
  })),
})

export function specOf(symbol: string): MarketSpec {
  const spec = launchMarkets().find((one) => one.symbol === symbol)
  if (spec === undefined) throw new Error(`no market ${symbol}`)
  return spec
}

/** An account registers and has money. */
export function join(run: (command: Command) => void, number: number, depositUsd6: number): void {
  const account = accountAddress(number)
  run({
    kind: 'Register',
    account,
    networkType: 0,
    signer: account,
    expiryTimeMs: timeMs(NOW + DAY_MS),
    apiKeyHash: hex(64, number),
    proofSignature: hex(130, 27),
    verifyingContract: hex(40, 1) as Address,
    isMobile: false,
  })
  run({
    kind: 'CreditDeposit',
    id: hex(64, 1_000_000_000 + number) as Id,
    chainId: 1,
    txHash: hex(64, number),
    logIndex: 0,
    blockHash: hex(64, 1),
    account,
    from: account,
    amountUsd6: usd6(depositUsd6),
    token: hex(40, 1) as Address,
    finality: 'FINAL',
  })
}

/** What every signed command says: who, and when. */
const signed = (number: number, nonce: number) => ({
  account: accountAddress(number),
  signer: accountAddress(number),
  nonce,
  orderTimeMs: NOW,
  recvWindowMs: 5_000,
})

/** An order that rests, or takes what stands in its way. */
export function limitOrder(input: {
  /** Of the order, and its nonce. */
  readonly number: number
  readonly account: number
  readonly symbol: string
  readonly isBuy: boolean
  readonly price: number
  readonly size: number
}): PlaceOrder {
  return {
    kind: 'PlaceOrder',
    id: hex(64, input.number) as Id,
    ...signed(input.account, input.number),
    symbol: input.symbol,
    isBuy: input.isBuy,
    size: lots(input.size),
    orderType: 'LIMIT',
    limitPrice: ticks(input.price),
    reduceOnly: false,
    timeInForce: 'GTC',
  }
}

/** Withdraws the order of this number. */
export const cancelOf = (order: number, account: number, nonce: number): CancelOrder => ({
  kind: 'CancelOrder',
  id: hex(64, order) as Id,
  ...signed(account, nonce),
})
