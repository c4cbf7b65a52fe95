/**
 * Changes of the address book, each signed by the key of the account itself: in the frame of the embedded wallet, or by
 * the connected wallet, which must be on the account's address. One at a time; what went wrong stays until the next.
 */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AddressBookIntent } from '@vest/sdk'
import { useLive } from '../../live/index.ts'
import { useSession, useSessionKeeper } from '../session/index.ts'
import { actionSignerOf, useWallet } from '../wallet/index.ts'
import { readAddressBook } from './addressBookFacts.ts'
import { changeErrorText } from './changeErrorText.ts'
import { keepAddressBook, refreshAddressBook } from './useAddressBook.ts'

export interface BookChange {
  /** What is being signed or sent. */
  readonly asked: AddressBookIntent | undefined
  /** The wallet's frame asks meanwhile: dialogs make room for it. */
  readonly isInFrame: boolean
  /** What was not done, and why. */
  readonly failure: { readonly change: AddressBookIntent['change']; readonly text: string } | undefined
  /** Resolves true when the change was made. */
  readonly send: (intent: AddressBookIntent) => Promise<boolean>
  readonly clear: () => void
}

export function useChangeAddressBook(): BookChange {
  const { t } = useTranslation()
  const live = useLive()
  const queries = useQueryClient()
  const keeper = useSessionKeeper()
  const client = useSession((state) => state.client)
  const account = useSession((state) => state.address)
  const isEmbedded = useSession((state) => state.email !== undefined)
  const openDialog = useSession((state) => state.openDialog)
  const connected = useWallet((state) => state.connected)
  const [asked, setAsked] = useState<AddressBookIntent>()
  const [failure, setFailure] = useState<BookChange['failure']>()

  const sign = (intent: AddressBookIntent) => {
    if (!isEmbedded) return keeper.clientSignedBy(actionSignerOf(connected!)).changeAddressBook(intent)
    return client.changeAddressBookSignedBy(intent, async (nonce) => {
      const { embeddedWalletOf } = await import('../embedded/loadEmbedded.ts')
      return (await embeddedWalletOf(client)).signAddressBook(nonce, intent)
    })
  }

  const send = async (intent: AddressBookIntent): Promise<boolean> => {
    if (account === undefined || asked !== undefined) return false
    setFailure(undefined)
    if (!isEmbedded && connected?.address !== account) {
      openDialog('switch-account')
      return false
    }
    setAsked(intent)
    try {
      keepAddressBook(queries, account, readAddressBook(await sign(intent)))
      // A lock gives back what was asked for.
      if (intent.change === 'LOCK') live.refreshAccount()
      return true
    } catch (error) {
      setFailure({ change: intent.change, text: changeErrorText(t, error) })
      // Where the answer was lost the book tells.
      void refreshAddressBook(queries)
      return false
    } finally {
      setAsked(undefined)
    }
  }

  return {
    asked,
    isInFrame: isEmbedded && asked !== undefined,
    failure,
    send,
    clear: () => setFailure(undefined),
  }
}
