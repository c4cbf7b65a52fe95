/** On a phone the way in and out of the pool stays at the foot of the page; each button opens the form as a sheet. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LpSheet, type LpSide } from '../../features/lp-order/index.ts'
import { Button } from '../../ui/index.ts'

/** A visitor has nothing to take out. */
export function ActionBar({ isVisitor }: { readonly isVisitor: boolean }) {
  const { t } = useTranslation()
  const [side, setSide] = useState<LpSide>()
  return (
    <div
      role="group"
      aria-label={t('lp.panel')}
      className="sticky bottom-0 z-20 flex gap-2 border-t border-line bg-s2 px-4 pt-[10px] pb-[max(22px,env(safe-area-inset-bottom))]"
    >
      {!isVisitor && (
        <Button size="xl" onClick={() => setSide('withdraw')}>
          {t('lp.withdraw')}
        </Button>
      )}
      <Button size="xl" variant="ink" onClick={() => setSide('deposit')}>
        {t('lp.deposit')}
      </Button>
      <LpSheet side={side} onClose={() => setSide(undefined)} />
    </div>
  )
}
