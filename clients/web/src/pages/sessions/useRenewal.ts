/**
 * A new signer for this browser in the place of the one that ends soon, in one press: without a question for an embedded
 * wallet, by one signature of the wallet that owns the account otherwise. The former one is ended at once.
 */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession, useSessionKeeper } from '../../entities/session/index.ts'
import { usePrimaryWallet } from '../../entities/wallet/index.ts'
import { registrationErrorText } from '../../features/sign-in/signInError.ts'
import { showToast } from '../../ui/index.ts'
import type { KeyRow } from './sessionRows.ts'

export interface Renewal {
  readonly isRenewing: boolean
  renew(row: KeyRow): void
}

export function useRenewal(onRenewed: () => void): Renewal {
  const { t } = useTranslation()
  const keeper = useSessionKeeper()
  const client = useSession((state) => state.client)
  const address = useSession((state) => state.address)
  const isEmbedded = useSession((state) => state.email !== undefined)
  const openDialog = useSession((state) => state.openDialog)
  const wallet = usePrimaryWallet()
  const [isRenewing, setIsRenewing] = useState(false)
  return {
    isRenewing,
    renew({ id }) {
      // The wallet that has to sign is not there: its owner brings it.
      if (!isEmbedded && wallet?.address !== address) return openDialog('switch-account')
      setIsRenewing(true)
      keeper
        .renew(wallet?.signer)
        .then(() => client.revokeApiKey(id))
        .then(
          () => showToast({ tone: 'ok', title: t('sessions.renewed') }),
          (error: unknown) => showToast({ tone: 'err', title: registrationErrorText(t, error) }),
        )
        .finally(() => {
          setIsRenewing(false)
          onRenewed()
        })
    },
  }
}
