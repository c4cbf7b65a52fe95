/** Random commands of a few SIM accounts, made of plain numbers like those of `randomCommands.ts`. */
import { REFUSAL, type Address, type Id, lots, ticks, timeMs, usd6 } from '@vest/protocol'
import { type Command, type PlaceOrder, type SignedCommand } from '../api/commands.ts'
import { query } from '../queries/query.ts'
import type { Step } from './randomCommands.ts'
import { traderAddress, type World } from './world.ts'

export const SIM_ACCOUNTS = [800, 801, 802].map(traderAddress)

export function openSimAccounts(world: World): void {
  for (const account of SIM_ACCOUNTS)
    world.run({
      kind: 'OpenSimAccount',
      account,
      ownerId: traderAddress(0),
      amountUsd6: usd6(50_000_000_000),
    })
}

/** The account of a step. */
export const simAccountOf = ({ who }: Step): Address => SIM_ACCOUNTS[who % SIM_ACCOUNTS.length]!

/**
 * The command of a step: usually an order; sometimes a command on all orders or positions, a replacement, a leverage,
 * a freeze, a forced close. `number` is a multiple of four: the ids after it belong to the step.
 */
export function simCommand(world: World, step: Step, number: number, placed: Id[]): Command {
  const { what, a, b } = step
  const account = simAccountOf(step)
  const market = world.exchange.markets[step.market]!
  const signed = signedBy(world, account, number)
  const scope = b % 3 === 0 ? { ...signed, symbol: market.spec.symbol } : signed
  if (what < 6)
    return { kind: 'CancelOrder', id: placed[a % Math.max(1, placed.length)] ?? idOf(1), ...signed }
  if (what < 9) return { kind: 'SetLeverage', account, symbol: market.spec.symbol, leverage: 1 + (a % 8) }
  if (what < 12) return { kind: 'SetSimAccountStatus', account, status: a % 3 === 0 ? 'FROZEN' : 'ACTIVE' }
  if (what < 14)
    return {
      kind: 'CloseSimPositions',
      account,
      ...(a % 2 === 0 ? { code: REFUSAL.DELETED_BY_LIQ } : {}),
    }
  if (what < 16) return { kind: 'CancelAllOrders', ...scope }
  if (what < 19) return { kind: 'CloseAllPositions', ...scope }
  if (what < 22) return { kind: 'SetCancelTimer', ...signed, timeoutMs: 5_000 }
  if (what < 24) return { kind: 'CancelClientOrder', ...signed, clientId: `c${b % 3}` }
  if (what < 32) return amendment(world, step, number, placed)
  return what < 50 ? replacement(world, step, number, placed) : simOrder(world, step, number, placed)
}

const signedBy = (world: World, account: Address, nonce: number): SignedCommand => ({
  account,
  signer: account,
  nonce,
  orderTimeMs: timeMs(world.now()),
  recvWindowMs: 5_000,
})

function simOrder(world: World, step: Step, number: number, placed: Id[]): PlaceOrder {
  const { a, b, c } = step
  const market = world.exchange.markets[step.market]!
  const price = market.index ?? 1_000
  const type = b % 10
  const id = idOf(number)
  placed.push(id)
  const value = [20_000_000, 900_000_000, 9_000_000_000, 60_000_000_000][a % 4]!
  const ppm = ((c % 2_001) - 1_000) * (c % 5 === 0 ? 40 : 4)
  const isBuy = (a >> 3) % 2 === 0
  const limitPrice = Math.max(1, price + Math.round((price * ppm) / 1_000_000))
  return {
    kind: 'PlaceOrder',
    id,
    ...signedBy(world, simAccountOf(step), number),
    symbol: market.spec.symbol,
    isBuy,
    size: lots(1 + Math.floor((value / price) * (0.1 + (b % 1_000) / 1_000))),
    orderType: type >= 8 ? (type === 8 ? 'STOP_LOSS' : 'TAKE_PROFIT') : type < 3 ? 'MARKET' : 'LIMIT',
    reduceOnly: type >= 8 || b % 11 === 0,
    timeInForce: (['GTC', 'GTC', 'GTC', 'IOC', 'FOK', 'POST_ONLY'] as const)[(b >> 4) % 6]!,
    ...(type < 3 ? {} : { limitPrice: ticks(limitPrice) }),
    ...(type >= 3 && type < 8 && c % 5 > 1 ? legs(step, number, limitPrice, isBuy ? 1 : -1) : {}),
    ...(c % 11 === 0 ? { clientId: `c${b % 3}` } : {}),
  }
}

function legs(
  { a, b }: Step,
  number: number,
  limitPrice: number,
  side: 1 | -1,
): Pick<PlaceOrder, 'takeProfit' | 'stopLoss'> {
  const away = Math.max(1, Math.round((limitPrice * (1 + (b % 30))) / 10_000)) * side
  const leg = (place: number, price: number) => ({
    id: idOf(number + place),
    nonce: number + place,
    price: ticks(Math.max(1, price)),
  })
  return {
    takeProfit: leg(1, limitPrice + away),
    ...(a % 3 === 0 ? {} : { stopLoss: leg(2, limitPrice - away) }),
  }
}

/** Gives an open order another size or price. */
function amendment(world: World, step: Step, number: number, placed: Id[]): Command {
  const { a, b } = step
  const account = simAccountOf(step)
  const open = query(world.exchange, 'openOrders', { account })
  const old = open[a % Math.max(1, open.length)]
  if (old === undefined) return simOrder(world, step, number, placed)
  return {
    kind: 'AmendOrder',
    id: old.id,
    ...signedBy(world, account, number),
    size: lots(Math.max(1, old.size + (b % 9) - 6)),
    limitPrice: b % 2 === 0 ? old.limitPrice : ticks(Math.max(1, old.limitPrice + (b % 61) - 30)),
  }
}

/** Moves or reduces an open order; without one, places a first. */
function replacement(world: World, step: Step, number: number, placed: Id[]): Command {
  const { a, b } = step
  const account = simAccountOf(step)
  const open = query(world.exchange, 'openOrders', { account })
  const { takeProfit: _, stopLoss: __, ...fresh } = simOrder(world, step, number, placed)
  const old = open[a % Math.max(1, open.length)]
  if (old === undefined) return fresh
  const { symbol, isBuy, reduceOnly, timeInForce, limitPrice, orderType } = old
  return {
    kind: 'ReplaceOrder',
    cancel: { kind: 'CancelOrder', id: old.id, ...signedBy(world, account, number + 3) },
    place: {
      ...fresh,
      ...(orderType === 'LIQUIDATION' ? {} : { symbol, isBuy, reduceOnly, timeInForce, orderType }),
      limitPrice: b % 2 === 0 ? limitPrice : ticks(Math.max(1, limitPrice + (b % 41) - 20)),
      size: lots(Math.max(1, old.size - old.filledSize - (b % 5))),
    },
  }
}

const idOf = (number: number): Id => `0x51${number.toString(16).padStart(62, '0')}`
