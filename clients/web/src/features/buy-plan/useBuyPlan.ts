/** To the page on which a plan is paid ([7.7]), or into the account of one that was; failures are told ([8.62]). */
import { useQueryClient } from '@tanstack/react-query'
import type { Address } from '@vest/protocol'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { purchaseErrorText, refreshCapitalWallets } from '../../entities/capital/index.ts'
import { useSessionKeeper } from '../../entities/session/index.ts'
import { askToNavigate } from '../../shared/navigation/index.ts'
import { showToast } from '../../ui/index.ts'

/** In the place of a plan: the rules of practice itself. */
export const PRACTICE_RULES = 'practice'

export interface BuyPlan {
  /** Of the plan whose payment is being opened. */
  readonly openingId: string | undefined
  /** Of the account that is being opened. */
  readonly openingAccount: string | undefined
  /** Of the plan under whose rules a practice evaluation is being opened, or `PRACTICE_RULES`. */
  readonly practisingId: string | undefined
  readonly buy: (priceId: string) => void
  /** Without a plan the rules are those of practice itself. */
  readonly practise: (priceId?: string) => void
  readonly open: (account: string) => void
}

export function useBuyPlan(): BuyPlan {
  const { t } = useTranslation()
  const keeper = useSessionKeeper()
  const queries = useQueryClient()
  const [openingId, setOpeningId] = useState<string>()
  const [openingAccount, setOpeningAccount] = useState<string>()
  const [practisingId, setPractisingId] = useState<string>()
  const isRunning = useRef(false)
  // A page that comes back from the browser's own memory has left for the payment before.
  useEffect(() => {
    const comeBack = ({ persisted }: PageTransitionEvent): void => {
      if (!persisted) return
      isRunning.current = false
      setOpeningId(undefined)
    }
    window.addEventListener('pageshow', comeBack)
    return () => window.removeEventListener('pageshow', comeBack)
  }, [])
  const tell = (error: unknown): void => {
    const title = purchaseErrorText(t, error)
    if (title !== undefined) showToast({ key: 'buy-plan', tone: 'err', title })
    void refreshCapitalWallets(queries)
  }
  /** Opens an account, then goes to trading in it. */
  const enter = (
    openAccount: () => Promise<unknown>,
    id: string,
    setBusy: (id: string | undefined) => void,
  ): void => {
    if (isRunning.current) return
    isRunning.current = true
    setBusy(id)
    openAccount()
      .then(() => {
        void refreshCapitalWallets(queries)
        askToNavigate({ pathname: '/trade', search: '' })
      }, tell)
      .finally(() => {
        isRunning.current = false
        setBusy(undefined)
      })
  }
  return {
    openingId,
    openingAccount,
    practisingId,
    practise: (priceId) =>
      enter(() => keeper.capital.practise(priceId), priceId ?? PRACTICE_RULES, setPractisingId),
    buy(priceId) {
      if (isRunning.current) return
      isRunning.current = true
      setOpeningId(priceId)
      keeper.capital.checkout(priceId).then(
        // The button stays as it is until the browser has left.
        ({ url }) => location.assign(url),
        (error: unknown) => {
          isRunning.current = false
          setOpeningId(undefined)
          tell(error)
        },
      )
    },
    open: (account) => enter(() => keeper.capital.open(account as Address), account, setOpeningAccount),
  }
}
