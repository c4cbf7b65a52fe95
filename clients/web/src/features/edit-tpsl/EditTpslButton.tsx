/** The pencil of an order that is a take profit or stop loss. */
import { Pencil } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Market } from '../../live/index.ts'
import { IconButton } from '../../ui/index.ts'

export function EditTpslButton({ market, onEdit }: { readonly market: Market; readonly onEdit: () => void }) {
  const { t } = useTranslation()
  return (
    <IconButton
      label={t('tpsl.edit', { market: market.label })}
      size={24}
      className="max-md:size-9"
      onClick={onEdit}
    >
      <Pencil size={14} strokeWidth={1.5} />
    </IconButton>
  )
}
