/** The list of keyboard shortcuts, opened by ? or from the settings. */
import { create } from 'zustand'
import { useTranslation } from 'react-i18next'
import { Dialog, KeyValue } from '../ui/index.ts'
import { useShortcut } from '../entities/preferences/index.ts'

const useList = create<{ readonly isOpen: boolean }>()(() => ({ isOpen: false }))
export const openShortcutList = (): void => useList.setState({ isOpen: true })

export function ShortcutList() {
  const { t } = useTranslation()
  const isOpen = useList((state) => state.isOpen)
  useShortcut('?', openShortcutList)
  const rows = [
    ['/', t('shortcuts.search')],
    ['B, S', t('shortcuts.side')],
    ['M, L', t('shortcuts.type')],
    ['Enter', t('shortcuts.submit')],
    ['Esc', t('shortcuts.escape')],
    ['?', t('shortcuts.list')],
  ] as const
  return (
    <Dialog
      isOpen={isOpen}
      onClose={() => useList.setState({ isOpen: false })}
      title={t('shortcuts.title')}
      closeLabel={t('common.close')}
    >
      {rows.map(([key, text]) => (
        <KeyValue key={key} label={text} className="leading-8">
          <kbd className="rounded-[4px] border border-line-2 px-[6px] py-[1px] font-sans text-caption">
            {key}
          </kbd>
        </KeyValue>
      ))}
    </Dialog>
  )
}
