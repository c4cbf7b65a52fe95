/** Opens the share dialog of a position, and where that dialog hangs; it is loaded when it is first opened. */
import { Share } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { loadPageTexts } from '../../shared/i18n/index.ts'
import { IconButton } from '../../ui/index.ts'
import type { SharedPosition } from './sharedPosition.ts'

export function ShareButton({ market, onShare }: { readonly market: string; readonly onShare: () => void }) {
  const { t } = useTranslation()
  return (
    <IconButton
      label={t('share.open', { market })}
      size={22}
      className="max-md:size-9"
      aria-haspopup="dialog"
      onClick={onShare}
    >
      <Share size={14} strokeWidth={1.5} aria-hidden="true" />
    </IconButton>
  )
}

const Dialog = lazy(async () => {
  const [{ ShareDialog }] = await Promise.all([import('./ShareDialog.tsx'), loadPageTexts()])
  return { default: ShareDialog }
})

export function SharePosition({
  shared,
  onClose,
}: {
  readonly shared: SharedPosition | undefined
  readonly onClose: () => void
}) {
  return shared === undefined ? null : (
    <Suspense fallback={null}>
      <Dialog shared={shared} onClose={onClose} />
    </Suspense>
  )
}
