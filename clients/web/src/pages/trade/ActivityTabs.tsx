/** Positions, open orders and order history below the chart ([2.27]). */
import { Download } from 'lucide-react'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePortfolio, type PositionRow } from '../../entities/account/index.ts'
import { BrowseMarkets } from '../../entities/market/index.ts'
import {
  exitKindOf,
  filterHistory,
  HISTORY_FILTERS,
  OpenOrdersTable,
  orderCsv,
  OrderHistoryTable,
  useOrderHistory,
  useOrders,
  withMarkets,
  type HistoryFilter,
  type OrderTableRow,
} from '../../entities/order/index.ts'
import { PositionsTable } from '../../entities/position/index.ts'
import { CancelAllButton, CloseAllButton } from '../../features/bulk-orders/index.ts'
import { CancelButton } from '../../features/cancel-order/index.ts'
import { ClosePositionDialog } from '../../features/close-position/index.ts'
import { ReverseButton } from '../../features/reverse-position/index.ts'
import {
  ShareButton,
  SharePosition,
  sharedPosition,
  type SharedPosition,
} from '../../features/share-position/index.ts'
import { EditTpslButton, EditTpslDialog } from '../../features/edit-tpsl/index.ts'
import { useFrame, useLive } from '../../live/index.ts'
import { downloadText } from '../../shared/csv/index.ts'
import { Button, Checkbox, Segmented, TabBar, TabPanel, Tabs, Tooltip } from '../../ui/index.ts'

type ActivityTab = 'positions' | 'open' | 'history'

export function ActivityTabs({ symbol }: { readonly symbol: string }) {
  const { t } = useTranslation()
  const [tab, setTab] = useState<ActivityTab>('positions')
  const [isThisMarket, setIsThisMarket] = useState(false)
  const [filter, setFilter] = useState<HistoryFilter>('ALL')
  const only = isThisMarket ? symbol : undefined
  const positions = usePortfolio((portfolio) => portfolio.positions.length)
  const open = useOrders((lists) => lists.open.length)
  return (
    <section aria-label={t('trade.lists')} className="flex min-h-0 flex-col overflow-hidden bg-s1">
      <Tabs value={tab} onChange={setTab} className="flex min-h-0 flex-1 flex-col">
        <TabBar
          label={t('trade.lists')}
          value={tab}
          items={[
            { value: 'positions', label: t('positions.title'), count: positions },
            { value: 'open', label: t('orders.open'), count: open },
            { value: 'history', label: t('orders.history') },
          ]}
          end={
            <span className="flex shrink-0 items-center gap-3 pr-[10px] whitespace-nowrap">
              {tab === 'positions' && <CloseAllButton symbol={only} />}
              {tab === 'open' && <CancelAllButton symbol={only} />}
              {tab === 'history' && <HistoryTools filter={filter} onFilter={setFilter} symbol={only} />}
              <Checkbox
                label={t('positions.thisMarket')}
                isChecked={isThisMarket}
                onChange={setIsThisMarket}
              />
            </span>
          }
        />
        <TabPanel value="positions" className="min-h-0 flex-1 overflow-auto">
          <Positions symbol={only} rowHeight={40} />
        </TabPanel>
        <TabPanel value="open" className="min-h-0 flex-1 overflow-auto">
          <OpenOrders symbol={only} />
        </TabPanel>
        <TabPanel value="history" className="min-h-0 flex-1 overflow-auto">
          <OrderHistoryTable symbol={only} filter={filter} className="bg-s1" />
        </TabPanel>
      </Tabs>
    </section>
  )
}

/** The positions table with its dialogs: closing and sharing. */
export function Positions({
  symbol,
  rowHeight,
}: {
  readonly symbol: string | undefined
  readonly rowHeight: 40 | 44
}) {
  const [closing, setClosing] = useState<string>()
  const [shared, setShared] = useState<SharedPosition>()
  const [editing, setEditing] = useState<string>()
  const renderClose = useCallback(
    (row: PositionRow) => (
      <span className="inline-flex items-center gap-[6px]">
        <ReverseButton row={row} />
        <CloseButton row={row} onClose={() => setClosing(row.market.symbol)} />
      </span>
    ),
    [],
  )
  const renderShare = useCallback(
    (row: PositionRow) => (
      <ShareButton market={row.market.label} onShare={() => setShared(sharedPosition(row, Date.now()))} />
    ),
    [],
  )
  return (
    <>
      <PositionsTable
        symbol={symbol}
        rowHeight={rowHeight}
        renderClose={renderClose}
        renderShare={renderShare}
        onEditTpsl={setEditing}
        className="bg-s1"
        emptyAction={<BrowseMarkets />}
      />
      <ClosePositionDialog symbol={closing} onClose={() => setClosing(undefined)} />
      <SharePosition shared={shared} onClose={() => setShared(undefined)} />
      <EditTpslDialog symbol={editing} onClose={() => setEditing(undefined)} />
    </>
  )
}

function CloseButton({ row, onClose }: { readonly row: PositionRow; readonly onClose: () => void }) {
  const { t } = useTranslation()
  const label = t('positions.closeLabel', { market: row.market.label })
  if (!row.isHalted)
    return (
      <Button size="xs" className="max-md:h-9 max-md:px-3" aria-label={label} onClick={onClose}>
        {t('positions.close')}
      </Button>
    )
  return (
    <Tooltip content={t('positions.closedHelp')}>
      <Button size="xs" isBlocked className="max-md:h-9 max-md:px-3" aria-label={label}>
        {t('positions.close')}
      </Button>
    </Tooltip>
  )
}

/** The open orders with their cancel buttons; a take profit or stop loss can be edited as well. */
export function OpenOrders({ symbol }: { readonly symbol: string | undefined }) {
  const [editing, setEditing] = useState<string>()
  const renderCancel = useCallback(
    ({ order, market }: OrderTableRow) => (
      <span className="inline-flex items-center gap-2">
        {exitKindOf(order) !== undefined && (
          <EditTpslButton market={market} onEdit={() => setEditing(order.symbol)} />
        )}
        <CancelButton id={order.id} market={market.label} />
      </span>
    ),
    [],
  )
  return (
    <>
      <OpenOrdersTable symbol={symbol} renderCancel={renderCancel} className="bg-s1" />
      <EditTpslDialog symbol={editing} onClose={() => setEditing(undefined)} />
    </>
  )
}

/** Filter and CSV export of the history. */
export function HistoryTools({
  filter,
  onFilter,
  symbol,
}: {
  readonly filter: HistoryFilter
  readonly onFilter: (filter: HistoryFilter) => void
  readonly symbol: string | undefined
}) {
  const { t } = useTranslation()
  const { orders, isWhole } = useOrderHistory()
  const markets = useFrame(useLive().markets)
  return (
    <>
      <Segmented
        label={t('orders.filter')}
        value={filter}
        options={HISTORY_FILTERS.map((value) => ({
          value,
          label: value === 'ALL' ? t('orders.filterAll') : t(`orderStatus.${value}`),
        }))}
        onChange={onFilter}
      />
      <Button
        size="sm"
        variant="ghost"
        icon={<Download size={14} strokeWidth={1.5} aria-hidden="true" />}
        isDisabled={!isWhole}
        onClick={() =>
          downloadText(
            'vest-orders.csv',
            orderCsv(withMarkets(filterHistory(orders, { filter, symbol }), markets)),
          )
        }
      >
        <span className="max-md:sr-only">{t('orders.csv')}</span>
      </Button>
    </>
  )
}
