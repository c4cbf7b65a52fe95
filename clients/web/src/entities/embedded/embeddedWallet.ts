/**
 * The embedded wallet as the page knows it: a frame that is loaded at the first need and asked by its methods; sessions
 * of its owner; and the two signers, one that never asks and one that always does.
 */
import {
  CHAIN_SOLANA,
  hexToBytes,
  solanaAddressOf,
  TERMS_VERSION,
  type Address,
  type CapitalPlace,
  type FrameAnswer,
  type FrameMethod,
  type FrameParams,
  type SilentAction,
} from '@vest/protocol'
import { addressBookParts, type SessionSigner, type VestClient } from '@vest/sdk'
import type { EmbeddedSessions, KeptEmbedded, ProvenWallet } from '../session/embeddedSessions.ts'
import { FrameError, type FrameClient } from './frameClient.ts'
import type { KeptEmbeddedStore } from './keptEmbedded.ts'

export interface EmbeddedWallet extends EmbeddedSessions {
  /** Loads the frame where it is not there. Throws {@link FrameError}. */
  call<M extends FrameMethod>(method: M, params: FrameParams<M>): Promise<FrameAnswer<M>>
}

export interface EmbeddedWalletOptions {
  readonly client: Pick<VestClient, 'identity' | 'register'>
  readonly kept: KeptEmbeddedStore
  readonly open: (walletOrigin: string, onSessionEnded: () => void) => Promise<FrameClient>
}

type Approval = FrameAnswer<'trading.approve'>

const PLACES_AT_ONCE = 10
// As in the protocol, whose module would bring every schema along.
const CAPITAL_WALLETS_MAX = 1_000

export function createEmbeddedWallet({ client, kept, open }: EmbeddedWalletOptions): EmbeddedWallet {
  const listeners = new Set<() => void>()
  let opening: Promise<FrameClient> | undefined
  let email: string | undefined

  const onSessionEnded = (): void => {
    for (const listener of [...listeners]) listener()
  }

  async function openFrame(): Promise<FrameClient> {
    const { walletOrigin } = await client.identity()
    if (walletOrigin === null) throw new FrameError('initializeFailed')
    return open(walletOrigin, onSessionEnded)
  }

  /** One frame; where it could not be opened the next call tries again. */
  function frame(): Promise<FrameClient> {
    opening ??= openFrame().catch((error: unknown) => {
      opening = undefined
      throw error
    })
    return opening
  }

  const call: EmbeddedWallet['call'] = async (method, params) => {
    const answer = await (await frame()).call(method, params)
    const user = userIn(answer)
    if (user !== undefined) email = user
    return answer
  }

  /** A later caller gets another frame; what lives in the memory of this one goes with it. */
  function letGo(): Promise<FrameClient> | undefined {
    const held = opening
    opening = undefined
    email = undefined
    return held
  }

  const closed = (held: Promise<FrameClient> | undefined): Promise<void> | undefined =>
    held?.then(
      (opened) => opened.close(),
      () => undefined,
    )

  async function registered(approval: Approval): Promise<KeptEmbedded> {
    const { apiKey, accGroup } = await client.register({
      ...approval,
      isMobile: false,
      termsVersion: TERMS_VERSION,
    })
    return {
      account: approval.primaryAddr as Address,
      signerAddress: approval.signingAddr as Address,
      apiKey,
      accountGroup: accGroup,
      expiryTimeMs: approval.expiryTime,
      email: email ?? (await whoIsIn()),
    }
  }

  /** This frame was not asked yet who they are. */
  async function whoIsIn(): Promise<string> {
    const { user } = await call('session.resume', {})
    if (user === null) throw new FrameError('notAuthenticated')
    return user.email
  }

  const approvalOf = (wallet: CapitalPlace, remember: boolean): Promise<Approval> =>
    call('trading.approve', { network: 'evm', remember, wallet })

  return {
    call,
    open: (account) => kept.read(account),
    keep: (session, isPersistent) => kept.write(session, isPersistent),
    list: () => kept.accounts(),
    forget: (account) => kept.forget(account),
    async forgetAll() {
      await kept.forgetAll()
      await closed(letGo())
    },
    async stands() {
      const { user } = await call('session.resume', {})
      return user !== null
    },
    async register(isPersistent, onStep) {
      onStep('key')
      const { state } = await call('wallet.open', {})
      if (state === 'locked') throw new FrameError('walletLocked')
      const approval = await call('trading.approve', { network: 'evm', remember: isPersistent })
      onStep('account')
      return registered(approval)
    },
    async *places(stage) {
      for (let from = 0; from < CAPITAL_WALLETS_MAX; from += PLACES_AT_ONCE) {
        const { addresses } = await call('capital.wallets', { stage, from, count: PLACES_AT_ONCE })
        for (const [at, account] of addresses.entries())
          yield { place: { stage, index: from + at }, account: account as Address }
      }
    },
    async prove(place, isPersistent) {
      return provenBy(await approvalOf(place, isPersistent))
    },
    async registerPlace(place, isPersistent, before) {
      const approval = await approvalOf(place, isPersistent)
      await before?.(provenBy(approval))
      return { ...(await registered(approval)), place }
    },
    async signProfit(asked) {
      const { time, recipient, signature } = await call('profit.approve', asked)
      return { time, recipient: recipient as Address, signature: signature as `0x${string}` }
    },
    async signAddressBook(nonce, intent) {
      const { time, signature } = await call('addressBook.approve', { nonce, ...addressBookParts(intent) })
      return { time, signature }
    },
    signerOf: ({ signerAddress, place }: KeptEmbedded): SessionSigner => ({
      address: signerAddress,
      async sign(action) {
        // The frame's schema refuses what is none of these; withdrawals go by `withdrawalSigner`.
        const actions = [action as SilentAction]
        const wallet = place === undefined ? {} : { wallet: place }
        const { signatures } = await call('trading.sign', { network: 'evm', actions, ...wallet })
        return signatures[0] as `0x${string}`
      },
    }),
    withdrawalSigner: (account): SessionSigner => ({
      address: account,
      async sign(action) {
        if (action.kind !== 'withdraw') throw new FrameError('invalidRequest')
        const { time, nonce, recipient, token, size, chainId } = action
        const { signature } = await call('withdrawal.approve', {
          time,
          nonce,
          network: 'evm',
          size,
          chainId,
          recipient: chainId === CHAIN_SOLANA ? solanaAddressOf(hexToBytes(recipient)) : recipient,
          token: token as Address,
        })
        return signature as `0x${string}`
      },
    }),
    async end(everywhere) {
      // The person may log in again before the server has answered.
      const ending = letGo() ?? openFrame()
      try {
        await kept.forgetAll()
        await (await ending).call('session.end', { everywhere })
      } finally {
        await closed(ending)
      }
    },
    onEnded(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

const provenBy = ({ primaryAddr, accessToken, ...approval }: Approval): ProvenWallet => {
  const { signingAddr, expiryTime, signature } = approval
  return { account: primaryAddr as Address, accessToken, proof: { signingAddr, expiryTime, signature } }
}

function userIn(answer: unknown): string | undefined {
  if (typeof answer !== 'object' || answer === null || !('user' in answer)) return undefined
  const { user } = answer
  return typeof user === 'object' && user !== null && 'email' in user ? String(user.email) : undefined
}
