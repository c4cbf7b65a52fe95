/** What is left until a time: days, then HH:MM:SS. No live region: it would be read out each second. */
import { useTranslation } from 'react-i18next'
import { useResetClock } from '../capital/useResetClock.ts'
import { useSession } from '../session/index.ts'

const DAY_MS = 86_400_000
const CLOCK_DAYS_MAX = 2

export function WaitClock({ untilMs }: { readonly untilMs: number }) {
  const { t } = useTranslation()
  const client = useSession((state) => state.client)
  const clock = useResetClock(untilMs)
  const days = Math.floor((untilMs - client.correctedNow()) / DAY_MS)
  return (
    <span className="text-t2">
      {days >= CLOCK_DAYS_MAX ? t('addressBook.inDays', { total: days }) : clock}
    </span>
  )
}
