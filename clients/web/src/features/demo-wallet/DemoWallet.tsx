/** On a local exchange: brings the demo wallet into the page and shows its questions. Elsewhere: nothing. */
import { lazy, Suspense, useEffect } from 'react'
import { useChains } from '../../entities/wallet/index.ts'
import { useDemoQuestions } from './demoQuestions.ts'

const Prompt = lazy(async () => ({ default: (await import('./DemoWalletPrompt.tsx')).DemoWalletPrompt }))

let isAnnounced = false

export function DemoWallet() {
  const { data: chains } = useChains()
  const hasQuestion = useDemoQuestions((state) => state.asked.length > 0)
  const chain = chains?.find((item) => item.rpcUrl?.startsWith('/devnet/') === true)
  useEffect(() => {
    if (chain === undefined || isAnnounced) return
    isAnnounced = true
    void import('./announceDemoWallet.ts').then(({ announceDemoWallet }) => announceDemoWallet(chain))
  }, [chain])
  return hasQuestion ? (
    <Suspense fallback={null}>
      <Prompt />
    </Suspense>
  ) : null
}
