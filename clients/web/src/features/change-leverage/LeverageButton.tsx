/** Opens the leverage dialog: a button in the market bar, a badge in the ticket. Visitors see it disabled ([6.2]). */
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { leverageOf } from '../../entities/order/index.ts'
import { useSession } from '../../entities/session/index.ts'
import { useFrame, useLive, type Market } from '../../live/index.ts'
import { Button, cx } from '../../ui/index.ts'

const LeverageDialog = lazy(async () => ({ default: (await import('./LeverageDialog.tsx')).LeverageDialog }))

export function LeverageButton({
  market,
  look,
}: {
  readonly market: Market
  readonly look: 'bar' | 'badge' | 'tall'
}) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  const open = (): void => {
    setWasOpened(true)
    setIsOpen(true)
  }
  const isReady = useSession((state) => state.status === 'ready')
  const leverage = useFrame(useLive().account, (state) => leverageOf(state.account, market))
  const mode = t(market.isIsolated ? 'market.isolated' : 'market.cross')
  return (
    <>
      {look === 'badge' ? (
        <button
          type="button"
          disabled={!isReady}
          aria-label={t('common.named', { name: t('leverage.button'), value: `${mode} ${leverage}X` })}
          onClick={open}
          className="flex items-center gap-2 text-dense text-t2 enabled:hover:text-t1 disabled:cursor-default"
        >
          {mode}{' '}
          <span className="inline-flex h-[18px] items-center rounded-[4px] bg-s3 px-[6px] text-[11px] font-semibold">
            {leverage}X
          </span>
        </button>
      ) : (
        <Button
          isDisabled={!isReady}
          onClick={open}
          className={cx(look === 'bar' ? 'h-[34px] px-3' : 'h-11 px-4')}
        >
          <span className="font-medium text-t2">{t('leverage.button')}</span> {leverage}X
        </Button>
      )}
      {wasOpened && (
        <Suspense fallback={null}>
          <LeverageDialog market={market} isOpen={isOpen} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
