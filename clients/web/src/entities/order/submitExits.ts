/**
 * Take profit and stop loss of a market order ([4.17]): two reduce-only orders on the other side, sent once it has
 * filled. Each is told by itself; one that fails says why, and the position stands.
 */
import { priceText, sizeText, type OrderIntent, type VestClient } from '@vest/sdk'
import type { Lots, Ticks } from '@vest/protocol'
import type { TFunction } from 'i18next'
import type { Live, Market } from '../../live/index.ts'
import { formatPrice, formatSize } from '../../shared/format/index.ts'
import { errorText } from '../../shared/i18n/index.ts'
import { orderToastKey, showToast } from '../../ui/index.ts'
import type { ExitKind } from './exitDraft.ts'
import { orderFate, refusalText } from './orderFate.ts'

export interface ExitOrder {
  readonly kind: ExitKind
  readonly isLong: boolean
  readonly size: Lots
  readonly price: Ticks
}

export interface SubmitExitsInput {
  readonly client: VestClient
  readonly live: Live
  readonly t: TFunction
  readonly market: Market
}

/** A reduce-only order on the side that leaves the position. */
export const exitIntent = (market: Market, { kind, isLong, size, price }: ExitOrder): OrderIntent => ({
  symbol: market.symbol,
  isBuy: !isLong,
  size: sizeText(market, size),
  orderType: kind === 'takeProfit' ? 'TAKE_PROFIT' : 'STOP_LOSS',
  limitPrice: priceText(market, price),
  reduceOnly: true,
})

/** Side by side: neither waits for the other's answer. */
export async function submitExits(input: SubmitExitsInput, exits: readonly ExitOrder[]): Promise<void> {
  await Promise.all(exits.map((exit) => submitExit(input, exit)))
}

async function submitExit({ client, live, t, market }: SubmitExitsInput, exit: ExitOrder): Promise<void> {
  const kind = t(`tpsl.${exit.kind}`)
  const intent = exitIntent(market, exit)
  const key = showToast({ tone: 'pending', title: t('tpsl.sending', { kind }) })
  const failed = (reason: string): void =>
    void showToast({
      key,
      tone: 'err',
      title: t('tpsl.failed', { kind, reason }),
      text: t('tpsl.failedText'),
    })
  try {
    const fate = await orderFate({
      client,
      live,
      expect: intent.orderType,
      send: () => client.placeOrder(intent),
      onLost: () =>
        showToast({ key, tone: 'pending', title: t('order.checking'), text: t('order.checkingText') }),
    })
    if (fate.kind === 'rejected') failed(refusalText(t, fate.code))
    if (fate.kind === 'notExecuted') failed(t('order.notExecuted'))
    if (fate.kind === 'unknown') showToast({ key, tone: 'warn', title: kind, text: t('order.unknown') })
    if (fate.kind === 'accepted')
      showToast({
        key: orderToastKey(fate.order.id),
        replaces: key,
        tone: 'ok',
        title: t('tpsl.set', { kind }),
        text: t('tpsl.setText', {
          size: formatSize(exit.size, market.sizeDecimals),
          base: market.base,
          price: formatPrice(exit.price, market.priceDecimals),
        }),
      })
  } catch (error) {
    failed(errorText(t, 0))
    throw error
  }
}
