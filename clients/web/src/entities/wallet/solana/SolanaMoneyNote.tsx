/** What a money dialog says to the account of a Solana wallet: where it pays in, which way is closed, and on a local exchange how to get test money. */
import type { SolanaAddress } from '@vest/protocol'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/index.ts'
import { useFaucet } from '../faucet.ts'
import { SolanaWay } from './SolanaWay.tsx'

export function SolanaMoneyNote({
  account,
  kind,
}: {
  readonly account: SolanaAddress
  readonly kind: 'deposit' | 'withdraw'
}) {
  const { t } = useTranslation()
  const faucet = useFaucet()
  return (
    <div className="flex flex-col gap-4">
      {kind === 'deposit' ? <SolanaWay /> : <p className="text-body text-t2">{t('solana.withdraw')}</p>}
      {kind === 'deposit' && faucet.isAvailable && (
        <Button size="lg" isBusy={faucet.isBusy} onClick={() => void faucet.ask(account)}>
          {t('faucet.get')}
        </Button>
      )}
    </div>
  )
}
