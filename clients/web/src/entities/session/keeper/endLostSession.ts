/**
 * A session whose key the exchange no longer knows ([6.1]) ends: the key is of no use, so it goes everywhere. Where it was that of
 * one more account of a person with an embedded wallet, their first account goes on.
 */
import type { AccountAddress, Address } from '@vest/protocol'
import type { SessionChannel } from '../sessionChannel.ts'
import type { SessionStore } from '../SessionContext.tsx'
import type { EmbeddedFrame } from './embeddedFrame.ts'
import type { EmbeddedPerson } from './embeddedPerson.ts'
import type { SessionInUse } from './sessionInUse.ts'

export interface EndLostSessionOptions {
  readonly session: Pick<SessionStore, 'subscribe'>
  readonly inUse: Pick<SessionInUse, 'kept' | 'isEmbedded' | 'lose'>
  readonly person: Pick<EmbeddedPerson, 'primaryAccount'>
  readonly frame: Pick<EmbeddedFrame, 'load'>
  readonly channel: Pick<SessionChannel, 'tell'>
  readonly activate: (account: AccountAddress) => Promise<boolean>
  readonly forget: (account: AccountAddress, isEmbedded: boolean) => void
}

export function endLostSession(options: EndLostSessionOptions): void {
  const { session, inUse, person, frame, channel, activate, forget } = options
  session.subscribe((state, before) => {
    const kept = inUse.kept()
    if (state.hasApiKey || !before.hasApiKey || kept === undefined) return
    const { account } = kept
    const wasEmbedded = inUse.isEmbedded()
    const primary = wasEmbedded ? person.primaryAccount() : undefined
    inUse.lose()
    if (primary !== undefined && primary !== account) {
      // Other tabs find out by themselves.
      void frame
        .load()
        .then((sessions) => sessions.forget(account as Address))
        .then(() => activate(primary))
        .catch(() => undefined)
      return
    }
    forget(account, wasEmbedded)
    channel.tell({ kind: 'signed-out', account })
  })
}
