/** The keeper of the page's session: made at first use with the browser's worker, database and channel. */
import { localStore } from '../../shared/storage/index.ts'
import { createSessionChannel, SESSION_CHANNEL } from './sessionChannel.ts'
import { useSessionStore, type SessionStore } from './SessionContext.tsx'
import { createSessionKeeper, type SessionKeeper } from './sessionKeeper.ts'
import { startSigningWorker } from './vault/startSigningWorker.ts'
import { createVaultClient, type MessagePortLike } from './vault/vaultMessages.ts'

const keepers = new WeakMap<SessionStore, SessionKeeper>()

export function sessionKeeperOf(session: SessionStore): SessionKeeper {
  const held = keepers.get(session)
  if (held !== undefined) return held
  const keeper = createSessionKeeper({
    session,
    storage: localStore,
    channel: createSessionChannel(new BroadcastChannel(SESSION_CHANNEL)),
    openVault: () => createVaultClient(startSigningWorker() as MessagePortLike),
    loadEmbedded: async () =>
      (await import('../embedded/loadEmbedded.ts')).embeddedWalletOf(session.getState().client),
  })
  keepers.set(session, keeper)
  return keeper
}

export const useSessionKeeper = (): SessionKeeper => sessionKeeperOf(useSessionStore())
