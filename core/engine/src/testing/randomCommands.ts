/**
 * Random but plausible command streams over a small exchange: orders of every type, cancels, leverages, price moves
 * from a tick to a crash, time, funding, sessions, halts, deposits with reorganisations, withdrawals. A stream is made
 * of plain numbers, so it shrinks and can be replayed.
 */
import { type Id, lots, TIMES_IN_FORCE, ticks, timeMs, usd6 } from '@vest/protocol'
import fc from 'fast-check'
import { query } from '../queries/query.ts'
import { type PlaceOrder } from '../api/commands.ts'
import {
  AAPL,
  BTC,
  CHAIN,
  createWorld,
  EUR,
  FIG,
  START_MS,
  TOKEN,
  traderAddress,
  type World,
  type WorldInput,
} from './world.ts'

export const SPECS = [AAPL, BTC, EUR, FIG]
const START_PRICES = [23_150, 1_000_000, 108_437, 52_310]
export const TRADERS = 5

export interface Step {
  readonly what: number
  readonly who: number
  readonly market: number
  readonly a: number
  readonly b: number
  readonly c: number
}

const unit = fc.integer({ min: 0, max: 999_999 })
export const steps = (length: { minLength: number; maxLength: number }): fc.Arbitrary<Step[]> =>
  fc.array(
    fc.record({
      what: fc.integer({ min: 0, max: 99 }),
      who: fc.integer({ min: 0, max: TRADERS - 1 }),
      market: fc.integer({ min: 0, max: 3 }),
      a: unit,
      b: unit,
      c: unit,
    }),
    length,
  )

export interface Driver {
  readonly world: World
  readonly step: (step: Step) => void
}

export function createDriver(input: WorldInput = {}): Driver {
  const world = createWorld({ markets: SPECS, poolDollars: 400_000, ...input })
  const traders = Array.from({ length: TRADERS }, (_, at) => world.trader(at === 0 ? 200_000 : 4_000))
  world.run({ kind: 'SeedSystemAccount', account: 'POOL_ISO', amountUsd6: usd6(300_000_000_000) })
  world.run({ kind: 'SeedSystemAccount', account: 'INSURANCE', amountUsd6: usd6(2_000_000_000) })
  const prices = [...START_PRICES]
  const placed: Id[] = []
  const transfers: Id[] = []
  let number = 1_000_000
  let hour = Math.floor(START_MS / 3_600_000)

  const tell = (afterMs: number) =>
    world.run(
      {
        kind: 'UpdateIndexPrices',
        prices: prices.map((price, marketId) => ({
          marketId,
          price: ticks(price),
          sourceTimeMs: timeMs(world.now() + afterMs),
          conf: ticks(0),
          held: false,
        })),
      },
      afterMs,
    )
  tell(0)

  function place(step: Step): PlaceOrder {
    const { market, a, b, c } = step
    const spec = SPECS[market]!
    const price = prices[market]!
    const notional = [50_000_000, 1_000_000_000, 20_000_000_000, 300_000_000_000][a % 4]!
    const kind = b % 10
    const isTrigger = kind >= 8
    const offsetPpm = ((c % 2_001) - 1_000) * (c % 7 === 0 ? 60 : 8)
    const limitPrice = Math.max(1, price + Math.round((price * offsetPpm) / 1_000_000))
    const id = `0x${(++number).toString(16).padStart(64, '0')}` as Id
    placed.push(id)
    return {
      kind: 'PlaceOrder',
      id,
      account: traders[step.who]!.address,
      signer: traders[step.who]!.address,
      nonce: number,
      orderTimeMs: timeMs(world.now()),
      recvWindowMs: 5_000,
      symbol: spec.symbol,
      isBuy: (a >> 3) % 2 === 0,
      size: lots(1 + Math.floor((notional / price) * (0.1 + (b % 1_000) / 1_000))),
      orderType: isTrigger ? (kind === 8 ? 'STOP_LOSS' : 'TAKE_PROFIT') : kind < 3 ? 'MARKET' : 'LIMIT',
      reduceOnly: isTrigger || b % 13 === 0,
      timeInForce: TIMES_IN_FORCE[(b >> 4) % 6] ?? 'GTC',
      ...(kind < 3 && c % 3 === 0
        ? {}
        : {
            limitPrice: ticks(
              kind < 3 ? (((a >> 3) % 2 === 0 ? 2 : 1) * price) >> ((a >> 3) % 2 === 0 ? 0 : 1) : limitPrice,
            ),
          }),
      ...(kind >= 3 && !isTrigger && c % 5 < 2 ? legs(step, limitPrice, (a >> 3) % 2 === 0 ? 1 : -1) : {}),
      ...(c % 11 === 0 ? { clientId: `c${b % 3}` } : {}),
    }
  }

  function legs(step: Step, limitPrice: number, side: 1 | -1): Pick<PlaceOrder, 'takeProfit' | 'stopLoss'> {
    const nonce = number
    const away = Math.max(1, Math.round((limitPrice * (1 + (step.b % 40))) / 10_000)) * side
    const leg = (price: number) => {
      const id = `0x${(++number).toString(16).padStart(64, '0')}` as Id
      placed.push(id)
      return { id, nonce: step.c % 2 === 0 ? number : nonce, price: ticks(Math.max(1, price)) }
    }
    return {
      takeProfit: leg(limitPrice + away),
      ...(step.a % 3 === 0 ? {} : { stopLoss: leg(limitPrice - away) }),
    }
  }

  function signed(who: number) {
    const { address } = traders[who]!
    const orderTimeMs = timeMs(world.now())
    return { account: address, signer: address, nonce: ++number, orderTimeMs, recvWindowMs: 5_000 }
  }

  /** Moves an earlier order, or acts on all of them. */
  function rearrange(step: Step): void {
    const { who, a, b } = step
    const live = query(world.exchange, 'openOrders', { account: traders[who]!.address })
    const old = live[a % Math.max(1, live.length)]
    const scope = b % 3 === 0 ? { symbol: SPECS[step.market]!.symbol } : {}
    if (a % 8 === 0) world.run({ kind: 'CancelAllOrders', ...signed(who), ...scope })
    else if (a % 8 === 1) world.run({ kind: 'CloseAllPositions', ...signed(who), ...scope })
    else if (a % 8 === 2) world.run({ kind: 'SetCancelTimer', ...signed(who), timeoutMs: 5_000 })
    else if (a % 8 === 3) world.run({ kind: 'CancelClientOrder', ...signed(who), clientId: `c${b % 3}` })
    else if (old !== undefined && a % 8 === 4)
      world.run({
        kind: 'AmendOrder',
        id: old.id,
        ...signed(who),
        size: lots(Math.max(1, old.size + (b % 9) - 4)),
        limitPrice: b % 2 === 0 ? old.limitPrice : ticks(Math.max(1, old.limitPrice + (b % 21) - 10)),
      })
    else if (old !== undefined) {
      const { symbol, isBuy, reduceOnly, timeInForce, limitPrice, orderType } = old
      const { takeProfit: _, stopLoss: __, ...fresh } = place(step)
      world.run({
        kind: 'ReplaceOrder',
        cancel: { kind: 'CancelOrder', id: old.id, ...signed(who) },
        place: {
          ...fresh,
          ...(orderType === 'LIQUIDATION' ? {} : { symbol, isBuy, reduceOnly, timeInForce, orderType }),
          limitPrice: b % 2 === 0 ? limitPrice : ticks(Math.max(1, limitPrice + (b % 21) - 10)),
          size: lots(Math.max(1, old.size - old.filledSize - (b % 5))),
        },
      })
    }
  }

  function move(step: Step): void {
    const bps = step.a % 50 === 0 ? 1_500 : step.a % 9 === 0 ? 200 : 15
    const change = ((step.b % 2_001) - 1_000) / 1_000
    prices[step.market] = Math.max(100, Math.round(prices[step.market]! * (1 + (change * bps) / 10_000)))
    tell(1_000)
  }

  function transfer(step: Step): void {
    const trader = traders[step.who]!
    const id = `0x${(++number).toString(16).padStart(64, '0')}` as Id
    const known = transfers[step.a % Math.max(1, transfers.length)] ?? id
    switch (step.b % 8) {
      case 0:
      case 1:
        transfers.push(id)
        world.run({
          kind: 'CreditDeposit',
          id,
          chainId: CHAIN,
          txHash: id,
          logIndex: 0,
          blockHash: id,
          from: trader.address,
          token: TOKEN,
          account: step.c % 9 === 0 ? traderAddress(900) : trader.address,
          amountUsd6: usd6(1 + step.c * 3_000),
          finality: step.c % 2 === 0 ? 'SOFT' : 'FINAL',
        })
        return
      case 2:
        world.run({ kind: 'FinalizeDeposit', id: known, blockHash: known })
        return
      case 3:
        world.run({ kind: 'OrphanDeposit', id: known })
        return
      case 4:
      case 5:
        transfers.push(id)
        world.run({
          kind: 'RequestWithdrawal',
          id,
          account: trader.address,
          signer: trader.address,
          nonce: number,
          orderTimeMs: timeMs(world.now()),
          recvWindowMs: 5_000,
          recipient: trader.address,
          isTrustedRecipient: step.c % 3 !== 0,
          token: TOKEN,
          sizeUsd6: usd6(1 + step.c * 4_000),
          chainId: CHAIN,
          execute: step.c % 5 === 0,
          networkFeeUsd6: usd6(200_000),
          requestArgs: '0x',
          signature: '0x',
          signatureProof: '0x',
        })
        return
      case 6:
        world.run({ kind: 'VerifyWithdrawal', id: known, validatorSignature: '0x11' })
        world.run({ kind: 'CompleteWithdrawal', id: known, txHash: known })
        return
      case 7:
        world.run({ kind: 'RefundWithdrawal', id: known })
        return
    }
  }

  function step(input: Step): void {
    const { what, a, b } = input
    if (what < 55) world.run(place(input))
    else if (what < 60)
      world.cancel(traders[input.who]!, placed[a % Math.max(1, placed.length)] ?? `0x${'0'.repeat(64)}`)
    else if (what < 65) rearrange(input)
    else if (what < 82) move(input)
    else if (what < 86) world.run({ kind: 'TickTimer' }, [200, 1_000, 6_000, 20_000][a % 4]!)
    else if (what < 88) world.run({ kind: 'TickFunding', hourMs: timeMs(++hour * 3_600_000) })
    else if (what < 90) samplePremiums(world, tell)
    else if (what < 92)
      world.run({
        kind: 'SetLeverage',
        account: traders[input.who]!.address,
        symbol: SPECS[input.market]!.symbol,
        leverage: 1 + (a % 50),
      })
    else if (what < 93)
      world.run({
        kind: 'ChangeSession',
        marketId: input.market,
        session: (['REGULAR', 'EXTENDED', 'OVERNIGHT', 'CLOSED'] as const)[a % 4]!,
      })
    else if (what < 94)
      world.run({
        kind: 'SetMarketMode',
        marketId: input.market,
        mode: (['OPEN', 'OPEN', 'REDUCE_ONLY', 'HALT'] as const)[b % 4]!,
      })
    else transfer(input)
  }
  return { world, step }
}

/** Enough samples for an hour that applies, compressed: one price and one tick per five-second slot. */
function samplePremiums(world: World, tell: (afterMs: number) => void): void {
  for (let slot = 0; slot < 6; slot++) {
    tell(4_000)
    world.run({ kind: 'TickTimer' }, 1_000)
  }
}
