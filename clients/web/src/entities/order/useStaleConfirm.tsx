/** A market order at prices that may be old is asked for twice: the first press says why, the second sends. */
import { useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFrame, useLive } from '../../live/index.ts'

export interface StaleConfirm {
  /** May it go now? False at the first press of a market order while prices are stale. */
  readonly mayGo: (isMarketOrder: boolean) => boolean
  /** Below the button, while a second press is waited for. */
  readonly notice: ReactNode
}

export function useStaleConfirm(): StaleConfirm {
  const { t } = useTranslation()
  const isStale = useFrame(useLive().connection, (connection) => connection.isStale)
  const [asksAgain, setAsksAgain] = useState(false)
  useEffect(() => {
    if (!isStale) setAsksAgain(false)
  }, [isStale])
  return {
    mayGo(isMarketOrder) {
      const asks = isStale && isMarketOrder && !asksAgain
      setAsksAgain(asks)
      return !asks
    },
    notice: asksAgain && (
      <p role="status" className="mt-1 text-caption text-warn">
        {t('ticket.confirmStale')}
      </p>
    ),
  }
}
