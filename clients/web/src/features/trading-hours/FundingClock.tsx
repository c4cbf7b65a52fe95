/** How long until funding is paid next: payments come at whole parts of the exchange's hour. */
import { useTranslation } from 'react-i18next'
import { useSession } from '../../entities/session/index.ts'
import type { Market } from '../../live/index.ts'
import { nextFundingMs } from './nextFunding.ts'
import { useCountdown } from './useCountdown.ts'

export function FundingClock({ market }: { readonly market: Market }) {
  const { t } = useTranslation()
  const client = useSession((state) => state.client)
  const nextMs = nextFundingMs(client.correctedNow(), market.fundingIntervalMs)
  const left = useCountdown(nextMs)
  if (left === '') return null
  return (
    <span className="text-t3 tabular-nums" title={t('hours.funding')}>
      <span className="sr-only">{t('hours.funding')} </span>
      {left}
    </span>
  )
}
