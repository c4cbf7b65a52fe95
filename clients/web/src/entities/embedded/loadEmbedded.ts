/** The page's embedded wallet, made at the first need: visitors and owners of wallets pay nothing for it. */
import { systemClock, type VestClient } from '@vest/sdk'
import i18next from 'i18next'
import { openSecretStore } from '../session/vault/secretStore.ts'
import { createEmbeddedWallet, type EmbeddedWallet } from './embeddedWallet.ts'
import { openFrame } from './frameClient.ts'
import { createFramePlace } from './framePlace.ts'
import { createKeptEmbedded } from './keptEmbedded.ts'

const made = new WeakMap<object, Promise<EmbeddedWallet>>()

export function embeddedWalletOf(client: VestClient): Promise<EmbeddedWallet> {
  const held = made.get(client)
  if (held !== undefined) return held
  const making = make(client)
  made.set(client, making)
  return making
}

async function make(client: VestClient): Promise<EmbeddedWallet> {
  return createEmbeddedWallet({
    client,
    kept: createKeptEmbedded(await openSecretStore(), Date.now),
    open: (walletOrigin, onSessionEnded) =>
      openFrame({
        walletOrigin,
        place: createFramePlace({
          title: () => i18next.t('wallet.title'),
          look: () => ({
            language: document.documentElement.lang,
            theme: document.documentElement.dataset.theme ?? 'dark',
          }),
        }),
        page: window,
        clock: systemClock,
        onSessionEnded,
      }),
  })
}
