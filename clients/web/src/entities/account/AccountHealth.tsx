/** Account health: figure in its colour, meter with the two thresholds, a triangle when it is critical. */
import type { Health } from '@vest/formulas'
import { TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Meter, Term } from '../../ui/index.ts'
import { Explained } from '../explanation/Explained.tsx'
import { healthFigure, healthTone, type RiskTone } from './portfolio.ts'

export const HEALTH_TEXT: Record<RiskTone, string> = { ok: 'text-ok', warn: 'text-warn', err: 'text-err' }
const FILL: Record<RiskTone, string> = { ok: 'var(--ok)', warn: 'var(--warn-fill)', err: 'var(--err)' }

export function AccountHealth({ health }: { readonly health: Health }) {
  const { t } = useTranslation()
  const tone = healthTone(health)
  const figure = healthFigure(health)
  return (
    <div>
      <div className="flex items-center justify-between text-dense">
        <span className="flex items-center gap-1 text-t2">
          {tone === 'err' && (
            <TriangleAlert size={14} strokeWidth={1.5} className="text-err" aria-hidden="true" />
          )}
          <Term help={t('account.healthHelp')}>{t('account.health')}</Term>
        </span>
        <span className={`font-medium ${HEALTH_TEXT[tone]}`}>
          <Explained number={{ kind: 'health' }}>{figure}</Explained>
        </span>
      </div>
      <div className="py-[5px]">
        <Meter
          share={health.basisPoints / 10_000}
          colour={FILL[tone]}
          ticks={[0.2, 0.6]}
          label={t('account.healthSpoken', { value: figure })}
        />
      </div>
    </div>
  )
}
