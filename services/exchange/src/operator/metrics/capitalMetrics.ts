/** What of Vest Capital waits, and whether its treasury is enough. */
import type { CapitalReviewView, CapitalTreasuryView } from '@vest/engine'
import { Gauge, type Registry } from 'prom-client'

const RESERVE_LEVELS = ['OK', 'LOW', 'SHORT'] as const

export interface CapitalFigures {
  readonly treasury: CapitalTreasuryView
  readonly reviews: readonly CapitalReviewView[]
}

export function createCapitalMetrics(registry: Registry): { tell(figures: CapitalFigures): void } {
  const registers = [registry]
  const money = new Gauge({
    name: 'vest_capital_treasury_usd6',
    help: 'Micro-dollars that the treasury of Vest Capital holds, may owe to funded accounts, and has promised to payouts that wait.',
    labelNames: ['what'],
    registers,
  })
  const reserve = new Gauge({
    name: 'vest_capital_reserve',
    help: '0 while the treasury of Vest Capital is enough, 1 below 120 % (no claim is opened), 2 while it is short (payouts wait).',
    registers,
  })
  const waiting = new Gauge({
    name: 'vest_capital_waiting',
    help: 'Claims and payouts that wait, by what they wait for.',
    labelNames: ['state'],
    registers,
  })

  return {
    tell({ treasury, reviews }) {
      money.set({ what: 'held' }, treasury.balanceUsd6)
      money.set({ what: 'owed' }, treasury.owedUsd6)
      money.set({ what: 'promised' }, treasury.waitingUsd6)
      reserve.set(RESERVE_LEVELS.indexOf(treasury.state))
      for (const state of ['WAITING', 'HELD', 'RELEASED'] as const)
        waiting.set({ state }, reviews.filter((review) => review.state === state).length)
    },
  }
}
