/** Test USDC and gas on a local exchange: once an hour per address. Absent elsewhere. */
import { isSolanaAddress, type AccountAddress } from '@vest/protocol'
import { ApiError, createDevnetClient } from '@vest/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../shared/i18n/index.ts'
import { showToast } from '../../ui/index.ts'
import { useChains } from './chains.ts'

export interface Faucet {
  readonly isAvailable: boolean
  readonly isBusy: boolean
  /** Resolves when the coins are in the wallet, or in the account of a Solana wallet, or when a toast has said why not. */
  ask(address: AccountAddress, chainId?: number): Promise<void>
}

export function useFaucet(): Faucet {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const isAvailable = useChains().data?.some((chain) => chain.rpcUrl?.startsWith('/devnet/')) === true
  const [isBusy, setIsBusy] = useState(false)
  return {
    isAvailable,
    isBusy,
    async ask(address, chainId) {
      setIsBusy(true)
      const key = showToast({ key: 'faucet', tone: 'pending', title: t('faucet.asking') })
      try {
        const gift = await createDevnetClient({ baseUrl: '' }).faucet(address, chainId)
        showToast({
          key,
          tone: 'ok',
          title: t('faucet.given'),
          text: t(isSolanaAddress(address) ? 'solana.credited' : 'faucet.givenText', {
            usdc: Math.trunc(Number(gift.usdc)).toLocaleString('en-US'),
          }),
        })
        await queries.invalidateQueries({ queryKey: ['private', 'wallet'] })
      } catch (error) {
        const waitMinutes =
          error instanceof ApiError && error.retryAfterMs !== undefined
            ? Math.ceil(error.retryAfterMs / 60_000)
            : undefined
        showToast({
          key,
          tone: 'err',
          title: t('faucet.failed'),
          text:
            waitMinutes === undefined
              ? errorText(t, error instanceof ApiError ? error.code : 901)
              : t('faucet.wait', { minutes: waitMinutes }),
        })
      } finally {
        setIsBusy(false)
      }
    },
  }
}
