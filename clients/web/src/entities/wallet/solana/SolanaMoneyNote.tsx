/** What the deposit dialog says to the account of a Solana wallet: where it pays in, and on a local exchange how to get test money. */
import type { SolanaAddress } from '@vest/protocol'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/index.ts'
import { useFaucet } from '../faucet.ts'
import { SolanaWay } from './SolanaWay.tsx'

export function SolanaMoneyNote({ account }: { readonly account: SolanaAddress }) {
  const { t } = useTranslation()
  const faucet = useFaucet()
  return (
    <div className="flex flex-col gap-4">
      <SolanaWay />
      {faucet.isAvailable && (
        <Button size="lg" isBusy={faucet.isBusy} onClick={() => void faucet.ask(account)}>
          {t('faucet.get')}
        </Button>
      )}
    </div>
  )
}
