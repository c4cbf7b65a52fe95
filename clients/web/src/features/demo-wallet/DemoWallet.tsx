/**
 * On a local exchange: brings the demo wallet into the page and shows its questions. Elsewhere: nothing. Says of the
 * list of wallets that it is complete as soon as the demo wallet is in it or is known not to come.
 */
import type { ChainInfo } from '@vest/protocol'
import { lazy, Suspense, useEffect } from 'react'
import { useChains, useWallet } from '../../entities/wallet/index.ts'
import { useDemoQuestions } from './demoQuestions.ts'

const Prompt = lazy(async () => ({ default: (await import('./DemoWalletPrompt.tsx')).DemoWalletPrompt }))

let isAnnounced = false

const isDevnetEvm = ({ networkType, rpcUrl }: ChainInfo): boolean =>
  networkType === 0 && rpcUrl?.startsWith('/devnet/') === true

export function DemoWallet() {
  const { data: chains, failureCount } = useChains()
  const complete = useWallet((state) => state.complete)
  const hasQuestion = useDemoQuestions((state) => state.asked.length > 0)
  const isLocal = chains?.some(isDevnetEvm) === true
  const isAbsent = !isLocal && (chains !== undefined || failureCount > 0)
  useEffect(() => {
    if (isAbsent) complete()
    if (!isLocal || isAnnounced) return
    isAnnounced = true
    // Without it there are the wallets of the browser.
    void import('./announceDemoWallet.ts')
      .then(({ announceDemoWallet }) => announceDemoWallet(chains!.filter(isDevnetEvm)))
      .finally(complete)
  }, [chains, isLocal, isAbsent, complete])
  return hasQuestion ? (
    <Suspense fallback={null}>
      <Prompt />
    </Suspense>
  ) : null
}
