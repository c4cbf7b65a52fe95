/**
 * On a local exchange: brings the demo wallet into the page and shows its questions. Elsewhere: nothing. Says of the
 * list of wallets that it is complete as soon as the demo wallet is in it or is known not to come.
 */
import { lazy, Suspense, useEffect } from 'react'
import { useChains, useWallet } from '../../entities/wallet/index.ts'
import { useDemoQuestions } from './demoQuestions.ts'

const Prompt = lazy(async () => ({ default: (await import('./DemoWalletPrompt.tsx')).DemoWalletPrompt }))

let isAnnounced = false

export function DemoWallet() {
  const { data: chains, failureCount } = useChains()
  const complete = useWallet((state) => state.complete)
  const hasQuestion = useDemoQuestions((state) => state.asked.length > 0)
  const chain = chains?.find((item) => item.rpcUrl?.startsWith('/devnet/') === true)
  const isAbsent = chain === undefined && (chains !== undefined || failureCount > 0)
  useEffect(() => {
    if (isAbsent) complete()
    if (chain === undefined || isAnnounced) return
    isAnnounced = true
    // Without it there are the wallets of the browser.
    void import('./announceDemoWallet.ts')
      .then(({ announceDemoWallet }) => announceDemoWallet(chain))
      .finally(complete)
  }, [chain, isAbsent, complete])
  return hasQuestion ? (
    <Suspense fallback={null}>
      <Prompt />
    </Suspense>
  ) : null
}
