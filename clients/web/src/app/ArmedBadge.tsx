/** Says on every page that the keys which send something are armed, and disarms them. */
import { Keyboard } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { chordOf, chordText, useArmed, useHotkey } from '../entities/hotkeys/index.ts'
import { usePreferences } from '../entities/preferences/index.ts'
import { useSession } from '../entities/session/index.ts'

export function ArmedBadge() {
  const { t } = useTranslation()
  const { isArmed, toggle, disarm } = useArmed()
  const isReady = useSession((state) => state.status === 'ready')
  const hasShortcuts = usePreferences((state) => state.hasShortcuts)
  const key = usePreferences((state) => chordText(chordOf('arm', state.hotkeys)))
  useHotkey('arm', () => isReady && toggle())
  const mayArm = isReady && hasShortcuts
  useEffect(() => {
    if (!mayArm) disarm()
  }, [mayArm, disarm])
  useEffect(() => {
    const onHidden = (): void => {
      if (document.hidden) disarm()
    }
    document.addEventListener('visibilitychange', onHidden)
    return () => document.removeEventListener('visibilitychange', onHidden)
  }, [disarm])
  return (
    <div role="status" className="fixed bottom-3 left-3 z-30">
      {isArmed && (
        <button
          type="button"
          onClick={disarm}
          className="press flex items-center gap-2 rounded-[8px] border border-chalk bg-chalk-tint px-3 py-2 text-dense font-semibold text-chalk shadow-pop"
        >
          <Keyboard size={14} strokeWidth={1.5} aria-hidden="true" />
          {t('hotkeys.badge', { key })}
        </button>
      )}
    </div>
  )
}
