/**
 * Who is using the app: one zustand store that the header, the ticket and every dialog read.
 *
 * The store holds facts and which dialog is open; connecting, registering and signing live in
 * `features/sign-in`, which calls the setters. `client` is one object for the life of the page: sign-in calls
 * `client.authorize(...)` and then `set({ status: 'ready', address, hasApiKey: true })`, which makes the app
 * open the private half of `live`; sign-out calls `client.forget()` and sets the visitor's state again.
 */
import type { AccountAddress, Address } from '@vest/protocol'
import type { VestClient } from '@vest/sdk'
import { create } from 'zustand'

/**
 * visitor: no wallet. connecting: the wallet is asked or the stored session is opened. needs-registration:
 * a wallet is connected and has no API key. ready: signed in, may trade.
 */
export type SessionStatus = 'visitor' | 'connecting' | 'needs-registration' | 'ready'

export type DialogName =
  | 'sign-in'
  | 'account'
  | 'add-account'
  | 'deposit'
  | 'withdraw'
  | 'withdrawal-approved'
  | 'switch-account'
  | 'solana-transfer'

export interface OpenDialog {
  readonly name: DialogName
  /** What the dialog is about, e.g. the id of the withdrawal that was approved. */
  readonly subject?: string
  /** What was open when another address was asked for: it comes back with the address. */
  readonly from?: OpenDialog
}

export interface Session {
  readonly status: SessionStatus
  /** EVM in lower case, or base58. */
  readonly address: AccountAddress | undefined
  readonly hasApiKey: boolean
  /** Of whom the account is, where its wallet is embedded; undefined where a wallet of the person's own stands behind it. */
  readonly email: string | undefined
  /** The first account of that person, also while one of Vest Capital is in use; undefined with `email`. */
  readonly primary: Address | undefined
  readonly client: VestClient
  readonly dialog: OpenDialog | undefined
}

export interface SessionActions {
  /** Replaces what is known of the user in one step, so that no reader sees half a sign-in. */
  set(next: Partial<Omit<Session, 'dialog'>>): void
  openDialog(name: DialogName, subject?: string): void
  closeDialog(): void
  /** Closes it, and opens again what was open before. */
  resumeDialog(): void
}

export type SessionState = Session & SessionActions

/** The choice of wallets does not come back once one was chosen. */
const isChoice = ({ name }: OpenDialog): boolean => name === 'sign-in' || name === 'add-account'

function cameFrom(dialog: OpenDialog | undefined): Pick<OpenDialog, 'from'> {
  const from = dialog?.name === 'switch-account' ? dialog.from : dialog
  return from === undefined || isChoice(from) ? {} : { from }
}

/** Made once in `app/` with the public client and shared by everything below. */
export const createSessionStore = (client: VestClient) =>
  create<SessionState>()((set) => ({
    status: 'visitor',
    address: undefined,
    hasApiKey: false,
    email: undefined,
    primary: undefined,
    client,
    dialog: undefined,
    set: (next) => set(next),
    openDialog: (name, subject) =>
      set(({ dialog }) => ({
        dialog: {
          name,
          ...(subject === undefined ? {} : { subject }),
          ...(name === 'switch-account' ? cameFrom(dialog) : {}),
        },
      })),
    resumeDialog: () => set(({ dialog }) => ({ dialog: dialog?.from })),
    closeDialog: () => set({ dialog: undefined }),
  }))
