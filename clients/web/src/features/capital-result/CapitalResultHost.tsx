/**
 * Opens the result of the account on screen when it has become one ([4.10]), once; and again from its banner. What was
 * seen is kept in this browser, so that a page loaded anew does not tell an old result as news.
 */
import { lazy, Suspense, useEffect } from 'react'
import type { Address } from '@vest/protocol'
import { useFollowCapital } from '../../entities/capital/useCapitalWallets.ts'
import { useResultView } from '../../entities/capital/resultStore.ts'
import { capitalResultOf, useFrame, useLive } from '../../live/index.ts'
import { withPageTexts } from '../../shared/i18n/index.ts'
import { isNews } from './seenResults.ts'

const ResultDialog = lazy(
  withPageTexts(async () => {
    // It reads a certificate by its schemas.
    await import('../../shared/schemasWithoutCode.ts')
    return { default: (await import('./ResultDialog.tsx')).ResultDialog }
  }),
)
const ClaimDialog = lazy(
  withPageTexts(async () => ({ default: (await import('./ClaimDialog.tsx')).ClaimDialog })),
)

export function CapitalResultHost() {
  useFollowCapital()
  const account = useFrame(useLive().account, (state) => state.account)
  const { view, evaluation, showResult, close } = useResultView()
  const result = capitalResultOf(account?.capitalStatus)
  const news = result === undefined ? undefined : `${account?.address} ${account?.capitalStatus}`
  useEffect(() => {
    if (news !== undefined && isNews(news)) showResult()
  }, [news, showResult])
  return (
    <Suspense fallback={null}>
      {view === 'result' && result !== undefined && account?.capital !== undefined && (
        <ResultDialog account={account.address} result={result} facts={account.capital} onClose={close} />
      )}
      {view === 'claim' && evaluation !== undefined && (
        <ClaimDialog evaluation={evaluation as Address} onClose={close} />
      )}
    </Suspense>
  )
}
