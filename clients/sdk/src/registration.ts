/**
 * From a wallet to an API key: the primary key approves a session key, by a typed message on EVM and by a text on Solana; the exchange answers
 * with a key that every private call carries. Registering again is always allowed and yields a working key.
 */
import {
  bytesToHex,
  NETWORK_TYPES,
  SIGNER_VALID_MS,
  solanaApprovalText,
  solanaPublicKey,
  solanaSignedForms,
  utf8,
} from '@vest/protocol'
import { REFUSAL, type RegisterRequest, type RegisterResponse } from '@vest/protocol'
import { type ClientClock, wait } from './clientClock.ts'
import { type CallError, TransportError, ValidationError, isApiError } from './errors.ts'
import type { Http } from './http.ts'
import type { PrimarySigner, SessionSigner, SolanaPrimarySigner } from './sessionSigner.ts'
import { registrationTypedData } from './typedData.ts'

/** 1022: the proof was not made by the primary key; 1024: unknown network type; 1130: expiry out of bounds. */
export type RegisterError = CallError<'register'>

export interface RegisterSessionInput {
  readonly primary: PrimarySigner | SolanaPrimarySigner
  readonly signer: SessionSigner
  /** Absent: the router of the default chain, as the exchange publishes it. */
  readonly verifyingContract?: string | undefined
  /** Absent: 14 days after the exchange's time ([7.29]). */
  readonly expiryTimeMs?: number | undefined
  /** The terms that its owner accepted by approving: their day. */
  readonly termsVersion?: string | undefined
}

/** A longer wait is told to the caller, who may not want it. */
const WAIT_MAX_MS = 10_000
const WAITS_MAX = 3

export const registration = (http: Http, clock: ClientClock) => {
  /**
   * Exchanges a signed proof for an API key ([7.2]); does not use it yet. Where the exchange asks to wait for at most ten
   * seconds (1003: many registrations of one network), it waits and sends the same proof again, three times at most: the
   * owner of the wallet is not asked twice. Throws {@link RegisterError}.
   */
  async function register(request: RegisterRequest, waits = 0): Promise<RegisterResponse> {
    try {
      return await http.call('register', { body: request })
    } catch (error) {
      const retryAfterMs = isApiError(error, REFUSAL.TOO_MANY_REQUESTS) ? error.retryAfterMs : undefined
      if (retryAfterMs === undefined || retryAfterMs > WAIT_MAX_MS || waits === WAITS_MAX) throw error
      await wait(clock, retryAfterMs)
      return register(request, waits + 1)
    }
  }

  return {
    register,

    /**
     * Lets the primary key approve `signer`, registers it, and returns what `authorize` takes.
     * Throws {@link RegisterError}, and whatever the wallet throws when its owner declines.
     */
    async registerSession(input: RegisterSessionInput) {
      const { primary, signer } = input
      const expiryTimeMs = input.expiryTimeMs ?? http.time.now() + SIGNER_VALID_MS
      const signingAddr = signer.address.toLowerCase()
      const approval =
        'signTypedData' in primary
          ? await approveByEvm(
              primary,
              input.verifyingContract ?? (await defaultRouter(http)),
              signingAddr,
              expiryTimeMs,
            )
          : await approveBySolana(primary, signingAddr, expiryTimeMs)
      const { apiKey, accGroup } = await register({
        ...approval,
        signingAddr,
        expiryTime: expiryTimeMs,
        isMobile: false,
        ...(input.termsVersion === undefined ? {} : { termsVersion: input.termsVersion }),
      })
      return { apiKey, accountGroup: accGroup, account: approval.primaryAddr, signer, expiryTimeMs }
    },
  }
}

type Approval = Pick<RegisterRequest, 'networkType' | 'primaryAddr' | 'signature'>

async function approveByEvm(
  primary: PrimarySigner,
  verifyingContract: string,
  signingAddress: string,
  expiryTimeMs: number,
): Promise<Approval> {
  const typedData = registrationTypedData({ verifyingContract, signingAddress, expiryTimeMs })
  const signature = await primary.signTypedData(typedData)
  return { networkType: NETWORK_TYPES.evm, primaryAddr: primary.address.toLowerCase(), signature }
}

async function approveBySolana(
  primary: SolanaPrimarySigner,
  signingAddr: string,
  expiryTimeMs: number,
): Promise<Approval> {
  const publicKey = solanaPublicKey(primary.address)
  if (publicKey === undefined) throw new ValidationError('address', 'Not an address of Solana')
  const text = solanaApprovalText(signingAddr, expiryTimeMs)
  const { signature, signed } = await primary.signMessage(utf8(text))
  const isOurs = (bytes: Uint8Array): boolean =>
    solanaSignedForms(text, publicKey).some((form) => bytesToHex(form) === bytesToHex(bytes))
  if (signed !== undefined && !isOurs(signed))
    throw new ValidationError('signature', 'The wallet signed another text than it was asked to')
  return {
    networkType: NETWORK_TYPES.solana,
    primaryAddr: primary.address,
    signature: bytesToHex(signature),
  }
}

async function defaultRouter(http: Http): Promise<string> {
  const chains = await http.call('chains')
  const chain = chains.find((row) => row.isDefault) ?? chains[0]
  if (chain === undefined) throw new TransportError('The exchange publishes no chain to register with')
  return chain.router
}
