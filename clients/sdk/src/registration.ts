/**
 * From a wallet to an API key: the primary key approves a session key by a typed message, the exchange answers
 * with a key that every private call carries. Registering again is always allowed and yields a working key.
 */
import { SIGNER_VALID_MS } from '@vest/protocol'
import type { RegisterRequest } from '@vest/protocol'
import { type ApiError, type ReadError, TransportError } from './errors.ts'
import type { Http } from './http.ts'
import type { PrimarySigner, SessionSigner } from './sessionSigner.ts'
import { registrationTypedData } from './typedData.ts'

/** 1022: the proof was not made by the primary key; 1024: unknown network type; 1130: expiry out of bounds. */
export type RegisterError = ReadError | ApiError<1022 | 1024>

export interface RegisterSessionInput {
  readonly primary: PrimarySigner
  readonly signer: SessionSigner
  /** Absent: the router of the default chain, as the exchange publishes it. */
  readonly verifyingContract?: string | undefined
  /** Absent: 14 days after the exchange's time ([7.29]). */
  readonly expiryTimeMs?: number | undefined
}

export const registration = (http: Http) => {
  /** Exchanges a signed proof for an API key ([7.2]); does not use it yet. Throws {@link RegisterError}. */
  const register = (request: RegisterRequest) =>
    http.send('registerResponse', 'POST', '/register', { body: request })

  return {
    register,

    /**
     * Lets the primary key approve `signer`, registers it, and returns what `authorize` takes.
     * Throws {@link RegisterError}, and whatever the wallet throws when its owner declines.
     */
    async registerSession(input: RegisterSessionInput) {
      const { primary, signer } = input
      const verifyingContract = input.verifyingContract ?? (await defaultRouter(http))
      const expiryTimeMs = input.expiryTimeMs ?? http.time.now() + SIGNER_VALID_MS
      const signature = await primary.signTypedData(
        registrationTypedData({ verifyingContract, signingAddress: signer.address, expiryTimeMs }),
      )
      const { apiKey, accGroup } = await register({
        signingAddr: signer.address.toLowerCase(),
        primaryAddr: primary.address.toLowerCase(),
        signature,
        expiryTime: expiryTimeMs,
        networkType: 0,
        isMobile: false,
      })
      return { apiKey, accountGroup: accGroup, account: primary.address.toLowerCase(), signer, expiryTimeMs }
    },
  }
}

async function defaultRouter(http: Http): Promise<string> {
  const chains = await http.get('chainsResponse', '/transfer/chains')
  const chain = chains.find((row) => row.isDefault) ?? chains[0]
  if (chain === undefined) throw new TransportError('The exchange publishes no chain to register with')
  return chain.router
}
