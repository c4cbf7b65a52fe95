/** The bar above the chart: market with its dropdown, mark and change, index, volume, open interest, funding. */
import { useTranslation } from 'react-i18next'
import type { ReactNode } from 'react'
import { apyOf, ChangeBoth, useMarketRow, type MarketRow } from '../../entities/market/index.ts'
import { Explained } from '../../entities/explanation/index.ts'
import { LeverageButton } from '../../features/change-leverage/index.ts'
import { MarketSwitch } from '../../features/select-market/index.ts'
import { FundingCountdown, SessionFigure } from '../../features/trading-hours/index.ts'
import type { Market } from '../../live/index.ts'
import { formatApy, formatCompactMoney, formatFunding8h, formatPrice } from '../../shared/format/index.ts'
import { Term, useOverflowCue } from '../../ui/index.ts'

export function MarketBar({ market }: { readonly market: Market }) {
  const { t } = useTranslation()
  const row = useMarketRow(market.symbol)
  const cue = useOverflowCue<HTMLDivElement>()
  return (
    <section aria-label={t('trade.marketBar')} className="flex min-w-0 items-center bg-s1 px-4">
      <div className="shrink-0 pr-4">
        <MarketSwitch market={market} row={row} />
      </div>
      <div ref={cue} className="live-price no-scrollbar relative flex min-w-0 items-center overflow-x-auto">
        <div className="shrink-0 border-l border-line pr-5 pl-[14px]">
          <p className="flex items-baseline gap-[7px]">
            <MarkPrice market={market} row={row} />
            <span className="text-caption text-t3">{t('market.mark')}</span>
          </p>
          <p className="text-dense font-medium whitespace-nowrap">
            <ChangeBoth ticker={row?.ticker} market={market} />{' '}
            <span className="font-normal text-t3">{t('market.h24')}</span>
          </p>
        </div>
        <Stats market={market} row={row} />
      </div>
      <span className="flex-1" />
      <span className="shrink-0 pl-3">
        <LeverageButton market={market} look="bar" />
      </span>
    </section>
  )
}

export function MarkPrice({ market, row }: { readonly market: Market; readonly row: MarketRow | undefined }) {
  return (
    <span className="text-mark font-semibold tracking-[-0.01em]">
      {formatPrice(row?.ticker?.markPrice, market.priceDecimals)}
    </span>
  )
}

function Stats({ market, row }: { readonly market: Market; readonly row: MarketRow | undefined }) {
  const { t } = useTranslation()
  return (
    <dl className="flex">
      <Stat label={t('market.indexPrice')}>{formatPrice(row?.ticker?.indexPrice, market.priceDecimals)}</Stat>
      <Stat label={t('market.volume24h')}>{formatCompactMoney(row?.quoteVolume)}</Stat>
      <Stat label={t('market.openInterest')}>
        <span className="flex items-center gap-[6px]">
          {formatCompactMoney(row?.openInterest)}
          <OpenInterestBar percent={row?.longPercent} />
        </span>
      </Stat>
      <Stat label={<Term help={t('market.fundingHelp')}>{t('market.funding8h')}</Term>}>
        <Funding row={row} />{' '}
        <span className="text-t3">
          {row?.ticker === undefined ? '' : t('market.apy', { value: formatApy(apyOf(row.ticker)) })}
        </span>{' '}
        <FundingCountdown row={row} />
      </Stat>
      <SessionFigure
        market={market}
        className="shrink-0 border-l border-line px-[14px] whitespace-nowrap empty:hidden"
      />
    </dl>
  )
}

function Stat({ label, children }: { readonly label: ReactNode; readonly children: ReactNode }) {
  return (
    <div className="shrink-0 border-l border-line px-[14px] whitespace-nowrap">
      <dt className="text-caption text-t3">{label}</dt>
      <dd className="text-dense leading-[17px]">{children}</dd>
    </div>
  )
}

export function Funding({ row }: { readonly row: MarketRow | undefined }) {
  const rate = row?.funding8h
  const text = formatFunding8h(rate)
  return (
    <span className={rate === undefined || rate === 0 ? 'text-t2' : rate > 0 ? 'text-up' : 'text-down'}>
      {row === undefined ? (
        text
      ) : (
        <Explained number={{ kind: 'fundingRate', symbol: row.market.symbol }}>{text}</Explained>
      )}
    </span>
  )
}

function OpenInterestBar({ percent }: { readonly percent: number | undefined }) {
  const { t } = useTranslation()
  if (percent === undefined) return null
  const long = Math.round((percent / 100) * 34)
  return (
    <svg
      width="36"
      height="4"
      role="img"
      aria-label={t('market.longShortSpoken', { long: percent, short: 100 - percent })}
    >
      <rect width={long} height="4" rx="2" fill="var(--up)" />
      <rect x={long + 2} width={34 - long} height="4" rx="2" fill="var(--down)" />
    </svg>
  )
}
