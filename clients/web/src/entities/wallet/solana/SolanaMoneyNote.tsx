/** What the deposit dialog says to the account of a Solana wallet: where it pays in, and on a local exchange how to get test money. */
import type { SolanaAddress } from '@vest/protocol'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/index.ts'
import { useSession } from '../../session/index.ts'
import { useFaucet } from '../faucet.ts'
import { SolanaWay } from './SolanaWay.tsx'
import { useSolanaWallet } from './solanaWalletStore.ts'

export function SolanaMoneyNote({ account }: { readonly account: SolanaAddress }) {
  const { t } = useTranslation()
  const faucet = useFaucet()
  const openDialog = useSession((state) => state.openDialog)
  const wallet = useSolanaWallet((state) => state.connected)
  return (
    <div className="flex flex-col gap-4">
      <SolanaWay />
      {wallet?.address === account && wallet.wallet.signTransaction !== undefined && (
        <Button size="lg" variant="ink" onClick={() => openDialog('solana-transfer', 'deposit')}>
          {t('solana.pay', { wallet: wallet.wallet.name })}
        </Button>
      )}
      {faucet.isAvailable && (
        <Button size="lg" isBusy={faucet.isBusy} onClick={() => void faucet.ask(account)}>
          {t('faucet.get')}
        </Button>
      )}
    </div>
  )
}
