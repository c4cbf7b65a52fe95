/** The exact grid of the trading page while it loads ([2.20]): nothing moves when the content arrives. */
import { useTranslation } from 'react-i18next'
import { cx } from '../../ui/cx.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { shellMarket } from './shellMarket.ts'

export function TradeSkeleton() {
  const { t } = useTranslation()
  const shell = shellMarket()
  return (
    <main aria-busy="true" className="trade-grid max-md:flex max-md:h-auto max-md:flex-col max-md:gap-0">
      <div className="trade-market bg-s1 px-4">
        {shell !== undefined && <div ref={(place) => void place?.replaceChildren(shell)} />}
        <div className={cx('flex h-16 items-center gap-4', shell !== undefined && 'hidden')}>
          <Skeleton className="size-[34px] rounded-full" />
          <Skeleton className="h-4 w-28" />
          <Skeleton className="h-5 w-24" />
          <Skeleton className="h-4 w-20 max-md:hidden" />
          <Skeleton className="h-4 w-20 max-md:hidden" />
        </div>
        {/* Figures of the market and the tabs of a small screen. */}
        <div className="flex h-[94px] flex-col justify-evenly md:hidden">
          <Skeleton className="h-[10px] w-full" />
          <Skeleton className="h-[10px] w-4/5" />
        </div>
      </div>
      <ChartPlace className="max-md:h-[max(432px,calc(100dvh-303px))]" />
      <div className="flex flex-col justify-around gap-2 bg-s1 p-3 max-lg:hidden">
        {Array.from({ length: 17 }, (_, index) => (
          <Skeleton key={index} className="h-[10px] w-full" />
        ))}
      </div>
      <div className="trade-ticket flex flex-col gap-3 bg-s2 p-4 max-md:hidden">
        <Skeleton className="h-10 w-full" />
        <Skeleton className="h-4 w-full" />
        <Skeleton className="h-11 w-full" />
        <Skeleton className="h-11 w-full" />
        <Skeleton className="h-12 w-full" />
      </div>
      <div className="trade-activity flex flex-col bg-s1 p-4 max-md:hidden">
        <Skeleton className="h-4 w-64" />
        <p className="m-auto max-w-[320px] text-dense text-t2">{t('positions.emptyText')}</p>
      </div>
    </main>
  )
}

/** The chart's cell until the chart is there. */
export function ChartPlace({ className }: { readonly className?: string }) {
  return (
    <div aria-busy="true" className={cx('flex items-end bg-s1 p-4', className)}>
      <Skeleton className="h-full w-full" />
    </div>
  )
}
