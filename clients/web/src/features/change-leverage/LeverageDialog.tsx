/** Leverage dialog: the figure, a slider with tape ticks, presets, and what the new setting allows. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { leverageLimit, leverageOf } from '../../entities/order/index.ts'
import { useSession } from '../../entities/session/index.ts'
import { useFrame, useLive, type Market } from '../../live/index.ts'
import { Button, Dialog, Segmented, Slider, Tooltip } from '../../ui/index.ts'
import { changeLeverage } from './changeLeverage.ts'
import { leveragePresets, leverageState, sliderStops, snapLeverage } from './leverageForm.ts'

export interface LeverageDialogProps {
  readonly market: Market
  readonly isOpen: boolean
  readonly onClose: () => void
}

export function LeverageDialog({ market, isOpen, onClose }: LeverageDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('leverage.title')} closeLabel={t('common.close')}>
      <LeverageForm key={market.symbol} market={market} onClose={onClose} />
    </Dialog>
  )
}

function LeverageForm({ market, onClose }: { readonly market: Market; readonly onClose: () => void }) {
  const { t } = useTranslation()
  const live = useLive()
  const client = useSession((state) => state.client)
  const account = useFrame(live.account, (state) => state.account)
  const current = leverageOf(account, market)
  const hasPosition = account?.positions.has(market.symbol) === true
  const [value, setValue] = useState(current)
  const [isSending, setIsSending] = useState(false)
  const limit = leverageLimit(market, account?.isCapital)
  const presets = leveragePresets(limit)
  const state = leverageState({ value, current, hasPosition })
  const submit = (): void => {
    setIsSending(true)
    void changeLeverage({
      client,
      live,
      t,
      market,
      value,
      now: Date.now,
      wait: (delayMs) => new Promise((done) => setTimeout(done, delayMs)),
    }).then((outcome) => {
      setIsSending(false)
      if (outcome === 'changed') onClose()
    })
  }
  return (
    <>
      <div className="mb-3 flex items-baseline justify-between">
        <span className="text-t2">{market.label}</span>
        <span>
          <span className="text-amount font-semibold">{value}X</span>{' '}
          <span className="text-dense text-t3">/ {limit}X</span>
        </span>
      </div>
      <Slider
        label={t('leverage.label')}
        value={value}
        min={1}
        max={limit}
        valueText={`${value}X`}
        onChange={(next) => setValue(snapLeverage(next, market, limit))}
        isDisabled={limit === 1}
        tickCount={Math.max(2, Math.min(limit, 21))}
        stops={sliderStops(limit)}
      />
      <Segmented
        label={t('leverage.presets')}
        className="mt-3"
        value={String(value)}
        options={presets.map((preset) => ({ value: String(preset), label: `${preset}X` }))}
        onChange={(preset) => setValue(snapLeverage(Number(preset), market, limit))}
      />
      <div className="mt-5">
        {state === 'invalid' ? (
          <Tooltip content={t('leverage.invalidHelp')}>
            <Button size="xl" reason={t('leverage.invalid')} />
          </Tooltip>
        ) : (
          <Button
            size="xl"
            variant="ink"
            isBusy={isSending}
            isBlocked={state === 'unchanged'}
            onClick={submit}
          >
            {t('leverage.submit', { value: `${value}X` })}
          </Button>
        )}
      </div>
    </>
  )
}
