/**
 * How long until a moment of the exchange's clock, as text that changes by the second; '' where there is none. It is
 * painted with the frame that paints everything else.
 */
import type { TFunction } from 'i18next'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../entities/session/index.ts'
import { createFrameStore, useFrame } from '../../live/index.ts'
import { countdownTo } from './countdown.ts'

const SECOND_MS = 1_000

export function useCountdown(targetMs: number | undefined): string {
  const { t } = useTranslation()
  const client = useSession((state) => state.client)
  const [store] = useState(() => createFrameStore(countdownText(t, targetMs, client.correctedNow())))
  useEffect(() => {
    const tell = (): void => store.set(countdownText(t, targetMs, client.correctedNow()))
    tell()
    if (targetMs === undefined) return
    const timer = setInterval(tell, SECOND_MS)
    return () => clearInterval(timer)
  }, [t, client, store, targetMs])
  return useFrame(store)
}

function countdownText(t: TFunction, targetMs: number | undefined, nowMs: number): string {
  const left = targetMs === undefined ? undefined : countdownTo(targetMs, nowMs)
  if (left === undefined) return ''
  if (left.unit === 'minutes') return left.clock
  return left.unit === 'hours' ? t('hours.hoursLeft', left) : t('hours.daysLeft', left)
}
