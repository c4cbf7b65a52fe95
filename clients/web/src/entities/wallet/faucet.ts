/** Test USDC and gas on a local exchange: 10,000 once an hour per address, or what is missing. Absent elsewhere. */
import { formatUsd6, isSolanaAddress, usd6, type AccountAddress, type Usd6, REFUSAL } from '@vest/protocol'
import { ApiError, createDevnetClient } from '@vest/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../shared/i18n/index.ts'
import { showToast } from '../../ui/index.ts'
import { useChains } from './chains.ts'

/** What one address may ask for by amount in an hour. */
export const FAUCET_ASKED_MAX: Usd6 = usd6(100_000_000_000)

export interface Faucet {
  readonly isAvailable: boolean
  readonly isBusy: boolean
  /** Resolves when the coins are in the wallet, or in the account of a Solana wallet, or when a toast has said why not. */
  ask(address: AccountAddress, chainId?: number, amountUsd6?: Usd6): Promise<void>
}

export function useFaucet(): Faucet {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const isAvailable = useChains().data?.some((chain) => chain.rpcUrl?.startsWith('/devnet/')) === true
  const [isBusy, setIsBusy] = useState(false)
  return {
    isAvailable,
    isBusy,
    async ask(address, chainId, amountUsd6) {
      setIsBusy(true)
      const key = showToast({ key: 'faucet', tone: 'pending', title: t('faucet.asking') })
      try {
        const gift = await createDevnetClient({ baseUrl: '' }).faucet(
          address,
          chainId,
          amountUsd6 === undefined ? undefined : formatUsd6(amountUsd6),
        )
        showToast({
          key,
          tone: 'ok',
          title: t('faucet.given'),
          text: t(
            isSolanaAddress(address) && chainId === undefined ? 'solana.credited' : 'faucet.givenText',
            {
              usdc: Number(gift.usdc).toLocaleString('en-US', { maximumFractionDigits: 2 }),
            },
          ),
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
              ? errorText(t, error instanceof ApiError ? error.code : REFUSAL.CREATE_ORDER_TIMEOUT)
              : t('faucet.wait', { minutes: waitMinutes }),
        })
      } finally {
        setIsBusy(false)
      }
    },
  }
}
