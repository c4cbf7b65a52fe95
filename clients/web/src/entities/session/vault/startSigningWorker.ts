/**
 * Starts the signing worker, the one script that the app starts by its address. The page's security policy wants
 * such an address from the app's policy of Trusted Types, which knows this one address and nothing else; markup
 * and code it makes of no text at all. It is made when the app is loaded: its name is then taken.
 */
// oxlint-disable-next-line import/default -- Vite makes the address of the built worker of it
import signingWorkerUrl from './signingWorker.ts?worker&url'

/** As in the security headers of the exchange. */
const POLICY = 'vest'

type Factory = {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): {
    createScriptURL(url: string): string
  }
}

export function onlySigningWorker(url: string): string {
  if (url !== signingWorkerUrl) throw new TypeError('No script of this app has this address')
  return url
}

// Absent in browsers that know no Trusted Types, which then ask for none.
const policy = (globalThis as { readonly trustedTypes?: Factory }).trustedTypes?.createPolicy(POLICY, {
  createScriptURL: onlySigningWorker,
})

export const startSigningWorker = (): Worker =>
  new Worker(policy?.createScriptURL(signingWorkerUrl) ?? signingWorkerUrl, {
    type: 'module',
    name: 'vest-signer',
  })
