/**
 * Accounts of Vest Capital of a person who has signed in with e-mail or Google: their wallets are further ones of the person's
 * embedded wallet, so they are found, proven and registered without a question, and every call about them is made as the
 * person's first account, whichever is in use. Loaded at the first need.
 */
import type {
  Address,
  CapitalActivateResponse,
  CapitalPaymentResponse,
  CapitalVerdictResponse,
} from '@vest/protocol'
import type { VestClient } from '@vest/sdk'
import {
  candidates,
  walletsOf,
  withFirstUnused,
  type CapitalWallet,
  type Person,
} from './capital/capitalWallets.ts'
import { createWalletOpening, type WalletOpeningOptions } from './capital/walletOpening.ts'

export type { CapitalWallet, Person } from './capital/capitalWallets.ts'

export interface CapitalCheckout {
  /** Where the browser goes to pay. */
  readonly url: string
  readonly sessionId: string
  readonly account: Address
}

export interface CapitalSessions {
  /** All of the person, oldest first; none without a sign-in by e-mail or Google. */
  wallets(): Promise<readonly CapitalWallet[]>
  /** Begins the payment of a plan for the next free evaluation wallet. The same plan again is the same payment. */
  checkout(priceId: string): Promise<CapitalCheckout>
  /**
   * Opens a practice evaluation for the next free wallet, and makes it the account in use: under the rules of a plan, or
   * of practice itself.
   */
  practise(priceId: string | undefined): Promise<void>
  /** Opens the evaluation that was paid, and makes it the account in use. Repeatable. */
  open(account: Address): Promise<void>
  /** Claims the funded account after a pass, for the next free funded wallet. The same again is the same answer. */
  claim(evaluation: Address): Promise<CapitalActivateResponse['claim']>
  /** The certificate of the verdict on one of the person's accounts, and the key that the exchange signs with. */
  verdict(account: Address): Promise<CapitalVerdictResponse>
  /** When the plan of one of the person's evaluations was paid, step by step. */
  payment(account: Address): Promise<CapitalPaymentResponse>
  /** From the funded account in use to the person's first, in micro-USDC; opens the frame and waits for the press. */
  withdrawProfit(size: number): Promise<{ readonly id: string }>
}

/** No plan without it; the page shows the sentence of [5.13]. */
export class SignInFirstError extends Error {
  override readonly name = 'SignInFirstError'
}

export interface CapitalSessionsOptions extends WalletOpeningOptions {
  /** Undefined where there is none. */
  readonly person: () => Promise<Person | undefined>
  /** The session in use. */
  readonly current: () => { readonly client: VestClient; readonly account: string | undefined }
}

export interface OwnCapitalSessions extends CapitalSessions {
  /** Makes a wallet of the person's the account in use; false: it is none of theirs, or not open yet. */
  activate(account: Address): Promise<boolean>
}

export function createCapitalSessions(options: CapitalSessionsOptions): OwnCapitalSessions {
  const { clientOf, current } = options
  const opening = createWalletOpening(options)

  async function signedIn(): Promise<Person> {
    const person = await options.person()
    if (person === undefined) throw new SignInFirstError()
    return person
  }

  async function openKnown(person: Person, account: Address, missing: string): Promise<void> {
    const wallet = (await walletsOf(person, clientOf)).find((one) => one.account === account)
    if (wallet === undefined) throw new Error(missing)
    await opening.open(person, wallet)
  }

  return {
    async wallets() {
      const person = await options.person()
      return person === undefined ? [] : walletsOf(person, clientOf)
    },

    async checkout(priceId) {
      const person = await signedIn()
      const { sessions, primary, isPersistent } = person
      const known = await walletsOf(person, clientOf)
      const waiting = known.find(({ entry }) => entry.capital_status === 'created')
      return withFirstUnused(candidates(person, 'evaluation', known, waiting), async (place) => {
        const { account, proof, accessToken } = await sessions.prove(place, isPersistent)
        const { email } = primary
        const wish = { address: account, priceId, email, accessToken, proof }
        const { url, session_id } = await clientOf(primary).capitalCheckout(wish)
        return { url, sessionId: session_id, account }
      })
    },

    async practise(priceId) {
      const person = await signedIn()
      const { sessions, primary, isPersistent } = person
      const account = await withFirstUnused(
        candidates(person, 'evaluation', await walletsOf(person, clientOf), undefined),
        async (place) => {
          const { account: address, proof, accessToken } = await sessions.prove(place, isPersistent)
          const rules = priceId === undefined ? {} : { priceId }
          await clientOf(primary).capitalPractice({ address, ...rules, accessToken, proof })
          return address
        },
      )
      await openKnown(person, account, 'The practice evaluation is not there')
    },

    async open(account) {
      await openKnown(await signedIn(), account, 'The account is not of this wallet')
    },

    async claim(evaluation) {
      const person = await signedIn()
      const { sessions, primary, isPersistent } = person
      const known = await walletsOf(person, clientOf)
      const waiting = known.find(({ entry }) => entry.capital_status === 'pre_funded')
      return withFirstUnused(candidates(person, 'funded', known, waiting), async (place) => {
        const { account, proof, accessToken } = await sessions.prove(place, isPersistent)
        const { claim } = await clientOf(primary).capitalActivate({
          funded_register_params: { primaryAddr: account, accessToken, isFunded: true, proof },
          eval_address: evaluation,
        })
        return claim
      })
    },

    async verdict(account) {
      const { primary } = await signedIn()
      return clientOf(primary).capitalVerdict(account)
    },

    async payment(account) {
      const { primary } = await signedIn()
      return clientOf(primary).capitalPayment(account)
    },

    async withdrawProfit(size) {
      const { sessions } = await signedIn()
      const { client, account } = current()
      const place = account === undefined ? undefined : (await sessions.open(account as Address))?.place
      if (place?.stage !== 'funded') throw new Error('The account in use is not funded')
      return client.withdrawProfitsSignedBy(size, (nonce) =>
        sessions.signProfit({ index: place.index, nonce, size }),
      )
    },

    async activate(account) {
      const person = await options.person()
      return person !== undefined && opening.activate(person, account)
    },
  }
}
