/** Cancel all and close all: a quiet button above the list, and a dialog that says what it would do before it does. */
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { usePortfolio } from '../../entities/account/index.ts'
import { SignedMoney } from '../../entities/account/SignedMoney.tsx'
import { useOrders, useStaleConfirm } from '../../entities/order/index.ts'
import { Side } from '../../entities/position/Side.tsx'
import { useSession } from '../../entities/session/index.ts'
import { MarketSize } from '../../entities/trading/index.ts'
import { useFrame, useLive } from '../../live/index.ts'
import { Button, Dialog, KeyValue } from '../../ui/index.ts'
import { runBulk, type BulkAction } from './bulkOrders.ts'

/** More are counted, not listed. */
const LISTED = 6

interface Scope {
  /** Only this market. */
  readonly symbol: string | undefined
}

export function CancelAllButton({ symbol }: Scope) {
  const { t } = useTranslation()
  const markets = useFrame(useLive().markets)
  const open = useOrders((lists) => lists.open)
  const orders = symbol === undefined ? open : open.filter((order) => order.symbol === symbol)
  const guards = orders.filter(({ orderType }) => orderType !== 'LIMIT').length
  return (
    <BulkButton
      action="cancelAll"
      symbol={symbol}
      count={orders.length}
      label={t('bulk.cancelAll')}
      title={t('bulk.cancelTitle')}
      text={guards === 0 ? t('bulk.cancelText') : t('bulk.cancelGuards')}
      submit={t('bulk.cancelSubmit', { count: orders.length })}
    >
      {orders.slice(0, LISTED).map((order) => {
        const market = markets?.get(order.symbol)
        return (
          market && (
            <KeyValue key={order.id} label={`${market.label} · ${t(`orderType.${order.orderType}`)}`}>
              <Side isLong={order.isBuy} /> <MarketSize size={order.size} market={market} />
            </KeyValue>
          )
        )
      })}
    </BulkButton>
  )
}

export function CloseAllButton({ symbol }: Scope) {
  const { t } = useTranslation()
  const all = usePortfolio((portfolio) => portfolio.positions)
  const rows = all.filter((row) => !row.isHalted && (symbol === undefined || row.market.symbol === symbol))
  return (
    <BulkButton
      action="closeAll"
      symbol={symbol}
      count={rows.length}
      label={t('bulk.closeAll')}
      title={t('bulk.closeTitle')}
      text={t('bulk.closeText')}
      submit={t('bulk.closeSubmit', { count: rows.length })}
    >
      {rows.slice(0, LISTED).map((row) => (
        <KeyValue key={row.market.symbol} label={row.market.label}>
          <Side isLong={row.isLong} /> <MarketSize size={row.size} market={row.market} />{' '}
          <SignedMoney value={row.unrealizedPnl} />
        </KeyValue>
      ))}
    </BulkButton>
  )
}

function BulkButton({
  action,
  symbol,
  count,
  label,
  title,
  text,
  submit,
  children,
}: Scope & {
  readonly action: BulkAction
  /** How many it would touch; without any there is no button. */
  readonly count: number
  readonly label: string
  readonly title: string
  readonly text: string
  readonly submit: string
  readonly children: ReactNode
}) {
  const { t } = useTranslation()
  const live = useLive()
  const client = useSession((state) => state.client)
  const [isAsking, setIsAsking] = useState(false)
  const [isSending, setIsSending] = useState(false)
  const stale = useStaleConfirm()
  const send = (): void => {
    if (!stale.mayGo(action === 'closeAll')) return
    setIsSending(true)
    void runBulk(action, { client, live, t, symbol })
      .then((isTaken) => isTaken && setIsAsking(false))
      .finally(() => setIsSending(false))
  }
  return (
    <>
      {count > 0 && (
        <Button size="sm" variant="ghost" onClick={() => setIsAsking(true)}>
          {label}
        </Button>
      )}
      <Dialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={title}
        closeLabel={t('common.close')}
        footer={
          <>
            <Button variant="ink" size="xl" isBusy={isSending} isDisabled={count === 0} onClick={send}>
              {submit}
            </Button>
            {stale.notice}
          </>
        }
      >
        <p className="mb-3 text-body text-t2">{text}</p>
        <div className="rounded-[8px] bg-s3 px-3 py-2">
          {children}
          {count > LISTED && (
            <p className="pt-1 text-dense text-t3">{t('bulk.more', { count: count - LISTED })}</p>
          )}
        </div>
      </Dialog>
    </>
  )
}
