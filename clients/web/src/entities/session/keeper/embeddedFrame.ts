/** Sessions of the wallet's frame, loaded at the first need. One whose sign-in ends elsewhere ends here, and leaves no key. */
import type { AccountAddress } from '@vest/protocol'
import type { EmbeddedSessions } from '../embeddedSessions.ts'
import type { SessionChannel } from '../sessionChannel.ts'
import type { EmbeddedPerson } from './embeddedPerson.ts'
import type { SessionInUse } from './sessionInUse.ts'

export interface EmbeddedFrame {
  load(): Promise<EmbeddedSessions>
  /** Nothing of the person stays in this browser. */
  forget(): void
  /** Ends the sign-in, in all tabs; `everywhere`: in other browsers too. `account`: the one that was in use here. */
  end(account: AccountAddress | undefined, everywhere: boolean): Promise<void>
}

export interface EmbeddedFrameOptions {
  readonly loadEmbedded: () => Promise<EmbeddedSessions>
  readonly inUse: Pick<SessionInUse, 'kept' | 'isEmbedded' | 'drop'>
  readonly person: Pick<EmbeddedPerson, 'forget'>
  readonly channel: Pick<SessionChannel, 'tell'>
}

export function createEmbeddedFrame({
  loadEmbedded,
  inUse,
  person,
  channel,
}: EmbeddedFrameOptions): EmbeddedFrame {
  let loaded: Promise<EmbeddedSessions> | undefined

  async function load(): Promise<EmbeddedSessions> {
    loaded ??= loadEmbedded().then((sessions) => {
      sessions.onEnded(() => {
        if (inUse.kept() === undefined || !inUse.isEmbedded()) return
        inUse.drop()
        forgetAll(sessions)
      })
      return sessions
    })
    return loaded
  }

  function forgetAll(sessions: EmbeddedSessions): void {
    person.forget()
    void sessions.forgetAll()
  }

  return {
    load,
    forget: () => void load().then(forgetAll),
    async end(account, everywhere) {
      const sessions = await load()
      // Another tab may have another account of the same person in use.
      for (const kept of new Set([...(await sessions.list()), ...(account === undefined ? [] : [account])]))
        channel.tell({ kind: 'signed-out', account: kept })
      person.forget()
      await sessions.end(everywhere)
    },
  }
}
