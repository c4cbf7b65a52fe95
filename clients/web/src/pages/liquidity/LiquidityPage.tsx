/** The LP pool ([1.4], [2.6]): what it is worth and how that came, what it holds, and the way in and out. */
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { usePrimaryOnly } from '../../entities/account/usePrimaryOnly.ts'
import { usePool } from '../../entities/lp/index.ts'
import { useSession } from '../../entities/session/index.ts'
import { LpPanel } from '../../features/lp-order/index.ts'
import { ActionBar } from './ActionBar.tsx'
import { formatDateTime } from '../../shared/format/index.ts'
import { Badge, useMediaQuery } from '../../ui/index.ts'
import { LpOrderLists } from './LpOrderLists.tsx'
import { OwnShare } from './OwnShare.tsx'
import { PoolFlows } from './PoolFlows.tsx'
import { PoolHoldings } from './PoolHoldings.tsx'
import { PoolSolvency } from './PoolSolvency.tsx'
import { PoolSummary } from './PoolSummary.tsx'
import { SharePrice } from './SharePrice.tsx'
import { STATE_TONE } from './stateTone.ts'

export function LiquidityPage() {
  const { t } = useTranslation()
  const { data: pool } = usePool()
  const isVisitor = useSession((state) => state.status !== 'ready')
  useEffect(() => {
    document.title = `${t('nav.liquidity')} · ${t('app.name')}`
  }, [t])
  usePrimaryOnly()
  // Beside the past where there is room, behind it where there is none; on a phone the form is a sheet behind a bar.
  const isWide = useMediaQuery('(min-width: 1024px)')
  const isPhone = useMediaQuery('(max-width: 767px)')
  return (
    <main className="flex flex-1 flex-col">
      <div className="mx-auto flex w-full max-w-[1408px] flex-1 flex-col px-6 py-5 max-md:px-4">
        <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-1">
          <div>
            <h1 className="text-figure font-semibold">{t('nav.liquidity')}</h1>
            <p className="mt-[2px] text-dense text-t2">{t('lp.lead')}</p>
          </div>
          <p className="flex min-h-[22px] items-center gap-2 text-dense text-t2 max-md:w-full">
            {pool !== undefined && (
              <>
                <Badge tone={STATE_TONE[pool.state]}>{t(`lp.state.${pool.state}`)}</Badge>
                {formatDateTime(pool.timeMs)}
              </>
            )}
          </p>
        </div>
        <div className="mt-[14px] grid gap-3 lg:grid-cols-[minmax(0,1fr)_352px]">
          <div className="flex min-w-0 flex-col gap-3 max-lg:order-last">
            <PoolSummary />
            <SharePrice />
            <PoolHoldings />
            {!isVisitor && <LpOrderLists />}
            {!isWide && <PoolSolvency />}
            {!isWide && <PoolFlows />}
          </div>
          <div className="flex min-w-0 flex-col gap-3 empty:hidden">
            {!isWide && !isVisitor && <OwnShare />}
            {!isPhone && <LpPanel />}
            {isWide && !isVisitor && <OwnShare />}
            {isWide && <PoolSolvency />}
            {isWide && <PoolFlows />}
          </div>
        </div>
      </div>
      {isPhone && <ActionBar isVisitor={isVisitor} />}
    </main>
  )
}
