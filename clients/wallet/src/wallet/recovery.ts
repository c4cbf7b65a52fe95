/**
 * The third part, kept by the person: saved under a passphrase that is typed in this frame, and brought to another browser
 * with it. Saving splits the seed anew, so that no recovery part of an earlier passphrase is worth anything; bringing it
 * leaves the other browser as it was.
 */
import { FrameRefusal } from '../bridge/frameRefusal.ts'
import { openWithPassphrase, sealUnderPassphrase } from '../keys/passphrase.ts'
import type { FrameSession } from '../session/frameSession.ts'
import type { SeedVault } from './seedVault.ts'

/**
 * Asks for a passphrase until `use` takes one: it answers what is wrong with it, or undefined. False: the person went
 * away instead.
 */
export type AskPassphrase = (
  purpose: 'save' | 'open',
  use: (passphrase: string) => Promise<'wrong' | undefined>,
) => Promise<boolean>

export interface Recovery {
  save(): Promise<void>
  open(): Promise<{ readonly state: 'ready' }>
}

export function createRecovery(options: {
  readonly session: FrameSession
  readonly vault: SeedVault
  readonly askPassphrase: AskPassphrase
}): Recovery {
  const { session, vault, askPassphrase } = options
  let isAsking = false

  async function asked(purpose: 'save' | 'open', use: (passphrase: string) => Promise<'wrong' | undefined>) {
    // A second question over the first would take its answer.
    if (isAsking) throw new FrameRefusal('invalidRequest')
    isAsking = true
    try {
      if (!(await askPassphrase(purpose, use))) throw new FrameRefusal('userExited')
    } finally {
      isAsking = false
    }
  }

  return {
    async save() {
      const user = await session.user()
      if ((await vault.stateOf(user)) === 'locked') throw new FrameRefusal('walletLocked')
      await asked('save', async (passphrase) => {
        const place = { userId: user.userId, nowMs: session.serverNowMs() }
        await vault.splitAnew((part) => sealUnderPassphrase(part, passphrase, place))
        return undefined
      })
    },
    async open() {
      const { userId } = await session.user()
      const kept = await vault.kept()
      const record = kept.recovery.find((each) => each.method === 'passphrase')
      if (record === undefined) throw new FrameRefusal('noRecovery')
      await asked('open', async (passphrase) => {
        const part = await openWithPassphrase(record, passphrase, userId)
        if (part === undefined) return 'wrong'
        await vault.adopt(part, kept)
        return undefined
      })
      return { state: 'ready' }
    },
  }
}
