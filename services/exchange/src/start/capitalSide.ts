/**
 * Vest Capital beside the exchange: its operators and the watch of its reserve always, the sale of plans and the letters to
 * those who hold one where payments are taken.
 */
import { createCapitalLetters } from '../capital/capitalLetters.ts'
import { createCapitalOperator, type CapitalOperator } from '../capital/capitalOperator.ts'
import { openSale, type Sale } from '../capital/openSale.ts'
import type { CapitalPorts } from '../capital/capitalProgramme.ts'
import { startReserveWatch } from '../capital/reserveWatch.ts'
import type { ExchangeOptions } from './exchangeOptions.ts'
import type { Stops } from './stops.ts'

export interface CapitalSide {
  readonly operator: CapitalOperator
  /** Absent: no plans are sold. */
  readonly sale: Sale | undefined
  /** From now on letters are written. */
  startLetters(): void
}

export function startCapitalSide(
  { engine, logger, capital }: Pick<ExchangeOptions, 'engine' | 'logger' | 'capital'>,
  edge: CapitalPorts,
  stops: Pick<Stops, 'add'>,
): CapitalSide {
  const sale = capital && openSale({ edge, logger, ...capital })
  const operator = createCapitalOperator({
    engine,
    logger,
    cluster: edge.capitalCluster,
    ...(sale === undefined ? {} : { refund: sale.refund }),
  })
  const reserveWatch = startReserveWatch(engine, logger)
  engine.onEvents((envelopes) => reserveWatch.onEvents(envelopes))
  stops.add(() => reserveWatch.stop())
  return {
    operator,
    sale,
    startLetters() {
      if (sale === undefined || edge.identity === undefined) return
      const letters = createCapitalLetters({
        engine,
        identity: edge.identity.port,
        sinceMs: edge.clock.nowMs(),
        logger,
      })
      engine.onEvents((envelopes) => letters.onEvents(envelopes))
      stops.add(() => letters.idle())
    },
  }
}
