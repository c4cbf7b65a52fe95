/** Equity, unrealized profit, available, funding and exposure, in one card of columns. */
import type { ReactNode } from 'react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { signClass, usePortfolio } from '../../entities/account/index.ts'
import { Explained } from '../../entities/explanation/index.ts'
import { useFrame, useLive } from '../../live/index.ts'
import { formatMoney, formatPercent, formatScaled, formatSignedMoney } from '../../shared/format/index.ts'
import { cx } from '../../ui/index.ts'
import { exposureOf, shareBps } from './exposure.ts'

export function SummaryCards() {
  const { t } = useTranslation()
  const summary = usePortfolio((portfolio) => portfolio.summary)
  const positions = usePortfolio((portfolio) => portfolio.positions)
  const collateral = useFrame(useLive().account, (state) => state.account?.collateral)
  const { long, short, funding } = useMemo(() => exposureOf(positions), [positions])
  const isKnown = summary !== undefined
  return (
    <section
      aria-label={t('portfolio.summary')}
      className="mt-[14px] grid rounded-[10px] border border-line bg-s1 py-4 max-lg:grid-cols-2 max-lg:gap-y-4 lg:grid-cols-[1.1fr_1fr_1fr_1fr_1.25fr]"
    >
      <Cell
        label={t('account.equity')}
        note={`${t('account.collateral')} ${formatMoney(collateral)}`}
        isFirst
      >
        <span className="text-amount leading-8 font-semibold tracking-[-0.015em]">
          {formatMoney(summary?.equity)}
        </span>
      </Cell>
      <Cell
        label={t('account.unrealizedPnl')}
        note={t('portfolio.ofCollateral', {
          share: formatPercent(shareBps(summary?.unrealizedPnl, collateral), { signed: true }),
        })}
      >
        <span className={cx('text-figure font-semibold', signClass(summary?.unrealizedPnl))}>
          <Explained number={{ kind: 'unrealizedPnl' }} isUnknown={summary === undefined}>
            {formatSignedMoney(summary?.unrealizedPnl)}
          </Explained>
        </span>
      </Cell>
      <Cell
        label={t('account.available')}
        note={t('portfolio.ofEquity', {
          share: formatPercent(shareBps(summary?.available, summary?.equity), { places: 1 }),
        })}
      >
        <span className="text-figure font-semibold">
          <Explained number={{ kind: 'available' }} isUnknown={summary === undefined}>
            {formatMoney(summary?.available)}
          </Explained>
        </span>
      </Cell>
      <Cell label={t('portfolio.funding')} note={t('portfolio.fundingNote')}>
        <span className={cx('text-figure font-semibold', signClass(isKnown ? funding : undefined))}>
          <Explained number={{ kind: 'netFunding' }} isUnknown={summary === undefined}>
            {formatSignedMoney(isKnown ? funding : undefined)}
          </Explained>
        </span>
      </Cell>
      <div className="border-line px-6 max-lg:col-span-2 max-md:px-4 lg:border-l">
        <div className="flex justify-between text-dense text-t2">
          <span>{t('portfolio.exposure')}</span>
          <span>
            {t('portfolio.timesEquity', {
              value: formatScaled(shareBps(long + short, summary?.equity), {
                decimals: 4,
                places: 1,
                suffix: 'X',
              }),
            })}
          </span>
        </div>
        <ExposureBar long={long} short={short} />
        <div className="flex justify-between text-dense">
          <span>
            <span className="text-up">{t('side.long')}</span> {formatMoney(isKnown ? long : undefined)}
          </span>
          <span>
            <span className="text-down">{t('side.short')}</span> {formatMoney(isKnown ? short : undefined)}
          </span>
        </div>
      </div>
    </section>
  )
}

function Cell({
  label,
  note,
  isFirst = false,
  children,
}: {
  readonly label: string
  readonly note: string
  readonly isFirst?: boolean
  readonly children: ReactNode
}) {
  return (
    <div className={cx('border-line px-6 max-md:px-4', !isFirst && 'lg:border-l')}>
      <p className="text-dense text-t2">{label}</p>
      <p className="mt-[2px]">{children}</p>
      <p className="text-dense text-t3">{note}</p>
    </div>
  )
}

/** Two bars that share the width as the sides share the exposure; the figures stand below. */
function ExposureBar({ long, short }: { readonly long: number; readonly short: number }) {
  const total = long + short
  return (
    <div aria-hidden="true" className="mt-[11px] mb-[7px] flex h-2 gap-[2px]">
      {total === 0 ? (
        <span className="flex-1 rounded-[1px] bg-s4" />
      ) : (
        <>
          {long > 0 && <span className="rounded-[1px] bg-up" style={{ flex: long / total }} />}
          {short > 0 && <span className="rounded-[1px] bg-down" style={{ flex: short / total }} />}
        </>
      )}
    </div>
  )
}
