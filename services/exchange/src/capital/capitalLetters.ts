/**
 * Owners are told by mail what became of their plans: bought, passed, failed, claimed, paid. Only what happens while this
 * process runs: what is told anew after a restart was told before, so a letter is lost at a crash rather than sent twice.
 */
import type { CapitalAccountView, CapitalJudged, CapitalView, EngineEvent, EventEnvelope } from '@vest/engine'
import { profitPayout, verdictLevel } from '@vest/formulas'
import { formatDecimal, formatUsd6, type Address } from '@vest/protocol'
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
  const lastReason = new Map<Address, string | undefined>()
  let sending: Promise<void> = Promise.resolve()

  function later(
    account: Address,
    noticeOf: (wallet: CapitalAccountView) => CapitalNotice | undefined,
  ): void {
    sending = sending
      .then(async () => {
        const [wallet] = await engine.query('capital', { accounts: [account] })
        const notice = wallet && noticeOf(wallet)
        if (notice !== undefined) await identity.tell(wallet!.ownerId, notice, { address: '' })
      })
      .catch((error: unknown) => logger.warn({ err: error, account }, 'an owner was not written to'))
  }

  function noteReview(account: Address, { status, reason }: CapitalView): void {
    const before = lastReason.get(account)
    lastReason.set(account, reason)
    if (reason === before) return
    const subject = status === 'funded_active' ? 'PAYOUT' : 'CLAIM'
    // Of a claim two wallets tell: the evaluation speaks for both.
    const ofEvaluation = (wallet: CapitalAccountView): boolean => subject === 'PAYOUT' || !wallet.isFunded
    if (reason === 'IN_REVIEW')
      later(account, (wallet) =>
        ofEvaluation(wallet) ? reviewNotice('reviewBegun', subject, wallet) : undefined,
      )
    if (reason === 'DECLINED')
      later(account, (wallet) =>
        ofEvaluation(wallet) ? reviewNotice('reviewDeclined', 'CLAIM', wallet) : undefined,
      )
  }

  function note(event: EngineEvent): void {
    switch (event.kind) {
      case 'SimAccountOpened':
        return later(event.account, ({ isFunded, plan }) =>
          isFunded && plan !== undefined
            ? { kind: 'fundedOpened', plan: plan.name, size: formatUsd6(plan.sizeUsd6) }
            : undefined,
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
        noteReview(account, capital)
        if (before === capital.status) return
        if (capital.status === 'pre_eval') later(account, receiptOf)
        return
      }
      case 'TransferUpdated': {
        const { type, status, size, account } = event.transfer
        if (type !== 'WITHDRAW_PROFIT') return
        // Refused at once has a code; what was looked at and not made has none.
        if (status === 'REJECTED' && event.transfer.code === undefined)
          return later(account, (wallet) => reviewNotice('reviewDeclined', 'PAYOUT', wallet))
        if (status !== 'FILLED') return
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
        if (timeMs >= sinceMs) for (const event of events) note(event)
    },
    idle: () => sending,
  }
}

const receiptOf = ({ plan }: CapitalAccountView): CapitalNotice | undefined =>
  plan && {
    kind: 'planBought',
    plan: plan.name,
    size: formatUsd6(plan.sizeUsd6),
    price: `${formatDecimal(plan.priceCents, 2)} ${plan.currency.toUpperCase()}`,
  }

const reviewNotice = (
  kind: 'reviewBegun' | 'reviewDeclined',
  subject: 'CLAIM' | 'PAYOUT',
  { plan }: CapitalAccountView,
): CapitalNotice | undefined => (plan === undefined ? undefined : { kind, plan: plan.name, subject })

function verdictNotice(judged: CapitalJudged, plan: string): CapitalNotice {
  const { verdict, terms } = judged
  const equity = formatUsd6(judged.equity)
  const level = formatUsd6(verdictLevel(verdict, judgedLimits(judged)))
  return verdict === 'GOAL'
    ? { kind: 'evaluationPassed', plan, equity, level }
    : { kind: 'accountFailed', plan, isFunded: terms.stage === 'FUNDED', verdict, equity, level }
}
