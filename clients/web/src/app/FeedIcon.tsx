/** State of the live feed: healthy, reconnecting, lost; the tooltip says it in words. */
import { Activity } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { phaseOf, useFrame, useLive, type ConnectionPhase } from '../live/index.ts'
import { cx, Tooltip } from '../ui/index.ts'

const LOOK = {
  connecting: ['text-t3', 'header.feedConnecting'],
  live: ['text-ok', 'header.feedLive'],
  reconnecting: ['text-warn', 'header.feedReconnecting'],
  lost: ['text-err', 'header.feedLost'],
} as const satisfies Record<ConnectionPhase, readonly [string, string]>

export function FeedIcon() {
  const { t } = useTranslation()
  const [ink, key] = LOOK[useFrame(useLive().connection, phaseOf)]
  return (
    <Tooltip content={t(key)} side="bottom">
      <button
        type="button"
        aria-label={t(key)}
        className={cx('flex size-9 cursor-default items-center justify-center rounded-[6px]', ink)}
      >
        <Activity size={18} strokeWidth={1.5} />
      </button>
    </Tooltip>
  )
}
