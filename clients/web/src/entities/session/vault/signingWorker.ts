/** The worker in which session keys live: the vault over the browser's database, behind its few calls. */
import { createKeyVault, type KeyVault } from './keyVault.ts'
import { openSecretStore } from './secretStore.ts'
import { answerVaultRequest } from './vaultMessages.ts'

const opening: Promise<KeyVault> = openSecretStore().then((store) =>
  createKeyVault({ store, nowMs: Date.now }),
)

self.addEventListener('message', (event: MessageEvent<unknown>) => {
  void opening
    .then((vault) => answerVaultRequest(vault, event.data))
    .then((answer) => {
      if (answer !== undefined) self.postMessage(answer)
    })
})
