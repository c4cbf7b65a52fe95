/**
 * Owners are told by mail what became of their plans: bought, passed, failed, claimed, paid. Only what happens while this
 * process runs: what is told anew after a restart was told before, so a letter is lost at a crash rather than sent twice.
 */
import type { CapitalAccountView, CapitalJudged, EngineEvent, EventEnvelope } from '@vest/engine'
import { profitPayout, verdictLevel } from '@vest/formulas'
import { formatUsd6, type Address } from '@vest/protocol'
import type { CapitalNotice, IdentityPort } from '@vest/runtime'
import type { Edge } from '../edge.ts'
import type { Logger } from '../logger.ts'
import { judgedLimits } from './verdictCertificate.ts'

export interface CapitalLetters {
  onEvents(envelopes: readonly EventEnvelope[]): void
  /** All that was begun has been handed over. */
  idle(): Promise<void>
}

export function createCapitalLetters(parts: {
  readonly engine: Edge['engine']
  readonly identity: Pick<IdentityPort, 'tell'>
  /** Nothing from before is told. */
  readonly sinceMs: number
  readonly logger: Logger
}): CapitalLetters {
  const { engine, identity, sinceMs, logger } = parts
  const lastStatus = new Map<Address, string>()
  let telling: Promise<void> = Promise.resolve()

  function later(
    account: Address,
    noticeOf: (wallet: CapitalAccountView) => CapitalNotice | undefined,
  ): void {
    telling = telling
      .then(async () => {
        const [wallet] = await engine.query('capital', { accounts: [account] })
        const notice = wallet && noticeOf(wallet)
        if (notice !== undefined) await identity.tell(wallet!.ownerId, notice, { address: '' })
      })
      .catch((error: unknown) => logger.warn({ err: error, account }, 'an owner was not written to'))
  }

  function hear(event: EngineEvent): void {
    switch (event.kind) {
      case 'SimAccountOpened':
        return later(event.account, (wallet) =>
          wallet.isFunded ? noticeOfPlan('fundedOpened', wallet) : undefined,
        )
      case 'CapitalJudged':
        return later(event.account, ({ plan }) =>
          // Practice counts for nothing.
          plan === undefined ? undefined : verdictNotice(event, plan.name),
        )
      case 'CapitalChanged': {
        const { account, capital } = event
        const before = lastStatus.get(account)
        lastStatus.set(account, capital.status)
        if (before === capital.status) return
        if (capital.status === 'pre_eval') later(account, (wallet) => noticeOfPlan('planBought', wallet))
        return
      }
      case 'TransferUpdated': {
        const { type, status, size, account } = event.transfer
        if (type !== 'WITHDRAW_PROFIT' || status !== 'FILLED') return
        return later(account, ({ plan }) =>
          plan === undefined
            ? undefined
            : {
                kind: 'profitPaid',
                size: formatUsd6(size),
                paid: formatUsd6(profitPayout(size, plan.profitSplitRatio)),
              },
        )
      }
      default:
    }
  }

  return {
    onEvents(envelopes) {
      for (const { timeMs, events } of envelopes)
        if (timeMs >= sinceMs) for (const event of events) hear(event)
    },
    idle: () => telling,
  }
}

const noticeOfPlan = (
  kind: 'planBought' | 'fundedOpened',
  { plan }: CapitalAccountView,
): CapitalNotice | undefined =>
  plan === undefined ? undefined : { kind, plan: plan.name, size: formatUsd6(plan.sizeUsd6) }

function verdictNotice(judged: CapitalJudged, plan: string): CapitalNotice {
  const { verdict, terms } = judged
  const equity = formatUsd6(judged.equity)
  const level = formatUsd6(verdictLevel(verdict, judgedLimits(judged)))
  return verdict === 'GOAL'
    ? { kind: 'evaluationPassed', plan, equity, level }
    : { kind: 'accountFailed', plan, isFunded: terms.stage === 'FUNDED', verdict, equity, level }
}
