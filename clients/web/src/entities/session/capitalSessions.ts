/**
 * Accounts of Vest Capital of a person who has signed in with e-mail or Google: their wallets are further ones of the person's
 * embedded wallet, so they are found, proven and registered without a question, and every call about them is made as the
 * person's first account, whichever is in use. Loaded at the first need.
 */
import {
  REFUSAL,
  type Address,
  type CapitalActivateResponse,
  type CapitalEntry,
  type CapitalPaymentResponse,
  type CapitalPlace,
  type CapitalStage,
  type CapitalVerdictResponse,
} from '@vest/protocol'
import { ApiError, type VestClient } from '@vest/sdk'
import type { EmbeddedSessions, KeptEmbedded } from './embeddedSessions.ts'

export interface CapitalWallet {
  /** Lower case. */
  readonly account: Address
  readonly entry: CapitalEntry
}

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

/** Who has signed in with e-mail or Google. */
export interface Person {
  readonly sessions: EmbeddedSessions
  readonly primary: KeptEmbedded
  readonly isPersistent: boolean
}

export interface CapitalSessionsOptions {
  /** Undefined where there is none. */
  readonly person: () => Promise<Person | undefined>
  /** A client that asks as this account. */
  readonly clientOf: (kept: KeptEmbedded) => VestClient
  /** The session in use. */
  readonly current: () => { readonly client: VestClient; readonly account: string | undefined }
  /** Keeps the session and makes it the one in use. */
  readonly use: (kept: KeptEmbedded, person: Person) => Promise<void>
}

export interface OwnCapitalSessions extends CapitalSessions {
  /** Makes a wallet of the person's the account in use; false: it is none of theirs, or not open yet. */
  activate(account: Address): Promise<boolean>
}

/** A payment is under way, or what was paid is not open yet. */
const BEFORE_OPENING: ReadonlySet<string> = new Set(['created', 'paid', 'pre_eval'])
/** A wallet that was used before, which the exchange alone knows. */
const USED = REFUSAL.ACTION_NOT_AVAILABLE
/** So many used ones in a row, and something else is wrong. */
const USED_MAX = 20

export function createCapitalSessions(options: CapitalSessionsOptions): OwnCapitalSessions {
  const { clientOf, current, use } = options

  async function signedIn(): Promise<Person> {
    const person = await options.person()
    if (person === undefined) throw new SignInFirstError()
    return person
  }

  async function walletsOf({ primary }: Person): Promise<readonly CapitalWallet[]> {
    const answer = await clientOf(primary).capitalStatus({ all: true })
    return Object.entries(answer).flatMap(([account, entry]) =>
      'is_funded' in entry ? [{ account: account as Address, entry }] : [],
    )
  }

  async function placeOf({ sessions }: Person, { account, entry }: CapitalWallet): Promise<CapitalPlace> {
    for await (const each of sessions.places(entry.is_funded ? 'funded' : 'evaluation'))
      if (each.account === account) return each.place
    throw new Error('The account is not of this wallet')
  }

  /** The wallet that waits already, or the unused places, in their order. */
  async function* candidates(
    person: Person,
    stage: CapitalStage,
    known: readonly CapitalWallet[],
    waiting: CapitalWallet | undefined,
  ): AsyncIterable<CapitalPlace> {
    if (waiting !== undefined) yield await placeOf(person, waiting)
    const taken = new Set(known.map(({ account }) => account))
    for await (const { place, account } of person.sessions.places(stage)) if (!taken.has(account)) yield place
  }

  /** With the first of them that the exchange has not seen in another use. */
  async function withFirstUnused<T>(
    places: AsyncIterable<CapitalPlace>,
    ask: (place: CapitalPlace) => Promise<T>,
  ): Promise<T> {
    let used = 0
    for await (const place of places) {
      try {
        return await ask(place)
      } catch (error) {
        used += 1
        if (!(error instanceof ApiError) || error.code !== USED || used === USED_MAX) throw error
      }
    }
    throw new Error('There are no more places')
  }

  async function openWallet(person: Person, wallet: CapitalWallet): Promise<void> {
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
    async wallets() {
      const person = await options.person()
      return person === undefined ? [] : walletsOf(person)
    },

    async checkout(priceId) {
      const person = await signedIn()
      const { sessions, primary, isPersistent } = person
      const known = await walletsOf(person)
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
        candidates(person, 'evaluation', await walletsOf(person), undefined),
        async (place) => {
          const { account: address, proof, accessToken } = await sessions.prove(place, isPersistent)
          const rules = priceId === undefined ? {} : { priceId }
          await clientOf(primary).capitalPractice({ address, ...rules, accessToken, proof })
          return address
        },
      )
      const wallet = (await walletsOf(person)).find((one) => one.account === account)
      if (wallet === undefined) throw new Error('The practice evaluation is not there')
      await openWallet(person, wallet)
    },

    async open(account) {
      const person = await signedIn()
      const wallet = (await walletsOf(person)).find((one) => one.account === account)
      if (wallet === undefined) throw new Error('The account is not of this wallet')
      await openWallet(person, wallet)
    },

    async claim(evaluation) {
      const person = await signedIn()
      const { sessions, primary, isPersistent } = person
      const known = await walletsOf(person)
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
      if (person === undefined) return false
      const kept = await person.sessions.open(account)
      if (kept !== undefined) {
        await use(kept, person)
        return true
      }
      // Where the exchange cannot be asked, the wallet counts as not there.
      const known = await walletsOf(person).catch(() => [])
      const wallet = known.find((one) => one.account === account)
      if (wallet === undefined || wallet.entry.capital_status === 'pre_funded') return false
      if (BEFORE_OPENING.has(wallet.entry.capital_status)) await openWallet(person, wallet)
      else
        await use(
          await person.sessions.registerPlace(await placeOf(person, wallet), person.isPersistent),
          person,
        )
      return true
    },
  }
}
