/** The button of a row that turns its position round, and the dialog that says what it would do before it does. */
import { ArrowUpDown } from 'lucide-react'
import { formatDecimal } from '@vest/protocol'
import { sizeText } from '@vest/sdk'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePortfolio, type PositionRow } from '../../entities/account/index.ts'
import { SignedMoney } from '../../entities/account/SignedMoney.tsx'
import { marginRatioOf, submitOrder, useStaleConfirm } from '../../entities/order/index.ts'
import { Side } from '../../entities/position/Side.tsx'
import { useSession } from '../../entities/session/index.ts'
import { MarketSize } from '../../entities/trading/index.ts'
import { useFrame, useLive } from '../../live/index.ts'
import { formatMoney, formatPrice } from '../../shared/format/index.ts'
import { BeforeAfter, Button, Dialog, IconButton, KeyValue } from '../../ui/index.ts'
import { reversalOf } from './reversal.ts'

export function ReverseButton({ row }: { readonly row: PositionRow }) {
  const { t } = useTranslation()
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <IconButton
        label={t('reverse.label', { market: row.market.label })}
        title={t('reverse.title')}
        size={24}
        hasBorder
        isDisabled={row.isHalted}
        className="max-md:size-9"
        onClick={() => setIsAsking(true)}
      >
        <ArrowUpDown size={13} strokeWidth={1.5} />
      </IconButton>
      <Dialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={t('reverse.title')}
        closeLabel={t('common.close')}
      >
        <Reversal row={row} onDone={() => setIsAsking(false)} />
      </Dialog>
    </>
  )
}

function Reversal({ row, onDone }: { readonly row: PositionRow; readonly onDone: () => void }) {
  const { t } = useTranslation()
  const live = useLive()
  const client = useSession((state) => state.client)
  const { market } = row
  const facts = usePortfolio((portfolio) => portfolio.facts)
  const position = usePortfolio((portfolio) => portfolio.factOf.get(market.symbol))
  const account = useFrame(live.account, (state) => state.account)
  const book = useFrame(live.focus, (focus) => (focus.symbol === market.symbol ? focus.book : undefined))
  const [isSending, setIsSending] = useState(false)
  const stale = useStaleConfirm()
  if (facts === undefined || position === undefined) return null
  const initMarginRatio = marginRatioOf(account, market)
  const reversal = reversalOf({ market, mark: row.markPrice, position, facts, book, initMarginRatio })
  const send = (): void => {
    if (!stale.mayGo(true)) return
    setIsSending(true)
    const intent = {
      symbol: market.symbol,
      isBuy: reversal.isBuy,
      size: sizeText(market, reversal.size),
      orderType: 'MARKET' as const,
      limitPrice: formatDecimal(reversal.limitPrice, market.priceDecimals),
      reduceOnly: false,
      timeInForce: undefined,
    }
    void submitOrder({ client, live, t, market, intent })
      .then(({ outcome }) => outcome === 'accepted' && onDone())
      .finally(() => setIsSending(false))
  }
  const after = reversal.positionAfter
  return (
    <>
      <p className="mb-3 text-body text-t2">{t('reverse.text')}</p>
      <div className="mb-4 rounded-[8px] bg-s3 px-3 py-2">
        <KeyValue label={market.label} className="flex-wrap [&>:last-child]:ml-auto">
          <BeforeAfter
            before={
              <>
                <Side isLong={row.isLong} /> <MarketSize size={row.size} market={market} />
              </>
            }
            after={
              after && (
                <>
                  <Side isLong={after.isLong} /> <MarketSize size={after.size} market={market} />
                </>
              )
            }
          />
        </KeyValue>
        <KeyValue label={t('ticket.liqPrice')}>
          <BeforeAfter
            before={formatPrice(row.liquidationPrice, market.priceDecimals)}
            after={formatPrice(reversal.liquidationAfter, market.priceDecimals)}
          />
        </KeyValue>
        <KeyValue label={t('closePosition.estPnl')}>
          <SignedMoney value={reversal.pnl} />
        </KeyValue>
        <KeyValue label={t('ticket.fee')}>{formatMoney(reversal.fee, { rounding: 'ceil' })}</KeyValue>
      </div>
      <Button
        variant="ink"
        size="xl"
        isBusy={isSending}
        reason={reversal.isCovered ? undefined : t('orderState.insufficientBalance')}
        onClick={send}
      >
        {t(reversal.isBuy ? 'reverse.toLong' : 'reverse.toShort')}
      </Button>
      {stale.notice}
    </>
  )
}
