/**
 * Sessions of a person with an embedded wallet, brought into use: the frame signs without a question, so what has ended is
 * registered anew as long as their sign-in stands ([4.16]).
 */
import { WALLET_SENTENCES, type Address } from '@vest/protocol'
import type { Person } from '../capitalSessions.ts'
import type { EmbeddedSessions, EmbeddedStep, KeptEmbedded } from '../embeddedSessions.ts'
import type { SessionChannel } from '../sessionChannel.ts'
import type { EmbeddedFrame } from './embeddedFrame.ts'
import type { EmbeddedPerson } from './embeddedPerson.ts'
import type { SessionInUse } from './sessionInUse.ts'

export interface EmbeddedSignIn {
  /** With the session of their first account, registered anew where it has ended; undefined where no person is known. */
  whoIsIn(): Promise<Person | undefined>
  /** Reopens their first account; false: they have to sign in. */
  activate(account: Address): Promise<boolean>
  register(isPersistent: boolean, onStep: (step: EmbeddedStep) => void): Promise<void>
  /** A new key for one of their accounts. */
  renew(account: Address): Promise<void>
  /** Keeps a session of theirs that is not the first, and brings it into use. */
  keep(kept: KeptEmbedded, person: Pick<Person, 'sessions' | 'isPersistent'>): Promise<void>
}

export interface EmbeddedSignInOptions {
  readonly frame: Pick<EmbeddedFrame, 'load'>
  readonly person: Pick<EmbeddedPerson, 'primaryAccount' | 'isPersistent' | 'note' | 'forgetRemembered'>
  readonly inUse: Pick<SessionInUse, 'use' | 'forgetVisit'>
  readonly channel: Pick<SessionChannel, 'tell'>
}

export function createEmbeddedSignIn({
  frame,
  person,
  inUse,
  channel,
}: EmbeddedSignInOptions): EmbeddedSignIn {
  return { whoIsIn, activate, register, renew, keep }

  function use(kept: KeptEmbedded, sessions: EmbeddedSessions): void {
    inUse.use(kept, sessions.signerOf(kept), kept.email)
  }

  async function keep(
    kept: KeptEmbedded,
    { sessions, isPersistent }: Pick<Person, 'sessions' | 'isPersistent'>,
  ): Promise<void> {
    await sessions.keep(kept, isPersistent)
    use(kept, sessions)
    if (!isPersistent) inUse.forgetVisit()
  }

  async function whoIsIn(): Promise<Person | undefined> {
    const account = person.primaryAccount()
    if (account === undefined) return undefined
    const sessions = await frame.load()
    const isPersistent = person.isPersistent()
    const kept = await sessions.open(account)
    if (kept !== undefined) return { sessions, primary: kept, isPersistent }
    if (!(await sessions.stands())) return undefined
    const primary = await sessions.register(isPersistent, () => undefined)
    await sessions.keep(primary, isPersistent)
    return { sessions, primary, isPersistent }
  }

  async function activate(account: Address): Promise<boolean> {
    const sessions = await frame.load()
    const kept = await sessions.open(account)
    if (kept === undefined) {
      person.forgetRemembered()
      // The approval has ended, the sign-in has not: registered anew without a question ([4.16]).
      if (!(await sessions.stands())) return false
      await register(true, () => undefined)
      return true
    }
    use(kept, sessions)
    // The account is there at once; whether its owner has signed out elsewhere the frame finds out meanwhile. Where it
    // cannot be reached the first signature says so.
    void sessions.stands().catch(() => undefined)
    return true
  }

  async function register(isPersistent: boolean, onStep: (step: EmbeddedStep) => void): Promise<void> {
    const sessions = await frame.load()
    const kept = await sessions.register(isPersistent, onStep)
    await sessions.keep(kept, isPersistent)
    person.note(kept.account, isPersistent)
    use(kept, sessions)
    if (!isPersistent) return inUse.forgetVisit()
    channel.tell({ kind: 'signed-in', account: kept.account })
  }

  async function renew(account: Address): Promise<void> {
    const isPersistent = person.isPersistent()
    if (account === person.primaryAccount()) return register(isPersistent, () => undefined)
    const sessions = await frame.load()
    const place = (await sessions.open(account))?.place
    if (place === undefined) throw new Error(WALLET_SENTENCES.noSigningKey)
    await keep(await sessions.registerPlace(place, isPersistent), { sessions, isPersistent })
  }
}
