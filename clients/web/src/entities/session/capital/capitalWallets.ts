/**
 * Wallets of the capital programme that a person has: what the exchange says of each, its place in the person's embedded wallet,
 * and the next place that no other use has taken.
 */
import {
  REFUSAL,
  type Address,
  type CapitalEntry,
  type CapitalPlace,
  type CapitalStage,
} from '@vest/protocol'
import { ApiError, type VestClient } from '@vest/sdk'
import type { EmbeddedSessions, KeptEmbedded } from '../embeddedSessions.ts'

export interface CapitalWallet {
  /** Lower case. */
  readonly account: Address
  readonly entry: CapitalEntry
}

/** Who has signed in with e-mail or Google. */
export interface Person {
  readonly sessions: EmbeddedSessions
  readonly primary: KeptEmbedded
  readonly isPersistent: boolean
}

/** A client that asks as this account. */
export type ClientOf = (kept: KeptEmbedded) => VestClient

/** A wallet that was used before, which the exchange alone knows. */
const USED = REFUSAL.ACTION_NOT_AVAILABLE
/** So many used ones in a row, and something else is wrong. */
const USED_MAX = 20

/** Oldest first. */
export async function walletsOf(
  { primary }: Pick<Person, 'primary'>,
  clientOf: ClientOf,
): Promise<readonly CapitalWallet[]> {
  const answer = await clientOf(primary).capitalStatus({ all: true })
  return Object.entries(answer).flatMap(([account, entry]) =>
    'is_funded' in entry ? [{ account: account as Address, entry }] : [],
  )
}

export async function placeOf(
  { sessions }: Pick<Person, 'sessions'>,
  { account, entry }: CapitalWallet,
): Promise<CapitalPlace> {
  for await (const each of sessions.places(entry.is_funded ? 'funded' : 'evaluation'))
    if (each.account === account) return each.place
  throw new Error('The account is not of this wallet')
}

/** The wallet that waits already, or the unused places, in their order. */
export async function* candidates(
  person: Pick<Person, 'sessions'>,
  stage: CapitalStage,
  known: readonly CapitalWallet[],
  waiting: CapitalWallet | undefined,
): AsyncIterable<CapitalPlace> {
  if (waiting !== undefined) yield await placeOf(person, waiting)
  const taken = new Set(known.map(({ account }) => account))
  for await (const { place, account } of person.sessions.places(stage)) if (!taken.has(account)) yield place
}

/** With the first of them that the exchange has not seen in another use. */
export async function withFirstUnused<T>(
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
