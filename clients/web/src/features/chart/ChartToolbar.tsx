/** Toolbar of the chart: intervals, style, which lines are drawn, legend, full screen. */
import { ChartCandlestick, ChartLine as LineChart, Layers, Maximize2, Minimize2 } from 'lucide-react'
import type { ReactNode, RefCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '../../entities/preferences/index.ts'
import { cx, IconButton, Menu, MenuLabel, MenuToggle, useOverflowCue } from '../../ui/index.ts'
import { CHART_INTERVALS, intervalLabel, type ChartInterval } from './candles.ts'
import type { ChartStyle } from './chartView.ts'
import { IndicatorsMenu } from './IndicatorsMenu.tsx'

export interface ChartToolbarProps {
  readonly interval: ChartInterval
  readonly style: ChartStyle
  readonly onStyle: (style: ChartStyle) => void
  readonly isFull: boolean
  readonly onFull: () => void
  readonly legend: ReactNode
  /** For what works on the chart alone and comes with it. */
  readonly slot: RefCallback<HTMLElement>
}

export function ChartToolbar(props: ChartToolbarProps) {
  const { interval, style, onStyle, isFull, onFull, legend, slot } = props
  const { t } = useTranslation()
  return (
    <div className="flex h-9 shrink-0 items-center gap-[2px] border-b border-line px-2 max-lg:h-10">
      <Intervals chosen={interval} />
      <span aria-hidden="true" className="mx-[6px] h-4 w-px shrink-0 bg-line" />
      <IconButton
        label={t('common.named', {
          name: t('chart.style'),
          value: t(style === 'candles' ? 'chart.candles' : 'chart.line'),
        })}
        size={28}
        onClick={() => onStyle(style === 'candles' ? 'line' : 'candles')}
      >
        {style === 'candles' ? (
          <ChartCandlestick size={16} strokeWidth={1.5} />
        ) : (
          <LineChart size={16} strokeWidth={1.5} />
        )}
      </IconButton>
      <IndicatorsMenu />
      <LinesMenu />
      <span ref={slot} className="flex min-w-[58px] shrink-0 gap-[2px] lg:min-w-7" />
      <span className="flex-1" />
      {legend}
      <IconButton label={t(isFull ? 'chart.exitFullscreen' : 'chart.fullscreen')} size={28} onClick={onFull}>
        {isFull ? <Minimize2 size={14} strokeWidth={1.5} /> : <Maximize2 size={14} strokeWidth={1.5} />}
      </IconButton>
    </div>
  )
}

function Intervals({ chosen }: { readonly chosen: ChartInterval }) {
  const { t } = useTranslation()
  const change = usePreferences((state) => state.change)
  const cue = useOverflowCue<HTMLDivElement>()
  return (
    <div
      ref={cue}
      role="group"
      aria-label={t('chart.interval')}
      className="no-scrollbar relative flex min-w-0 gap-[2px] overflow-x-auto"
    >
      {CHART_INTERVALS.map((value) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === chosen}
          onClick={() => change({ chartInterval: value })}
          className={cx(
            'h-6 shrink-0 rounded-[4px] px-2 text-dense font-medium -outline-offset-2 max-md:h-8 max-md:px-[10px]',
            value === chosen ? 'bg-s3 text-t1' : 'text-t2 hover:text-t1',
          )}
        >
          {intervalLabel(value)}
        </button>
      ))}
    </div>
  )
}

/** As in `chartLines.ts`, and the marks of own fills. */
const SHOWN = ['mark', 'entry', 'limit', 'trigger', 'liquidation', 'fills'] as const

/** What is drawn over the candles; each kind by itself, kept. */
function LinesMenu() {
  const { t } = useTranslation()
  const hidden = usePreferences((state) => state.chartHidden)
  const change = usePreferences((state) => state.change)
  return (
    <Menu
      label={t('chart.lines')}
      align="start"
      width={220}
      trigger={
        <IconButton label={t('chart.lines')} size={28}>
          <Layers size={16} strokeWidth={1.5} />
        </IconButton>
      }
    >
      <MenuLabel>{t('chart.lines')}</MenuLabel>
      {SHOWN.map((kind) => (
        <MenuToggle
          key={kind}
          label={t(`chart.show.${kind}`)}
          isChecked={!hidden.includes(kind)}
          onChange={(isShown) =>
            change({
              chartHidden: isShown ? hidden.filter((one) => one !== kind) : [...hidden, kind],
            })
          }
        />
      ))}
    </Menu>
  )
}
