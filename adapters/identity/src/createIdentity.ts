/**
 * Identity over its store: who a person is, shown by a code that went to an address or by a provider that may speak for
 * it; the sessions that follow; and the parts of their wallet that the server keeps. Every answer to a stranger is the
 * same whether an address is known here or not, and costs the same. The same person by code and by a provider with that
 * address is one user; an address that was not proved owns nothing.
 *
 * The store is opened by the first call that needs it.
 */
import { TOKEN_AUDIENCES } from '@vest/protocol'
import type { IdentityPort } from '@vest/runtime'
import { createCodeSignIn } from './calls/codeSignIn.ts'
import { createOidcReturn } from './calls/oidcReturn.ts'
import { createOidcStart } from './calls/oidcStart.ts'
import { createOwnerCalls } from './calls/ownerCalls.ts'
import { createPasskeyCalls } from './calls/passkeyCalls.ts'
import { createPasskeySignIn } from './calls/passkeySignIn.ts'
import { createSessionCalls } from './calls/sessionCalls.ts'
import { createUserCalls } from './calls/userCalls.ts'
import { createWalletCalls } from './calls/walletCalls.ts'
import { createSignInCodes } from './codes/signInCodes.ts'
import { createConfirmation } from './confirmation.ts'
import { createDevices } from './devices.ts'
import type { IdentityKeys } from './keys/identityKeys.ts'
import { createMailQueue, type MailPort } from './mail/mailQueue.ts'
import { createOwnerLetters } from './mail/ownerLetters.ts'
import type { OidcProvider } from './oidc/oidcProvider.ts'
import { createOidcRequests } from './oidc/oidcRequests.ts'
import { createPasskeys } from './passkeys/passkeys.ts'
import { createPeople } from './people.ts'
import { createSessions } from './sessions/sessions.ts'
import type { IdentityStore } from './store/identityStore.ts'
import { createRetention } from './store/retention.ts'
import { createTransactions } from './store/transactions.ts'
import { createAccessTokens } from './tokens/accessTokens.ts'
import { createAuthenticate } from './tokens/authenticate.ts'
import { createWallets, type ProofChecks } from './wallets.ts'

export interface IdentityOptions {
  readonly openStore: () => Promise<IdentityStore>
  readonly keys: IdentityKeys
  /** `iss` of access tokens: the wallet's origin. */
  readonly issuer: string
  /** Where the wallet's frame stands. */
  readonly appOrigins: readonly string[]
  readonly nowMs: () => number
  readonly mail: MailPort
  readonly google?: OidcProvider
  readonly proofs: ProofChecks
  /** False: no person has ever signed in here, and the store need not be opened to know it. */
  readonly hasPeople?: () => boolean
  /** What an operator should know; never an address, a code or a token. */
  readonly onTrouble: (what: string, error?: unknown) => void
}

export function createIdentity(options: IdentityOptions): IdentityPort {
  const { openStore, keys, issuer, appOrigins, nowMs, google, proofs, hasPeople, onTrouble } = options
  const mails = createMailQueue({
    port: options.mail,
    onDropped: (reason, error) => onTrouble(`a mail was dropped: ${reason}`, error),
  })
  const tokens = createAccessTokens({ seed: keys.signingSeed, issuer, nowMs })
  const people = createPeople(keys)
  const devices = createDevices({ keys, people })
  const codes = createSignInCodes({ keys, mails })
  const sessions = createSessions({ keys, tokens, people, devices })
  const passkeys = createPasskeys({ keys, people, proofs, origin: issuer, appOrigins })
  const wallets = createWallets({ people, keys, proofs })

  const transactions = createTransactions({ openStore, hasPeople, nowMs, people })
  const retention = createRetention()
  const letters = createOwnerLetters({ keys, people, sessions, mails, nowMs })
  const confirmation = createConfirmation({ codes, passkeys, people })
  const authenticate = createAuthenticate({ tokens, sessions, transactions })
  const requests = createOidcRequests({ keys, transactions, nowMs })

  return {
    keys: tokens.keys,
    prepare() {
      // A store that does not open now is tried again at the first call, which is answered with its failure.
      transactions.open().catch((error: unknown) => onTrouble('the store of identity did not open', error))
    },
    ...createCodeSignIn({ codes, people, sessions, transactions, retention }),
    startOidc: createOidcStart({ google, requests, keys, transactions, retention, onTrouble }),
    returnOidc: createOidcReturn({ google, requests, people, codes, sessions, transactions, onTrouble }),
    ...createPasskeySignIn({ passkeys, sessions, keys, transactions, retention }),
    signedIn: (token) => authenticate(token, TOKEN_AUDIENCES.wallet),
    ...createSessionCalls({ sessions, mails, transactions }),
    ...createUserCalls({ people, codes, confirmation, letters, transactions }),
    ...createWalletCalls({ wallets, confirmation, letters, transactions, nowMs }),
    ...createPasskeyCalls({ passkeys, confirmation, letters, keys, transactions }),
    ...createOwnerCalls({ authenticate, people, wallets, devices, letters, mails, transactions, onTrouble }),
    async stop() {
      await mails.stop()
      await transactions.close()
    },
  }
}
