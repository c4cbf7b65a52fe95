/** Joins the ticket's form to the stores: context from live data, actions to the reducer, submission. */
import { fillBandIn } from '@vest/formulas'
import { defaultSlippageBps } from '@vest/protocol'
import { useCallback, useEffect, useMemo, useReducer, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { profitPercentOf, usePortfolio } from '../../entities/account/index.ts'
import { useTicker } from '../../entities/market/index.ts'
import {
  marginRatioOf,
  submitExits,
  submitOrder,
  ticketRequests,
  type ExitOrder,
  type SubmitOrderInput,
  useStaleConfirm,
} from '../../entities/order/index.ts'
import { usePreferences } from '../../entities/preferences/index.ts'
import { useSession } from '../../entities/session/index.ts'
import { useFrame, useLive, type Market } from '../../live/index.ts'
import { showToast, useRefusals, type Refusals } from '../../ui/index.ts'
import { emptyDraft, type OrderContext, type OrderDraft } from './orderDraft.ts'
import { exitPrices, exitSize } from './orderExits.ts'
import { reduceOrder, type OrderAction } from './orderForm.ts'
import { percentOfSize, shownSize } from './orderSize.ts'
import { orderState, type OrderState, type TicketField } from './orderState.ts'
import { orderIntent } from './orderIntent.ts'
import { requestActions } from './requestActions.ts'
import { summarizeOrder, type OrderSummary } from './orderSummary.ts'
import { useBreachConfirm, type BreachConfirm } from './useBreachConfirm.ts'

export interface OrderEntryModel {
  readonly draft: OrderDraft
  readonly context: OrderContext
  readonly summary: OrderSummary
  /** Where the slider stands: where it was put, or what was typed as a part of the largest size. */
  readonly percent: number
  /** What stands in the size field. */
  readonly sizeText: string
  readonly refusals: Refusals<TicketField>
  readonly state: OrderState
  readonly isSending: boolean
  /** Prices are stale and a market order waits for a second press. */
  readonly staleNotice: ReactNode
  /** The order's own stop would end a capital account, and it waits for a second press. */
  readonly breach: BreachConfirm
  /** The text of the guardrail that would refuse the order. */
  readonly guardrail: string | undefined
  readonly reportGuardrail: (reason: string | undefined) => void
  readonly act: (action: OrderAction) => void
  readonly submit: () => void
}

/** `onFilled`: a whole order was asked for and stands in the form. */
export function useOrderEntry(market: Market, onFilled: () => void): OrderEntryModel {
  const { t } = useTranslation()
  const live = useLive()
  const client = useSession((state) => state.client)
  const sizeUnit = usePreferences((state) => state.sizeUnit)
  const change = usePreferences((state) => state.change)
  const [draft, act] = useReducer(reduceOrder, undefined, () =>
    emptyDraft({ slippageBps: defaultSlippageBps(market.symbol), sizeUnit }),
  )
  const context = useOrderContext(market)
  const summary = useMemo(() => summarizeOrder(draft, context), [draft, context])
  const latest = useRef(context)
  latest.current = context
  const isPending = context.summary === undefined
  // The largest size is searched for: when something is typed, not with every price.
  const percent = useMemo(
    () => draft.percent ?? (isPending ? 0 : percentOfSize(draft, latest.current)),
    [draft, isPending],
  )
  const refusals = useRefusals<TicketField>()
  const state = orderState(draft, context, summary, refusals.names)
  const stale = useStaleConfirm()
  const breach = useBreachConfirm(draft)
  const [guardrail, reportGuardrail] = useState<string>()
  const [isSending, setIsSending] = useState(false)

  // A reduce-only tick without a position to reduce means nothing ([4.17]).
  const hasPosition = context.position !== undefined
  useEffect(() => {
    if (!hasPosition) act({ kind: 'position', position: undefined })
  }, [hasPosition])
  useEffect(() => change({ sizeUnit: draft.sizeUnit }), [change, draft.sizeUnit])
  const { mayGo } = stale
  const { mayGo: maySurvive } = breach
  const submit = useCallback(() => {
    if (state.kind !== 'ready' || guardrail !== undefined || isSending || !mayGo(draft.type === 'MARKET'))
      return
    if (!maySurvive()) return
    setIsSending(true)
    void send({ client, live, t, market }, draft, summary, latest.current)
      .then((isTaken) => {
        if (isTaken) act({ kind: 'submitted', mark: latest.current.mark, market })
      })
      .finally(() => setIsSending(false))
  }, [state.kind, guardrail, isSending, mayGo, maySurvive, draft, summary, market, client, live, t])

  useTicketRequests(market, context, act, submit, onFilled)

  return {
    draft,
    context,
    summary,
    percent,
    sizeText: shownSize(draft, context, summary.size),
    refusals,
    state,
    isSending,
    staleNotice: stale.notice,
    breach,
    guardrail,
    reportGuardrail,
    act,
    submit,
  }
}

function useOrderContext(market: Market): OrderContext {
  const live = useLive()
  const isSignedIn = useSession((state) => state.status === 'ready')
  const ticker = useTicker(market.symbol)
  const book = useFrame(live.focus, (focus) => (focus.symbol === market.symbol ? focus.book : undefined))
  const facts = usePortfolio((portfolio) => portfolio.facts)
  const summary = usePortfolio((portfolio) => portfolio.summary)
  const account = useFrame(live.account, (state) => state.account)
  const position = usePortfolio((portfolio) => portfolio.factOf.get(market.symbol))
  return useMemo(
    () => ({
      market,
      mark: ticker?.markPrice,
      isHalted: (ticker?.status ?? market.status) === 'HALT',
      isSignedIn,
      capitalStatus: account?.capitalStatus,
      isCapitalFrozen: account?.capital?.isFrozen,
      book,
      facts,
      summary,
      position,
      initMarginRatio: marginRatioOf(account, market),
      profitPercent: profitPercentOf(market, ticker),
      bandBps: fillBandIn(ticker?.session ?? 'REGULAR', market.fillBandBps),
    }),
    [market, ticker, isSignedIn, book, facts, summary, position, account],
  )
}

/** Clicks in the book and shortcuts end here. */
function useTicketRequests(
  market: Market,
  context: OrderContext,
  act: (action: OrderAction) => void,
  submit: () => void,
  onFilled: () => void,
): void {
  const latest = useRef(context)
  latest.current = context
  const submitNow = useRef(submit)
  submitNow.current = submit
  const onFilledNow = useRef(onFilled)
  onFilledNow.current = onFilled
  useEffect(
    () =>
      ticketRequests.listen(market.symbol, (request) => {
        if (request.kind === 'submit') submitNow.current()
        for (const action of requestActions(request, latest.current)) act(action)
        if (request.kind === 'order') onFilledNow.current()
      }),
    [market, act],
  )
}

/** The order, and after a market order has filled its TP and SL. True = the form has done its work. */
async function send(
  input: SendInput,
  draft: OrderDraft,
  summary: OrderSummary,
  context: OrderContext,
): Promise<boolean> {
  const { market, t } = input
  const submitted = await submitOrder({ ...input, intent: orderIntent(draft, summary, context) })
  const prices = exitPrices(draft, market)
  const hasOwnExits =
    draft.type === 'MARKET' && (prices.takeProfit !== undefined || prices.stopLoss !== undefined)
  if (submitted.outcome === 'unknown' && hasOwnExits)
    showToast({ tone: 'warn', title: t('tpsl.notSent'), text: t('tpsl.notSentText') })
  if (submitted.outcome !== 'accepted') return false
  if (!hasOwnExits) return true
  const size = exitSize(draft, summary, submitted.filled)
  const exits = (['stopLoss', 'takeProfit'] as const).flatMap((kind): ExitOrder[] => {
    const price = prices[kind]
    return price === undefined || size === 0 ? [] : [{ kind, isLong: draft.isBuy, size, price }]
  })
  await submitExits(input, exits)
  return true
}

type SendInput = Omit<SubmitOrderInput, 'intent'>
