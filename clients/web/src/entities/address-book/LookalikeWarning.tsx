/** An address with both ends of a known one: the two stand below each other, whole. */
import { TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { inGroups } from '../../shared/format/index.ts'
import type { Lookalike } from './judgeRecipient.ts'

export function LookalikeWarning({
  recipient,
  lookalike,
}: {
  readonly recipient: string
  readonly lookalike: Lookalike
}) {
  const { t } = useTranslation()
  const { label } = lookalike
  return (
    <div role="alert" className="mt-3 flex gap-2 rounded-[8px] bg-err-tint px-3 py-[10px] text-dense">
      <TriangleAlert size={16} strokeWidth={1.5} className="mt-px shrink-0 text-err" aria-hidden="true" />
      <div className="min-w-0">
        <p className="font-semibold">
          {label === undefined ? t('addressBook.alike') : t('addressBook.alikeSaved', { label })}
        </p>
        <p>{t('addressBook.alikeText')}</p>
        <p className="mt-2 text-t2">{t('addressBook.alikeThis')}</p>
        <p className="break-words">{inGroups(recipient)}</p>
        <p className="mt-1 text-t2">{label ?? t('addressBook.alikeKnown')}</p>
        <p className="break-words">{inGroups(lookalike.recipient)}</p>
      </div>
    </div>
  )
}
