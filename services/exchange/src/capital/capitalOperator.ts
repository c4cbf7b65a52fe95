/**
 * What an operator of Vest Capital does, behind the operator's port alone: sees what waits and why, decides and says why,
 * watches and fills up the treasury, gives money back. Every decision is a command of the engine with who, when and why;
 * a refund goes through the payment provider, with who and why, and the purchase follows what then stands there.
 */
import type { CapitalReviewView, CapitalTreasuryView, Command, PurchaseView } from '@vest/engine'
import { formatUsd6, parseInteger, REFUSAL, usd6, type Id } from '@vest/protocol'
import type { EngineClient, RefundNote } from '@vest/runtime'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { submit } from '../engineCalls.ts'
import type { Logger } from '../logger.ts'
import type { CapitalCluster, ClusterOwner } from './capitalCluster.ts'
import { isRefusal } from '../refusal.ts'

export interface CapitalOperatorParts {
  readonly engine: Pick<EngineClient, 'query' | 'submit'>
  readonly logger: Logger
  readonly cluster: Pick<CapitalCluster, 'onSameDevices'>
  /** Gives all of the money back and looks at what stands then; absent: plans are not sold here. */
  readonly refund?: (purchase: PurchaseView, note: RefundNote) => Promise<void>
}

interface OperatorAnswer {
  readonly status: number
  readonly body: object
}
export interface CapitalOperator {
  queue(): Promise<OperatorAnswer>
  show(id: string): Promise<OperatorAnswer>
  decide(body: unknown): Promise<OperatorAnswer>
  treasury(): Promise<OperatorAnswer>
  fund(body: unknown): Promise<OperatorAnswer>
  purchases(): Promise<OperatorAnswer>
  refund(body: unknown): Promise<OperatorAnswer>
}

const TEXT_MAX = 200
const ACTIVE: ReadonlySet<string> = new Set(['active', 'funded_active'])
const REFUNDABLE: ReadonlySet<string> = new Set(['paid', 'pre_eval', 'active'])

const answered = (body: object): OperatorAnswer => ({ status: 200, body })
const refused = (status: number, error: string): OperatorAnswer => ({ status, body: { error } })
const NOTHING_WAITS = refused(404, 'Nothing waits under this id')
const NO_PURCHASE = refused(404, 'There is no such purchase')
const DISPUTED = refused(409, 'The payment is disputed: its provider gives nothing back before that is over')

/** The text fields of a body, or the name of the first that is missing or too long. */
function textsOf<Name extends string>(
  body: unknown,
  names: readonly Name[],
): Readonly<Record<Name, string>> | Name {
  const fields = (typeof body === 'object' && body !== null ? body : {}) as Readonly<Record<string, unknown>>
  const wrong = names.find((name) => {
    const value = fields[name]
    return typeof value !== 'string' || value.trim() === '' || value.length > TEXT_MAX
  })
  return wrong ?? (fields as Readonly<Record<Name, string>>)
}
const malformed = (name: string): OperatorAnswer => refused(422, `Malformed: ${name}`)

export function createCapitalOperator({
  engine,
  logger,
  cluster,
  refund,
}: CapitalOperatorParts): CapitalOperator {
  const reviews = () => engine.query('capitalReviews', {})

  /** Undefined once it is done; else what the operator is told, by code. */
  async function done(
    command: Command,
    sentences: Readonly<Record<number, OperatorAnswer>>,
  ): Promise<OperatorAnswer | undefined> {
    const submitted = await submit({ engine: engine as EngineClient }, command)
    if (isRefusal(submitted)) return refused(503, submitted.message)
    const { answer } = submitted
    return answer.ok ? undefined : (sentences[answer.code] ?? refused(409, `Refused: ${answer.code}`))
  }

  return {
    queue: async () => answered({ waiting: (await reviews()).map(reviewText) }),

    async show(id) {
      const review = (await reviews()).find((one) => one.id === id)
      if (review === undefined) return NOTHING_WAITS
      const own = await engine.query('capitalOfOwner', { ownerId: review.ownerId })
      const bought = await engine.query('purchases', { ownerId: review.ownerId })
      return answered({
        ...reviewText(review),
        wallets: own.map(({ account, capital, equity, isFunded }) => ({
          account,
          status: capital.status,
          isFunded,
          equity: formatUsd6(equity),
          size: formatUsd6(capital.sizeUsd6),
          tradingDays: capital.tradingDays,
        })),
        purchases: bought.map(purchaseText),
        // As it is known now: whom the signal was about stands in no journal.
        sharedDevices: (await cluster.onSameDevices(review.ownerId)).map(clusterText),
      })
    },

    async decide(body) {
      const texts = textsOf(body, ['id', 'decision', 'by', 'why'])
      if (typeof texts === 'string') return malformed(texts)
      const { decision, by, why } = texts
      const id = texts.id as Id
      if (decision !== 'HOLD' && decision !== 'RELEASE' && decision !== 'REJECT') return malformed('decision')
      const wrong = await done(
        { kind: 'DecideReview', id, decision, by, why },
        { [REFUSAL.ACCOUNT_NOT_FOUND]: NOTHING_WAITS },
      )
      if (wrong) return wrong
      logger.warn({ id, decision, by, why }, 'an operator has decided on what waited')
      const left = (await reviews()).find((one) => one.id === id)
      return answered({ id, decision, state: left?.state ?? 'DONE' })
    },

    treasury: async () => answered(treasuryText(await engine.query('capitalTreasury', {}))),

    async fund(body) {
      const texts = textsOf(body, ['amount', 'by', 'why'])
      if (typeof texts === 'string') return malformed(texts)
      const { amount, by, why } = texts
      const parsed = parseInteger(amount)
      if (!parsed.ok || parsed.value <= 0) return malformed('amount')
      const wrong = await done(
        { kind: 'FundCapitalTreasury', amountUsd6: usd6(parsed.value), by, why },
        { [REFUSAL.TRANSFER_MARGIN_CHECK_FAILED]: refused(409, 'The exchange has not earned so much') },
      )
      if (wrong) return wrong
      logger.warn({ amount, by, why }, 'an operator has filled up the treasury of Vest Capital')
      return this.treasury()
    },

    purchases: async () => answered({ purchases: (await engine.query('purchases', {})).map(purchaseText) }),

    async refund(body) {
      const texts = textsOf(body, ['id', 'by', 'why'])
      if (typeof texts === 'string') return malformed(texts)
      const { by, why } = texts
      const purchase = await engine.query('purchase', { id: texts.id as Id })
      if (purchase === undefined) return NO_PURCHASE
      if (refund === undefined) return refused(503, 'Plans are not sold here')
      const { id, status } = purchase
      if (!REFUNDABLE.has(status))
        return refused(409, `A plan that is ${status} is not refunded: it is unpaid, judged, or over`)
      logger.warn({ id, by, why }, 'an operator gives the price of a plan back')
      try {
        await refund(purchase, { by, why })
      } catch (error) {
        logger.error({ err: error, id }, 'the payment provider did not answer: refund')
        return refused(502, 'The payment provider did not answer: ask for the refund again')
      }
      const now = (await engine.query('purchase', { id })) ?? purchase
      if (now.status === status && now.dispute === 'OPEN') return DISPUTED
      return answered(purchaseText(now))
    },
  }
}

/** JSON alone, as for the status: no page of a browser sends that here without asking first. */
export function mountCapitalOperator(app: FastifyInstance, find: () => CapitalOperator | undefined): void {
  const answer = async (reply: FastifyReply, ask: (operator: CapitalOperator) => Promise<OperatorAnswer>) => {
    const operator = find()
    const { status, body } =
      operator === undefined ? refused(503, 'The exchange is starting') : await ask(operator)
    return reply.code(status).send(body)
  }
  app.get('/capital/queue', (_, reply) => answer(reply, (operator) => operator.queue()))
  app.get<{ Params: { readonly id: string } }>('/capital/queue/:id', ({ params }, reply) =>
    answer(reply, (operator) => operator.show(params.id)),
  )
  app.post('/capital/decisions', ({ body }, reply) => answer(reply, (operator) => operator.decide(body)))
  app.get('/capital/treasury', (_, reply) => answer(reply, (operator) => operator.treasury()))
  app.post('/capital/treasury', ({ body }, reply) => answer(reply, (operator) => operator.fund(body)))
  app.get('/capital/purchases', (_, reply) => answer(reply, (operator) => operator.purchases()))
  app.post('/capital/refunds', ({ body }, reply) => answer(reply, (operator) => operator.refund(body)))
}

const reviewText = (review: CapitalReviewView) => ({
  id: review.id,
  subject: review.subject,
  state: review.state,
  signals: review.signals,
  account: review.account,
  owner: review.ownerId,
  since: review.sinceMs,
  ...(review.sizeUsd6 === undefined ? {} : { size: formatUsd6(review.sizeUsd6) }),
  ...(review.payoutUsd6 === undefined ? {} : { payout: formatUsd6(review.payoutUsd6) }),
  decisions: review.decisions.map(({ decision, by, why, timeMs: time }) => ({ decision, by, why, time })),
})

const clusterText = ({ ownerId, accounts }: ClusterOwner) => ({
  owner: ownerId,
  accounts: accounts.length,
  active: accounts.filter(({ capital }) => ACTIVE.has(capital.status)).length,
})

const treasuryText = (view: CapitalTreasuryView) => ({
  state: view.state,
  balance: formatUsd6(view.balanceUsd6),
  owed: formatUsd6(view.owedUsd6),
  waiting: formatUsd6(view.waitingUsd6),
  income: formatUsd6(view.incomeUsd6),
})

const purchaseText = ({
  id,
  ownerId,
  account,
  plan,
  status,
  dispute,
  refund,
  beganTimeMs,
}: PurchaseView) => ({
  id,
  owner: ownerId,
  account,
  plan: plan.name,
  priceCents: plan.priceCents,
  currency: plan.currency,
  status,
  dispute: dispute ?? null,
  began: beganTimeMs,
  refundedBy: refund?.by ?? null,
  refundedFor: refund?.why ?? null,
})
