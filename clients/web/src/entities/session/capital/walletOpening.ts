/** Brings a wallet of the programme into use: the session that is kept, a new one, or first the opening of what was paid. */
import type { Address } from '@vest/protocol'
import type { KeptEmbedded } from '../embeddedSessions.ts'
import { placeOf, walletsOf, type CapitalWallet, type ClientOf, type Person } from './capitalWallets.ts'

/** A payment is under way, or what was paid is not open yet. */
const BEFORE_OPENING: ReadonlySet<string> = new Set(['created', 'paid', 'pre_eval'])

export interface WalletOpening {
  /** Opens the evaluation of this wallet. */
  open(person: Person, wallet: CapitalWallet): Promise<void>
  /** False: it is none of theirs, or not open yet. */
  activate(person: Person, account: Address): Promise<boolean>
}

export interface WalletOpeningOptions {
  readonly clientOf: ClientOf
  /** Keeps the session and makes it the one in use. */
  readonly use: (kept: KeptEmbedded, person: Person) => Promise<void>
}

export function createWalletOpening({ clientOf, use }: WalletOpeningOptions): WalletOpening {
  async function open(person: Person, wallet: CapitalWallet): Promise<void> {
    const { sessions, primary, isPersistent } = person
    const kept = await sessions.registerPlace(
      await placeOf(person, wallet),
      isPersistent,
      ({ account, accessToken }) =>
        clientOf(primary).capitalRegister({ primaryAddr: account, accessToken, isFunded: false }),
    )
    await use(kept, person)
  }

  return {
    open,
    async activate(person, account) {
      const kept = await person.sessions.open(account)
      if (kept !== undefined) {
        await use(kept, person)
        return true
      }
      // Where the exchange cannot be asked, the wallet counts as not there.
      const known = await walletsOf(person, clientOf).catch(() => [])
      const wallet = known.find((one) => one.account === account)
      if (wallet === undefined || wallet.entry.capital_status === 'pre_funded') return false
      if (BEFORE_OPENING.has(wallet.entry.capital_status)) await open(person, wallet)
      else
        await use(
          await person.sessions.registerPlace(await placeOf(person, wallet), person.isPersistent),
          person,
        )
      return true
    },
  }
}
