/** Commands of LPs, referrers and the clock, for tests of the engine. */
import { formatUsd6, type Id, type LpOrderType, timeMs, usd6 } from '@vest/protocol'
import { type PlaceLpOrder } from '../api/commands.ts'
import { type Answer, type LpOrderRecord } from '../api/records.ts'
import { DAY_MS, startOfWeek, weekOf } from '../state/collections/calendar.ts'
import { eventsOf, type Trader, type World, refusalName } from './world.ts'

export const USDC = 1_000_000

let counter = 0
export function lpCommand(
  world: World,
  trader: Trader,
  orderType: LpOrderType,
  sizeUsd6: number,
  change: Partial<PlaceLpOrder> = {},
): PlaceLpOrder {
  counter += 1
  return {
    kind: 'PlaceLpOrder',
    id: `0x1b${counter.toString(16).padStart(62, '0')}` as Id,
    account: trader.address,
    signer: trader.address,
    nonce: 5_000_000 + counter,
    orderTimeMs: timeMs(world.now()),
    recvWindowMs: 5_000,
    orderType,
    sizeUsd6: usd6(sizeUsd6),
    sizeText: formatUsd6(usd6(sizeUsd6)),
    ...change,
  }
}

/** Places an LP order and returns its first published record. */
export function placeLp(
  world: World,
  trader: Trader,
  orderType: LpOrderType,
  sizeUsd6: number,
  change: Partial<PlaceLpOrder> = {},
): LpOrderRecord {
  const { events } = world.run(lpCommand(world, trader, orderType, sizeUsd6, change))
  return eventsOf(events, 'LpOrderUpdated')[0]!.order
}

/** Status and code in one word. */
export const lpOutcome = ({ status, code }: LpOrderRecord): string =>
  code === undefined ? status : `${status} ${refusalName(code)}`

export const tick = (world: World, afterMs = 0) => world.run({ kind: 'TickTimer' }, afterMs)

/** The first tick of next Monday. */
export const nextMonday = (world: World) => tick(world, startOfWeek(weekOf(world.now()) + 1) - world.now())

export const refer = (world: World, referrer: Trader, referee: Trader, code = 'FRIEND'): Answer => {
  world.run({ kind: 'SetReferralCode', account: referrer.address, code })
  return world.run({ kind: 'ApplyReferral', account: referee.address, code }).answer
}

export { DAY_MS }
