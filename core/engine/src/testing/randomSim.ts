/** Random commands of a few SIM accounts, made of plain numbers like those of `randomCommands.ts`. */
import { type Id, lots, ticks, timeMs, usd6 } from '@vest/protocol'
import type { Command } from '../command.ts'
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

/** The command of a step: an order mostly, sometimes a cancel, a leverage, a freeze, a close by force. */
export function simCommand(world: World, step: Step, number: number, placed: Id[]): Command {
  const { what, who, a, b, c } = step
  const account = SIM_ACCOUNTS[who % SIM_ACCOUNTS.length]!
  const market = world.exchange.markets[step.market]!
  const signed = {
    account,
    signer: account,
    nonce: number,
    orderTimeMs: timeMs(world.now()),
    recvWindowMs: 5_000,
  }
  if (what < 8)
    return { kind: 'CancelOrder', id: placed[a % Math.max(1, placed.length)] ?? idOf(1), ...signed }
  if (what < 11) return { kind: 'SetLeverage', account, symbol: market.spec.symbol, leverage: 1 + (a % 8) }
  if (what < 14) return { kind: 'SetSimAccountStatus', account, status: a % 3 === 0 ? 'FROZEN' : 'ACTIVE' }
  if (what < 16)
    return { kind: 'CloseSimPositions', account, ...(a % 2 === 0 ? { code: 3008 as const } : {}) }
  const price = market.index ?? 1_000
  const type = b % 10
  const id = idOf(number)
  placed.push(id)
  const value = [20_000_000, 900_000_000, 9_000_000_000, 60_000_000_000][a % 4]!
  const ppm = ((c % 2_001) - 1_000) * (c % 5 === 0 ? 40 : 4)
  return {
    kind: 'PlaceOrder',
    id,
    ...signed,
    symbol: market.spec.symbol,
    isBuy: (a >> 3) % 2 === 0,
    size: lots(1 + Math.floor((value / price) * (0.1 + (b % 1_000) / 1_000))),
    orderType: type >= 8 ? (type === 8 ? 'STOP_LOSS' : 'TAKE_PROFIT') : type < 3 ? 'MARKET' : 'LIMIT',
    reduceOnly: type >= 8 || b % 11 === 0,
    timeInForce: (['GTC', 'GTC', 'GTC', 'IOC', 'FOK', 'POST_ONLY'] as const)[(b >> 4) % 6]!,
    ...(type < 3 ? {} : { limitPrice: ticks(Math.max(1, price + Math.round((price * ppm) / 1_000_000))) }),
  }
}

const idOf = (number: number): Id => `0x51${number.toString(16).padStart(62, '0')}`
