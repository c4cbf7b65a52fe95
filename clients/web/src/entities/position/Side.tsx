/** Long or Short, in words and in the colour of its direction. */
import { useTranslation } from 'react-i18next'

export function Side({ isLong }: { readonly isLong: boolean }) {
  const { t } = useTranslation()
  return (
    <span className={`font-medium ${isLong ? 'text-up' : 'text-down'}`}>
      {t(isLong ? 'side.long' : 'side.short')}
    </span>
  )
}
