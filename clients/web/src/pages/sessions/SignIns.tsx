/** The list of sign-ins; nothing for the owner of another wallet. */
import { useTranslation } from 'react-i18next'
import { Button, showToast } from '../../ui/index.ts'
import { KeyList } from './KeyList.tsx'
import type { KeyRow } from './sessionRows.ts'
import type { SignInsState } from './useSignIns.ts'

export function SignIns({ signIns }: { readonly signIns: SignInsState }) {
  const { t } = useTranslation()
  const { isThere, rows, others, isLoading, retry, ending, end } = signIns
  if (!isThere) return null
  const endRows = (ended: readonly KeyRow[]): void =>
    void end(ended).then(
      () => showToast({ tone: 'ok', title: t('sessions.ended', { total: ended.length }) }),
      () => showToast({ tone: 'err', title: t('sessions.endAllFailed') }),
    )
  return (
    <KeyList
      title={t('signIns.title')}
      note={t('signIns.text')}
      rows={rows}
      {...{ isLoading, retry, ending }}
      end={(row) => endRows([row])}
      tools={
        others.length > 1 && (
          <Button size="xs" isBusy={ending === 'all'} onClick={() => endRows(others)}>
            {t('signIns.endOthers')}
          </Button>
        )
      }
    />
  )
}
