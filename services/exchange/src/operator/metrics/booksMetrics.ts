/**
 * What is asked for when metrics are read: the disk of the journal, the books as a whole, the treasury of Vest Capital. What
 * cannot be asked any more is left out: the rest must be readable when the engine or the disk is not.
 */
import { statfs } from 'node:fs/promises'
import type { LedgerView } from '@vest/engine'
import { Gauge, type Registry } from 'prom-client'
import { createCapitalMetrics, type CapitalFigures } from './capitalMetrics.ts'

export interface BooksSources {
  /** The books as a whole. */
  readonly ledger: () => Promise<LedgerView>
  /** What of Vest Capital waits, and its treasury. */
  readonly capital: () => Promise<CapitalFigures>
  /** Where the journal lies: how much room its disk has left is told. */
  readonly dataDir: string
}

export interface BooksMetrics {
  ask(): Promise<void>
}

export function createBooksMetrics(registry: Registry, sources: BooksSources): BooksMetrics {
  const registers = [registry]
  const freeBytes = new Gauge({
    name: 'vest_journal_free_bytes',
    help: 'Room that is left on the disk of the journal.',
    registers,
  })
  const difference = new Gauge({
    name: 'vest_ledger_difference_usd6',
    help: 'Micro-dollars owned beyond what is there. Anything but 0 is money made or lost.',
    labelNames: ['domain'],
    registers,
  })
  const money = new Gauge({
    name: 'vest_ledger_money_usd6',
    help: 'Micro-dollars of the accounts of the system; VAULT is what all the others hold in the real domain.',
    labelNames: ['account'],
    registers,
  })
  const capitalMetrics = createCapitalMetrics(registry)

  function tellLedger({ differencesUsd6, moneyUsd6 }: LedgerView): void {
    for (const domain of ['real', 'sim'] as const) difference.set({ domain }, Number(differencesUsd6[domain]))
    for (const [account, amount] of Object.entries(moneyUsd6)) money.set({ account }, amount)
  }

  return {
    async ask() {
      for (const gauge of [freeBytes, difference, money]) gauge.reset()
      const [disk, ledger, capital] = await Promise.allSettled([
        statfs(sources.dataDir),
        sources.ledger(),
        sources.capital(),
      ])
      if (capital.status === 'fulfilled') capitalMetrics.tell(capital.value)
      if (disk.status === 'fulfilled') freeBytes.set(disk.value.bavail * disk.value.bsize)
      else freeBytes.remove()
      if (ledger.status === 'fulfilled') tellLedger(ledger.value)
    },
  }
}
