/** Why the last change of this kind was not made; `other` is said first. */
import { useTranslation } from 'react-i18next'
import type { AddressBookChangeKind } from '@vest/protocol'
import type { BookChange } from '../../entities/address-book/index.ts'
import { FormError } from '../../ui/index.ts'

export interface ChangeFailureProps {
  readonly change: BookChange
  readonly of: AddressBookChangeKind
  readonly other?: string | undefined
}

export function ChangeFailure({ change: { failure }, of, other }: ChangeFailureProps) {
  const { t } = useTranslation()
  const refused = failure?.change === of ? t('addressBook.notChanged', { reason: failure.text }) : undefined
  return <FormError text={other ?? refused} />
}
