/**
 * Keeps session and wallet in step for as long as the app stands: finds wallets, reopens the last session,
 * offers registration to a wallet that has none ([4.16]), suggests the default chain to one whose network was left alone
 * ([2.10]), and says so when the wallet has moved to an address other than the active account ([2.34]).
 */
import { useQueryClient } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { isSolanaAddress, type AccountAddress } from '@vest/protocol'
import { useTranslation } from 'react-i18next'
import { useSession, useSessionKeeper, useSessionStore } from '../../entities/session/index.ts'
import {
  disconnectWallet,
  keepOneWallet,
  usePrimaryWallet,
  useSolanaWallet,
  useWallet,
  watchSolanaWallets,
  watchWallets,
} from '../../entities/wallet/index.ts'
import { isCustomNetworkPath } from '../../shared/navigation/index.ts'
import { showToast } from '../../ui/index.ts'
import { forgetPrivateReads } from './forgetPrivateReads.ts'
import { isQuietPath } from './quietPaths.ts'
import { useSuggestHome } from './useSuggestHome.ts'

export function SessionEffects() {
  const { t } = useTranslation()
  const keeper = useSessionKeeper()
  const session = useSessionStore()
  const queries = useQueryClient()
  const address = usePrimaryWallet()?.address
  const announce = useWallet((state) => state.announce)
  const findSolana = useSolanaWallet((state) => state.find)
  const status = useSession((state) => state.status)
  const account = useSession((state) => state.address)
  const isEmbedded = useSession((state) => state.email !== undefined)
  const path = useRouterState({ select: (state) => state.location.pathname })
  const isQuiet = isQuietPath(path)

  useEffect(() => watchWallets(globalThis.window, announce), [announce])
  useEffect(() => watchSolanaWallets(findSolana), [findSolana])
  useEffect(keepOneWallet, [])

  // The exchange's time before the first signature; a call that it refuses for its time asks again by itself.
  useEffect(() => {
    session
      .getState()
      .client.syncTime()
      .catch(() => undefined)
  }, [session])

  // Logged out in another tab: this one does not ask to sign in again.
  useEffect(
    () =>
      keeper.onEndedElsewhere(() => {
        session.getState().closeDialog()
        disconnectWallet()
      }),
    [keeper, session],
  )

  useEffect(() => {
    keeper.restoreLast().catch(() => {
      session.getState().set({ status: 'visitor' })
      showToast({ key: 'session', tone: 'err', title: t('signIn.notRestored') })
    })
  }, [keeper, session, t])

  // A wallet without a session: reopen the one of its address, else offer to register.
  useEffect(() => {
    const { set, openDialog, closeDialog, dialog } = session.getState()
    if (status === 'connecting' || status === 'ready') return
    if (address === undefined) {
      if (status === 'needs-registration') set({ status: 'visitor', address: undefined })
      return
    }
    if (status === 'needs-registration' && account === address) return
    let isCurrent = true
    keeper.activate(address).then(
      (isSignedIn) => {
        if (!isCurrent) return
        if (isSignedIn) {
          if (dialog?.name === 'sign-in') closeDialog()
          return
        }
        set({ status: 'needs-registration', address, hasApiKey: false })
        if (!isQuiet) openDialog('sign-in')
      },
      () => {
        if (isCurrent) set({ status: 'needs-registration', address, hasApiKey: false })
      },
    )
    return () => {
      isCurrent = false
    }
  }, [status, account, address, keeper, session, isQuiet])

  // The wallet has moved. Where its owner chose another account instead, no dialog opens: orders need no wallet, and
  // whatever does asks by itself ([2.34], [5.11]).
  const standing = useRef<AccountAddress>(undefined)
  useEffect(() => {
    const before = standing.current
    standing.current = status === 'ready' ? address : undefined
    const { openDialog, closeDialog, resumeDialog, dialog } = session.getState()
    if (status !== 'ready' || address === undefined) return
    // An embedded wallet needs no other: one that is connected as well is none of its business.
    if (isEmbedded && dialog?.name !== 'add-account') return
    if (address === account) {
      if (dialog?.name === 'switch-account') resumeDialog()
      if (dialog?.name === 'add-account') closeDialog()
      return
    }
    if (address === before) return
    if (before !== undefined || dialog?.name === 'add-account') return openDialog('switch-account')
    let isCurrent = true
    keeper.accounts().then(
      (known) => {
        if (isCurrent && !known.includes(address)) openDialog('switch-account')
      },
      () => {
        if (isCurrent) openDialog('switch-account')
      },
    )
    return () => {
      isCurrent = false
    }
  }, [status, account, address, isEmbedded, keeper, session])

  // Entered from the page that leaves the wallet on its network: any other page has it on the default chain ([2.10]). The
  // wallets of embedded accounts and of Solana have no network to come to.
  const suggestHome = useSuggestHome()
  const isLeftAlone = isCustomNetworkPath(path)
  const wasLeftAlone = useRef(isLeftAlone)
  useEffect(() => {
    const isEntered = wasLeftAlone.current && !isLeftAlone
    wasLeftAlone.current = isLeftAlone
    const wallet = useWallet.getState().connected
    if (!isEntered || wallet === undefined) return
    const { email, address: active } = session.getState()
    if (email === undefined && (active === undefined || !isSolanaAddress(active)))
      suggestHome(wallet.provider)
  }, [isLeftAlone, session, suggestHome])

  // Of an account that leaves. Where there was none, all that is read is of the one that has come.
  useEffect(() => (account === undefined ? undefined : () => forgetPrivateReads(queries)), [account, queries])

  return null
}
