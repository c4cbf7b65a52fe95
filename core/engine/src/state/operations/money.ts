/** Credits of system accounts and of the house. */
import { usd6 } from '@vest/protocol'
import type { SystemAccountName } from '../../api/index.ts'
import type { Exchange } from '../exchange.ts'

export function credit(exchange: Exchange, name: SystemAccountName, amount: number): void {
  exchange.money[name] = usd6(exchange.money[name] + amount)
}

/**
 * SIM_HOUSE takes the losses of SIM accounts and pays their profits; its balance is virtual and may be
 * negative without limit.
 */
export function creditHouse(exchange: Exchange, amount: number): void {
  const { sim } = exchange
  sim.houseUsd6 = usd6(sim.houseUsd6 + amount)
}
