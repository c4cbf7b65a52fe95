/**
 * The alarm of the reserve rule (mechanics 9.7): tells the log when the treasury of Vest Capital becomes too small for what
 * it may have to pay, and when it is enough again. Looked at each minute, and with each payout that is asked for.
 */
import type { CapitalTreasuryView, EventEnvelope } from '@vest/engine'
import { formatUsd6 } from '@vest/protocol'
import type { EngineClient } from '@vest/runtime'
import type { Logger } from '../logger.ts'

const LOOK_MS = 60_000

export interface ReserveWatch {
  onEvents(envelopes: readonly EventEnvelope[]): void
  look(): Promise<void>
  stop(): Promise<void>
}

export function startReserveWatch(engine: Pick<EngineClient, 'query'>, logger: Logger): ReserveWatch {
  let known: CapitalTreasuryView['state'] = 'OK'
  let looking: Promise<void> = Promise.resolve()

  async function lookOnce(): Promise<void> {
    const { state, balanceUsd6, owedUsd6, waitingUsd6 } = await engine.query('capitalTreasury', {})
    if (state === known) return
    known = state
    const figures = {
      balance: formatUsd6(balanceUsd6),
      owed: formatUsd6(owedUsd6),
      waiting: formatUsd6(waitingUsd6),
    }
    if (state === 'OK') logger.warn(figures, 'the treasury of Vest Capital is enough again')
    else if (state === 'LOW')
      logger.error(figures, 'the treasury of Vest Capital is low: no claim is opened until it is filled up')
    else
      logger.error(
        figures,
        'the treasury of Vest Capital is short: no claim is opened, and payouts beyond it wait in order',
      )
  }
  const look = (): Promise<void> =>
    (looking = looking
      .then(lookOnce)
      .catch((error: unknown) =>
        logger.warn({ err: error }, 'the treasury of Vest Capital was not looked at'),
      ))
  const timer = setInterval(() => void look(), LOOK_MS)
  timer.unref()
  return {
    onEvents(envelopes) {
      const isAsked = envelopes.some(({ events }) =>
        events.some((event) => event.kind === 'TransferUpdated' && event.transfer.type === 'WITHDRAW_PROFIT'),
      )
      if (isAsked) void look()
    },
    look,
    async stop() {
      clearInterval(timer)
      await looking
    },
  }
}
