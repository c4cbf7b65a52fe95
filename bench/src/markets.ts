/**
 * `bench -- markets`: how the cost of an order grows with the size of the exchange. The peer is the engine itself,
 * small: one market against 125, a thousand accounts with positions against a hundred thousand. Orders rest, trade and
 * are cancelled by accounts drawn at random. Beside it: what one index price costs in a market that so many hold.
 */
import {
  advanceRow,
  apply,
  COMMAND_ROW,
  type CommandRows,
  createCommandRows,
  launchMarkets,
  type MarketSpec,
  takeRows,
  writeCancel,
  writeOrder,
} from '@vest/engine'
import type { BenchResult } from './benchResult.ts'
import {
  cancelOf,
  type Fresh,
  freshExchange,
  limitOrder,
  NOW,
  pricesOf,
  specOf,
  START_TICKS,
} from './freshExchange.ts'
import { collectGarbage, interleave, median, timed } from './interleave.ts'
import { mulberry32 } from './orderStream.ts'

const SYMBOL = 'BTC-PERP'
const FEW_ACCOUNTS = 1_000
const MANY_ACCOUNTS = 100_000
const OPS = 60_000
const GROUP = 256
const WARM_UP_ROUNDS = 3
const TICKS_TIMED = 20
/** Held by every account, against one another. */
const HELD_LOTS = 100
const DEPOSIT_USD6 = 10_000_000_000

export async function benchMarkets(print: (line: string) => void): Promise<BenchResult> {
  const one = [specOf(SYMBOL)]
  const all = launchMarkets()
  print(`one order: 1 market against ${all.length}, ${FEW_ACCOUNTS} accounts with positions`)
  const few = prepare(one, FEW_ACCOUNTS)
  const wide = prepare(all, FEW_ACCOUNTS)
  const byMarkets = await grow(print, [few, wide], [`1 market`, `${all.length} markets`])
  print(`one order: ${FEW_ACCOUNTS} accounts with positions against ${MANY_ACCOUNTS}, one market`)
  const many = prepare(one, MANY_ACCOUNTS)
  const byAccounts = await grow(print, [few, many], [`${FEW_ACCOUNTS} accounts`, `${MANY_ACCOUNTS} accounts`])
  for (const each of [few, many]) placeStops(each)
  const small = timeTicks(few)
  const large = timeTicks(many)
  print(
    `one index price: ${micros(small)} µs with ${FEW_ACCOUNTS} positions and as many stop-losses, ${micros(large)} µs ` +
      `with ${MANY_ACCOUNTS}: ${(large / small).toFixed(1)} times for ${MANY_ACCOUNTS / FEW_ACCOUNTS} times as many`,
  )
  return { peer: 'the engine itself, small (the worse of the two)', ratio: Math.min(byMarkets, byAccounts) }
}

const micros = (nanoseconds: number): string => (nanoseconds / 1_000).toFixed(1)

async function grow(
  print: (line: string) => void,
  [small, large]: readonly [Prepared, Prepared],
  [smallName, largeName]: readonly [string, string],
): Promise<number> {
  const ratio = await interleave({
    print,
    names: [largeName, smallName],
    ops: OPS,
    warmUpRounds: WARM_UP_ROUNDS,
    ours: () => runOrders(large),
    peer: () => runOrders(small),
  })
  print(`  an order costs ${(1 / ratio).toFixed(2)} times as much`)
  return ratio
}

interface Prepared {
  readonly fresh: Fresh
  readonly markets: number
  readonly accounts: number
  seq: number
  /** Orders and nonces so far; both grow over the rounds. */
  orders: number
  readonly random: () => number
}

/** Every account holds something: odd ones sell to even ones. */
function prepare(specs: readonly MarketSpec[], accounts: number): Prepared {
  const fresh = freshExchange(specs, accounts, DEPOSIT_USD6)
  let orders = 0
  for (let number = 1; number <= accounts; number += 1) {
    orders += 1
    const marketId = Math.floor((number - 1) / 2) % specs.length
    fresh.run(
      limitOrder({
        number: orders,
        account: number,
        symbol: specs[marketId]!.symbol,
        isBuy: number % 2 === 0,
        price: START_TICKS,
        size: HELD_LOTS,
      }),
    )
  }
  const held = fresh.state.accounts.filter(({ positions }) => positions.length > 0).length
  if (held !== accounts) throw new Error(`${held} of ${accounts} accounts hold a position`)
  return { fresh, markets: specs.length, accounts, seq: fresh.seq(), orders, random: mulberry32(7) }
}

/** Thirds: an order that rests, one that takes it, one that rests and is cancelled at once. */
function runOrders(prepared: Prepared): number {
  const { fresh, random, accounts, markets } = prepared
  const { state } = fresh
  const rows = createCommandRows(GROUP)
  let nanoseconds = 0
  for (let done = 0; done < OPS;) {
    let count = 0
    while (count + 4 <= GROUP) count += putFour(prepared, rows, count, { random, accounts, markets })
    nanoseconds += timed(() => {
      for (let i = 0; i < count; i += 1) {
        prepared.seq += 1
        if (advanceRow(state, prepared.seq, NOW, rows, i * COMMAND_ROW) !== 0) throw new Error('refused')
      }
      takeRows(state.work.log)
    })
    done += count
  }
  return nanoseconds
}

function putFour(
  prepared: Prepared,
  rows: CommandRows,
  place: number,
  { random, accounts, markets }: { random: () => number; accounts: number; markets: number },
): number {
  // A pair trades the market that it holds: how many positions an account has is another question.
  const drawn = Math.floor((random() * accounts) / 2)
  const marketId = drawn % markets
  const symbol = prepared.fresh.state.markets[marketId]!.spec.symbol
  const [taker, maker] = [2 * drawn + 1, 2 * drawn + 2]
  const put = (at: number, account: number, isBuy: boolean, price: number): number => {
    prepared.orders += 1
    const command = limitOrder({ number: prepared.orders, account, symbol, isBuy, price, size: 1 })
    writeOrder(rows, (place + at) * COMMAND_ROW, command, account - 1, account - 1, marketId)
    return prepared.orders
  }
  put(0, maker, true, START_TICKS)
  put(1, taker, false, START_TICKS)
  const resting = put(2, maker, true, START_TICKS - 100)
  prepared.orders += 1
  writeCancel(
    rows,
    (place + 3) * COMMAND_ROW,
    cancelOf(resting, maker, prepared.orders),
    maker - 1,
    maker - 1,
  )
  return 4
}

/** Every account that holds something in the first market has a stop-loss a tenth away, on one of a thousand prices. */
function placeStops(prepared: Prepared): void {
  const { fresh, accounts, markets } = prepared
  if (markets > 1) throw new Error('stop-losses stand in one market')
  const { symbol } = fresh.state.markets[0]!.spec
  for (let number = 1; number <= accounts; number += 1) {
    const isLong = number % 2 === 0
    const away = START_TICKS / 10 + (number % 1_000)
    prepared.orders += 1
    prepared.seq += 1
    const stop = {
      ...limitOrder({
        number: prepared.orders,
        account: number,
        symbol,
        isBuy: !isLong,
        price: isLong ? START_TICKS - away : START_TICKS + away,
        size: HELD_LOTS,
      }),
      orderType: 'STOP_LOSS',
      reduceOnly: true,
    } as const
    apply(fresh.state, { seq: prepared.seq, timeMs: NOW, command: stop })
  }
  const dormant = fresh.state.orders.count
  if (dormant < accounts) throw new Error(`${dormant} of ${accounts} stop-losses stand`)
}

/** One tick up, one tick down, no account near a liquidation, no stop-loss near. */
function timeTicks(prepared: Prepared): number {
  const { fresh, markets } = prepared
  const times: number[] = []
  collectGarbage()
  for (let i = 0; i < TICKS_TIMED; i += 1) {
    const command = pricesOf(markets, START_TICKS + (i % 2))
    prepared.seq += 1
    times.push(timed(() => void apply(fresh.state, { seq: prepared.seq, timeMs: NOW, command })))
  }
  return median(times)
}
