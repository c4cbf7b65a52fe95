/** All keys at a glance: each can be moved here, and the keys be armed. */
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  chordOf,
  chordOfPress,
  chordText,
  HOTKEY_NAMES,
  needsArming,
  rebind,
  useArmed,
  type Hotkey,
} from '../entities/hotkeys/index.ts'
import { usePreferences } from '../entities/preferences/index.ts'
import { useSession } from '../entities/session/index.ts'
import { Button, cx, Dialog, Switch } from '../ui/index.ts'

export function HotkeyDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog isOpen onClose={onClose} title={t('hotkeys.title')} width={480} closeLabel={t('common.close')}>
      <HotkeyList />
    </Dialog>
  )
}

function HotkeyList() {
  const { t } = useTranslation()
  const moved = usePreferences((state) => state.hotkeys)
  const change = usePreferences((state) => state.change)
  const isReady = useSession((state) => state.status === 'ready')
  const { isArmed, toggle } = useArmed()
  const [waiting, setWaiting] = useState<Hotkey>()
  const [problem, setProblem] = useState<string>()

  useEffect(() => {
    if (waiting === undefined) return
    // Before the dialog hears it: Escape ends the waiting, not the dialog.
    const listen = (event: KeyboardEvent): void => {
      const chord = chordOfPress(event)
      if (chord === undefined) return
      event.preventDefault()
      event.stopPropagation()
      setWaiting(undefined)
      if (chord === 'escape') return
      const result = rebind(moved, waiting, chord)
      if (result.kind === 'moved') {
        change({ hotkeys: result.chords })
        setProblem(undefined)
      } else
        setProblem(
          result.kind === 'kept'
            ? t('hotkeys.kept', { key: chordText(chord) })
            : t('hotkeys.taken', { key: chordText(chord), action: t(`hotkeys.names.${result.by}`) }),
        )
    }
    addEventListener('keydown', listen, { capture: true })
    return () => removeEventListener('keydown', listen, { capture: true })
  }, [waiting, moved, change, t])

  const rows = (hotkeys: readonly Hotkey[]) => (
    <ul>
      {hotkeys.map((hotkey) => {
        const name = t(`hotkeys.names.${hotkey}`)
        const key = chordText(chordOf(hotkey, moved))
        return (
          <li key={hotkey} className="flex min-h-9 items-center justify-between gap-3 text-body">
            <span>{name}</span>
            <button
              type="button"
              aria-label={t('hotkeys.change', { action: name, key })}
              onClick={() => {
                setProblem(undefined)
                setWaiting(hotkey)
              }}
              className={cx(
                'min-w-14 rounded-[4px] border px-2 py-[3px] text-center text-dense max-md:min-h-9',
                waiting === hotkey ? 'border-chalk text-chalk' : 'border-line-2 text-t1 hover:bg-s3',
              )}
            >
              {waiting === hotkey ? t('hotkeys.press') : key}
            </button>
          </li>
        )
      })}
    </ul>
  )
  return (
    <>
      {rows(HOTKEY_NAMES.filter((hotkey) => !needsArming(hotkey)))}
      <div className="mt-2 flex items-center justify-between gap-4 border-t border-line pt-3">
        <span>
          <span className="block text-body font-semibold">{t('hotkeys.armed')}</span>
          <span className="block text-dense text-t2">{t('hotkeys.armedText')}</span>
        </span>
        <Switch label={t('hotkeys.armed')} isChecked={isArmed} isDisabled={!isReady} onChange={toggle} />
      </div>
      {rows(HOTKEY_NAMES.filter(needsArming))}
      <p role="status" className="min-h-5 text-dense text-warn">
        {problem}
      </p>
      <div className="flex items-center justify-between gap-3">
        <span className="text-dense text-t2">{t('hotkeys.help')}</span>
        <Button
          size="sm"
          isDisabled={Object.keys(moved).length === 0}
          onClick={() => {
            setProblem(undefined)
            change({ hotkeys: {} })
          }}
        >
          {t('hotkeys.reset')}
        </Button>
      </div>
    </>
  )
}
