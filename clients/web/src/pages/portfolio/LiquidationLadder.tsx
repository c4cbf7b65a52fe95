/**
 * Every open position on one ruler: how far the price may move before it is liquidated, from 0 to 30 percent.
 * The figures stand beside the dots and, for all positions, in the table below.
 */
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { usePortfolio, type PositionRow } from '../../entities/account/index.ts'
import { formatPercent } from '../../shared/format/index.ts'
import { useElementWidth } from '../../ui/index.ts'
import { layOutLabels } from '../../ui/tapeLayout.ts'

const SCALE_BPS = 3_000
const TRACK_Y = 34
const SCALE = [0, 500, 1_000, 1_500, 2_000, 2_500, 3_000] as const
/** Below this width every second figure of the scale is left out. */
const NARROW_PX = 480

interface Rung {
  readonly row: PositionRow
  readonly bps: number
}

export function LiquidationLadder() {
  const positions = usePortfolio((portfolio) => portfolio.positions)
  return positions.length === 0 ? null : <Ladder positions={positions} />
}

function Ladder({ positions }: { readonly positions: readonly PositionRow[] }) {
  const { t } = useTranslation()
  const rungs = useMemo(
    () =>
      positions
        .flatMap((row): readonly Rung[] =>
          row.liquidationBps === undefined ? [] : [{ row, bps: row.liquidationBps }],
        )
        .sort((a, b) => a.bps - b.bps),
    [positions],
  )
  const covered = positions.filter(({ liquidationBps }) => liquidationBps === undefined)
  const [ref, width] = useElementWidth<HTMLDivElement>()
  const x = (bps: number): number => (Math.min(SCALE_BPS, bps) / SCALE_BPS) * width
  const text = ({ row, bps }: Rung): string =>
    `${row.market.base} ${t(row.isLong ? 'portfolio.longShort.long' : 'portfolio.longShort.short')} ${distance(bps)}`
  // The nearest to liquidation keeps its label longest.
  const labels = layOutLabels(
    rungs.map((rung, index) => ({ at: x(rung.bps), text: text(rung), urgency: index })),
    width,
  )
  const spoken = rungs.map((rung) => `${rung.row.market.label} ${distance(rung.bps)}`).join(', ')
  return (
    <section
      aria-label={t('portfolio.ladder')}
      className="mt-3 rounded-[10px] border border-line bg-s1 px-6 pt-[14px] pb-3 max-md:px-4"
    >
      <div className="mb-3 flex flex-wrap justify-between gap-x-4">
        <h2 className="text-body font-semibold">{t('portfolio.ladder')}</h2>
        <p className="text-dense text-t3">{t('portfolio.ladderNote')}</p>
      </div>
      <div ref={ref} className="mx-2">
        <svg
          role="img"
          aria-label={t('portfolio.ladderSpoken', { list: spoken || '–' })}
          width="100%"
          height={66}
          className="block overflow-visible"
        >
          {Array.from({ length: 31 }, (_, percent) => (
            <path
              key={percent}
              d={`M${x(percent * 100)} ${TRACK_Y + 5}v${percent % 5 === 0 ? 5 : 3}`}
              stroke="var(--line-2)"
            />
          ))}
          <rect x={0} y={TRACK_Y - 2} width={width} height={4} rx={2} fill="var(--s4)" />
          <rect x={0} y={TRACK_Y - 2} width={x(500)} height={4} rx={2} fill="var(--err)" />
          <rect x={x(500)} y={TRACK_Y - 2} width={x(500)} height={4} fill="var(--warn-fill)" />
          {SCALE.filter((bps) => width > NARROW_PX || bps % 1_000 === 0).map((bps) => (
            <text
              key={bps}
              x={x(bps)}
              y={61}
              fontSize={11}
              fill="var(--t2)"
              textAnchor={bps === 0 ? 'start' : bps === SCALE_BPS ? 'end' : 'middle'}
            >
              {bps === 0 ? t('portfolio.liquidation') : bps === SCALE_BPS ? '30%+' : `${bps / 100}%`}
            </text>
          ))}
          {rungs.map(({ row, bps }) => (
            <g key={row.market.symbol}>
              <path d={`M${x(bps)} 20v10`} stroke="var(--t2)" />
              <circle cx={x(bps)} cy={TRACK_Y} r={4.5} fill="var(--t1)" stroke="var(--s1)" strokeWidth={2} />
            </g>
          ))}
          {labels.map((label) => (
            <text
              key={label.text}
              x={label.x}
              y={12}
              fontSize={11}
              fontWeight={500}
              fill="var(--t1)"
              textAnchor={label.anchor}
            >
              {label.text}
            </text>
          ))}
        </svg>
      </div>
      {covered.length > 0 && (
        <p className="mt-2 text-dense text-t2">
          {t('portfolio.ladderCovered', {
            list: covered
              .map(
                ({ market, isLong }) =>
                  `${market.base} ${t(isLong ? 'portfolio.longShort.long' : 'portfolio.longShort.short')}`,
              )
              .join(', '),
          })}
        </p>
      )}
    </section>
  )
}

const distance = (bps: number): string => formatPercent(bps, { decimals: 2, places: 1 })
