/**
 * The browsers that the owner of an embedded wallet is signed in with. They are identity's own, apart from the signers of
 * accounts: ending one closes the wallet there, and whoever sits there needs a new code.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { SessionsAnswer } from '@vest/protocol'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../entities/session/index.ts'
import { Button, showToast } from '../../ui/index.ts'
import { KeyList } from './KeyList.tsx'
import { byUse, signInRowOf, type KeyRow } from './sessionRows.ts'

const REFRESH_MS = 30_000

export function SignIns() {
  const isEmbedded = useSession((state) => state.email !== undefined)
  return isEmbedded ? <SignInList /> : null
}

function SignInList() {
  const { t } = useTranslation()
  const client = useSession((state) => state.client)
  const email = useSession((state) => state.email)
  const queries = useQueryClient()
  const [ending, setEnding] = useState<string>()
  const wallet = async () =>
    (await import('../../entities/embedded/loadEmbedded.ts')).embeddedWalletOf(client)
  const { data, isError, refetch } = useQuery({
    queryKey: ['private', 'signIns', email],
    queryFn: async (): Promise<SessionsAnswer> => (await wallet()).call('sessions.list', {}),
    staleTime: 0,
    refetchInterval: REFRESH_MS,
    retry: false,
  })
  const rows = (data?.sessions ?? []).map(signInRowOf).toSorted(byUse)
  const others = rows.filter(({ isCurrent }) => !isCurrent)
  const endRows = async (ended: readonly KeyRow[]): Promise<void> => {
    setEnding(ended.length === 1 ? ended[0]!.id : 'all')
    try {
      const frame = await wallet()
      for (const { id } of ended) await frame.call('sessions.end', { sessionId: id })
      showToast({ tone: 'ok', title: t('sessions.ended', { total: ended.length }) })
    } catch {
      showToast({ tone: 'err', title: t('sessions.endAllFailed') })
    }
    setEnding(undefined)
    void queries.invalidateQueries({ queryKey: ['private', 'signIns'] })
  }
  return (
    <KeyList
      title={t('signIns.title')}
      note={t('signIns.text')}
      rows={rows}
      isLoading={data === undefined && !isError}
      retry={isError && data === undefined ? () => void refetch() : undefined}
      end={(row) => void endRows([row])}
      ending={ending}
      tools={
        others.length > 1 && (
          <Button size="xs" isBusy={ending === 'all'} onClick={() => void endRows(others)}>
            {t('signIns.endOthers')}
          </Button>
        )
      }
    />
  )
}
