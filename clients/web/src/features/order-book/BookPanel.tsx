/** Panel of order book, depth and trades; closed it is a rail, and the chart takes the rest. */
import { ChevronDown, PanelRight } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ticks } from '@vest/protocol'
import { usePreferences } from '../../entities/preferences/index.ts'
import { useFrame, useLive, type Market } from '../../live/index.ts'
import { formatPrice } from '../../shared/format/index.ts'
import {
  IconButton,
  Menu,
  MenuLabel,
  MenuRadioGroup,
  MenuSeparator,
  TabBar,
  TabPanel,
  Tabs,
} from '../../ui/index.ts'
import { BOOK_UNITS, isBookUnit, unitName, type BookUnit } from './bookUnits.ts'
import { BOOK_TOTALS, isBookTotals, type BookTotals } from './bookView.ts'
import { OrderBook } from './OrderBook.tsx'

const DepthChart = lazy(async () => ({ default: (await import('./DepthChart.tsx')).DepthChart }))
const TradeTape = lazy(async () => ({ default: (await import('./TradeTape.tsx')).TradeTape }))

type BookTab = 'book' | 'depth' | 'trades'

export function BookPanel({ market }: { readonly market: Market }) {
  const { t } = useTranslation()
  const live = useLive()
  const [tab, setTab] = useState<BookTab>('book')
  const [step, setStep] = useState<number>()
  const isOpen = usePreferences((state) => state.isBookOpen)
  const change = usePreferences((state) => state.change)
  const { unit, totals } = useBookLook()
  const hasConnected = useFrame(live.connection, (connection) => connection.hasConnected)
  const steps = market.priceSteps
  const shownStep = step !== undefined && steps.includes(step) ? step : market.defaultPriceStep
  if (!isOpen || !hasConnected) return <ClosedBook isDisabled={!hasConnected} />
  return (
    <section aria-label={t('book.title')} className="flex min-w-0 flex-col overflow-hidden bg-s1">
      <Tabs value={tab} onChange={setTab} className="flex min-h-0 flex-1 flex-col">
        <TabBar
          label={t('book.title')}
          className="h-9 px-[6px] max-xl:px-0"
          tabClassName="max-xl:px-[6px] max-xl:data-[state=active]:after:inset-x-[6px]"
          value={tab}
          items={[
            { value: 'book', label: t('book.tab') },
            { value: 'depth', label: t('book.depth') },
            { value: 'trades', label: t('book.trades') },
          ]}
          end={
            <span className="flex items-center">
              {tab !== 'trades' && (
                <BookMenu
                  market={market}
                  steps={tab === 'book' ? steps : []}
                  step={shownStep}
                  onStep={setStep}
                />
              )}
              <IconButton label={t('book.collapse')} size={28} onClick={() => change({ isBookOpen: false })}>
                <PanelRight size={16} strokeWidth={1.5} />
              </IconButton>
            </span>
          }
        />
        <TabPanel value="book" className="min-h-0 flex-1">
          <OrderBook market={market} step={shownStep} unit={unit} totals={totals} />
        </TabPanel>
        <TabPanel value="depth" className="min-h-0 flex-1">
          <Suspense fallback={<div aria-busy="true" className="flex-1" />}>
            <DepthChart market={market} unit={unit} />
          </Suspense>
        </TabPanel>
        <TabPanel value="trades" className="min-h-0 flex-1 overflow-hidden">
          <Suspense fallback={<div aria-busy="true" className="flex-1" />}>
            <TradeTape market={market} />
          </Suspense>
        </TabPanel>
      </Tabs>
    </section>
  )
}

function ClosedBook({ isDisabled }: { readonly isDisabled: boolean }) {
  const { t } = useTranslation()
  const change = usePreferences((state) => state.change)
  return (
    <section aria-label={t('book.title')} className="flex w-9 flex-col items-center gap-3 bg-s1 pt-1">
      <IconButton
        label={t('book.expand')}
        size={28}
        isDisabled={isDisabled}
        onClick={() => change({ isBookOpen: true })}
      >
        <PanelRight size={16} strokeWidth={1.5} />
      </IconButton>
      <span className="text-dense text-t2 [writing-mode:vertical-rl]">{t('book.title')}</span>
    </section>
  )
}

/** As kept; a word of another version counts as the first. */
function useBookLook(): { readonly unit: BookUnit; readonly totals: BookTotals } {
  const unit = usePreferences((state) => state.bookUnit)
  const totals = usePreferences((state) => state.bookTotals)
  return {
    unit: isBookUnit(unit) ? unit : 'base',
    totals: isBookTotals(totals) ? totals : 'cumulative',
  }
}

interface BookMenuProps {
  readonly market: Market
  /** Empty where nothing is grouped. */
  readonly steps: readonly number[]
  readonly step: number
  readonly onStep: (step: number) => void
}

/** How the book is shown: grouping, unit, totals. */
function BookMenu({ market, steps, step, onStep }: BookMenuProps) {
  const { t } = useTranslation()
  const { unit, totals } = useBookLook()
  const change = usePreferences((state) => state.change)
  const isGrouped = steps.length > 0
  const shown = isGrouped ? formatPrice(ticks(step), market.priceDecimals) : unitName(unit, market)
  return (
    <Menu
      label={t('book.look')}
      width={168}
      trigger={
        <button
          type="button"
          aria-label={t('common.named', { name: t('book.look'), value: shown })}
          className="flex h-7 items-center gap-[3px] px-1 text-dense text-t2 hover:text-t1"
        >
          {shown}
          <ChevronDown size={12} strokeWidth={1.5} aria-hidden="true" />
        </button>
      }
    >
      <MenuLabel>{t('book.unit')}</MenuLabel>
      <MenuRadioGroup
        label={t('book.unit')}
        value={unit}
        options={BOOK_UNITS.map((value) => ({ value, label: unitName(value, market) }))}
        onChange={(bookUnit) => change({ bookUnit })}
      />
      {isGrouped && (
        <>
          <MenuSeparator />
          <MenuLabel>{t('book.totals')}</MenuLabel>
          <MenuRadioGroup
            label={t('book.totals')}
            value={totals}
            options={BOOK_TOTALS.map((value) => ({ value, label: t(`book.${value}`) }))}
            onChange={(bookTotals) => change({ bookTotals })}
          />
          <MenuSeparator />
          <MenuLabel>{t('book.grouping')}</MenuLabel>
          <MenuRadioGroup
            label={t('book.grouping')}
            value={String(step)}
            options={steps.map((value) => ({
              value: String(value),
              label: formatPrice(ticks(value), market.priceDecimals),
            }))}
            onChange={(value) => onStep(Number(value))}
          />
        </>
      )}
    </Menu>
  )
}
