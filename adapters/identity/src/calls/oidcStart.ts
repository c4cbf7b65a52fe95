/** The call that sends a browser to the provider. */
import { REFUSAL } from '@vest/protocol'
import type { IdentityPort } from '@vest/runtime'
import { countCall, networkCount } from '../callLimits.ts'
import type { IdentityKeys } from '../keys/identityKeys.ts'
import { CODES_PER_NETWORK } from '../limits.ts'
import type { OidcProvider } from '../oidc/oidcProvider.ts'
import type { OidcRequests } from '../oidc/oidcRequests.ts'
import { refused } from '../refused.ts'
import type { Retention } from '../store/retention.ts'
import type { Transactions } from '../store/transactions.ts'

export interface OidcStartPorts {
  readonly google: Pick<OidcProvider, 'begin'> | undefined
  readonly requests: Pick<OidcRequests, 'add'>
  readonly keys: Pick<IdentityKeys, 'lookup'>
  readonly transactions: Pick<Transactions, 'within'>
  readonly retention: Retention
  readonly onTrouble: (what: string, error?: unknown) => void
}

export function createOidcStart({
  google,
  requests,
  keys,
  transactions,
  retention,
  onTrouble,
}: OidcStartPorts): IdentityPort['startOidc'] {
  return async (request, from) => {
    if (google === undefined) return refused(REFUSAL.SIGN_IN_FAILED)
    // Counted with the codes of this network.
    const limit = { of: networkCount(keys, 'asks', from), most: CODES_PER_NETWORK }
    const denied = await transactions.within(async (rows, now) => {
      await retention.apply(rows, now)
      return countCall(rows, [limit], now)
    })
    if (denied !== undefined) return denied
    let begun: Awaited<ReturnType<OidcProvider['begin']>>
    try {
      begun = await google.begin()
    } catch (error) {
      onTrouble('the sign-in provider cannot be reached', error)
      return refused(REFUSAL.SIGN_IN_FAILED)
    }
    return requests.add(begun, request)
  }
}
