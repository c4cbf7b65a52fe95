import { TERMS_VERSION, type FrameMethod } from '@vest/protocol'
import { describe, expect, it, vi } from 'vitest'
import { createMemoryStore } from '../session/vault/secretStore.ts'
import { createEmbeddedWallet } from './embeddedWallet.ts'
import { FrameError, type FrameClient } from './frameClient.ts'
import { createKeptEmbedded } from './keptEmbedded.ts'

const ACCOUNT = `0x${'44'.repeat(20)}` as const
const SIGNER = `0x${'55'.repeat(20)}` as const
const FURTHER = `0x${'66'.repeat(20)}` as const
const APPROVAL = {
  signingAddr: SIGNER,
  primaryAddr: ACCOUNT,
  signature: '0x66',
  expiryTime: Date.now() + 86_400_000,
  networkType: 0,
  accessToken: 'exchange-token',
} as const
const USER = { userId: 'user-1', email: 'mira@mail.example', signInMethods: ['email'], wallet: null }

function createWorld(walletOrigin: string | null = 'https://wallet.app.example') {
  const frames: { readonly calls: FrameMethod[]; readonly params: unknown[]; isClosed: boolean }[] = []
  const answers: Record<string, unknown> = {
    'login.code.verify': { user: USER },
    'session.resume': { user: USER, state: 'ready' },
    'wallet.open': { state: 'ready', evmAddress: ACCOUNT, solanaAddress: 'x' },
    'trading.approve': APPROVAL,
    'trading.sign': { signatures: ['0x77'] },
    'session.end': {},
    'capital.wallets': { addresses: [SIGNER, FURTHER] },
    'profit.approve': { time: 5, recipient: ACCOUNT, signature: '0x88' },
  }
  const register = vi.fn(async () => ({ apiKey: 'api-key', accGroup: 0 }))
  const store = createMemoryStore()
  const wallet = createEmbeddedWallet({
    client: { identity: async () => ({ walletOrigin }), register } as never,
    kept: createKeptEmbedded(store, Date.now),
    open: async () => {
      const frame = { calls: [] as FrameMethod[], params: [] as unknown[], isClosed: false }
      frames.push(frame)
      return {
        call: async (method: FrameMethod, params: unknown) => {
          frame.calls.push(method)
          frame.params.push(params)
          const answer = answers[method]
          if (answer instanceof Error) throw answer
          return answer
        },
        close: () => {
          frame.isClosed = true
        },
      } as unknown as FrameClient
    },
  })
  const verify = () =>
    wallet.call('login.code.verify', {
      challengeId: 'c'.repeat(32),
      email: USER.email,
      code: '123456',
      remember: true,
    })
  return { wallet, frames, answers, register, store, verify }
}

describe('the embedded wallet in the page', () => {
  it('[3.13] [7.2] registers the key that the frame approved with the provider’s token, and keeps no key itself', async () => {
    const { wallet, register, verify, store } = createWorld()
    await verify()
    const steps: string[] = []
    const session = await wallet.register(true, (step) => steps.push(step))
    expect(register).toHaveBeenCalledWith({ ...APPROVAL, isMobile: false, termsVersion: TERMS_VERSION })
    expect(session).toMatchObject({ account: ACCOUNT, apiKey: 'api-key', email: USER.email })
    expect(steps).toEqual(['key', 'account'])
    await wallet.keep(session, true)
    expect(await wallet.open(ACCOUNT)).toEqual(session)
    expect(await createKeptEmbedded(store, Date.now).read(ACCOUNT)).toEqual(session)
    expect(await createKeptEmbedded(store, () => session.expiryTimeMs).read(ACCOUNT)).toBeUndefined()
    expect(await store.keys()).not.toContain(`embedded:${ACCOUNT}`)
  })

  it('not to be remembered, it is kept for this visit alone', async () => {
    const { wallet, verify, store } = createWorld()
    await verify()
    await wallet.keep(await wallet.register(false, () => undefined), false)
    expect(await wallet.list()).toEqual([ACCOUNT])
    expect((await store.keys()).filter((key) => key.startsWith('embedded:'))).toEqual([])
  })

  it('a wallet that is locked here registers nothing', async () => {
    const { wallet, answers, register } = createWorld()
    answers['wallet.open'] = { state: 'locked', evmAddress: ACCOUNT, solanaAddress: 'x' }
    await expect(wallet.register(true, () => undefined)).rejects.toMatchObject({ failure: 'walletLocked' })
    expect(register).not.toHaveBeenCalled()
  })

  it('one frame for all calls; where it could not be opened the next call tries again', async () => {
    const { wallet, frames } = createWorld()
    await Promise.all([wallet.stands(), wallet.stands()])
    expect(frames).toHaveLength(1)
    const none = createWorld(null)
    for (let times = 0; times < 2; times += 1)
      await expect(none.wallet.stands()).rejects.toBeInstanceOf(FrameError)
  })

  it('[4.16] a sign-out ends the frame’s session and lets its memory go; a user who logs in meanwhile gets another frame', async () => {
    const { wallet, frames, verify, store } = createWorld()
    await verify()
    await wallet.keep(await wallet.register(true, () => undefined), true)
    const ending = wallet.end(false)
    await verify()
    await ending
    expect(frames.map(({ isClosed, calls }) => [isClosed, calls.at(-1)])).toEqual([
      [true, 'session.end'],
      [false, 'login.code.verify'],
    ])
    expect((await store.keys()).filter((key) => key.startsWith('embedded:'))).toEqual([])
  })

  it('a sign-out that the server does not hear of closes the frame all the same', async () => {
    const { wallet, frames, answers, verify } = createWorld()
    await verify()
    answers['session.end'] = new FrameError('unreachable')
    await expect(wallet.end(false)).rejects.toMatchObject({ failure: 'unreachable' })
    expect(frames[0]!.isClosed).toBe(true)
  })

  it('[6.4] orders go to the frame’s key, withdrawals to its question, and neither takes the other', async () => {
    const { wallet, frames } = createWorld()
    const signer = wallet.signerOf({ account: ACCOUNT, signerAddress: SIGNER } as never)
    const cancel = { kind: 'cancel', time: 1, nonce: 1, id: '0x' } as const
    expect([signer.address, await signer.sign(cancel)]).toEqual([SIGNER, '0x77'])
    await expect(wallet.withdrawalSigner(ACCOUNT).sign(cancel)).rejects.toMatchObject({
      failure: 'invalidRequest',
    })
    expect(frames[0]!.calls).toEqual(['trading.sign'])
  })

  it('[7.3] [7.7] a further wallet is found by its place, proven, opened and registered, in this order', async () => {
    const { wallet, frames, answers, register } = createWorld()
    answers['trading.approve'] = { ...APPROVAL, primaryAddr: FURTHER }
    const found: unknown[] = []
    for await (const { place, account } of wallet.places('funded')) {
      found.push([place.index, account])
      if (found.length === 4) break
    }
    expect(found).toEqual([[0, SIGNER], [1, FURTHER], [10, SIGNER], [11, FURTHER]]) // prettier-ignore
    const place = { stage: 'funded', index: 1 } as const
    const { signingAddr, expiryTime, signature, accessToken } = APPROVAL
    const proven = { account: FURTHER, accessToken, proof: { signingAddr, expiryTime, signature } }
    expect(await wallet.prove(place, false)).toEqual(proven)
    expect(register).not.toHaveBeenCalled()
    const before = vi.fn(async () => expect(register).not.toHaveBeenCalled())
    const session = await wallet.registerPlace(place, true, before)
    expect(before).toHaveBeenCalledWith(proven)
    expect(session).toMatchObject({ account: FURTHER, place, email: USER.email })
    await wallet.signerOf(session).sign({ kind: 'cancel', time: 1, nonce: 1, id: '0x' })
    const asked = { index: 1, nonce: 3, size: 5 }
    expect(await wallet.signProfit(asked)).toEqual({ time: 5, recipient: ACCOUNT, signature: '0x88' })
    const [{ calls, params }] = frames as [(typeof frames)[number]]
    expect(calls.map((method, at) => [method, params[at]]).slice(2)).toEqual([
      ['trading.approve', { network: 'evm', remember: false, wallet: place }],
      ['trading.approve', { network: 'evm', remember: true, wallet: place }],
      ['session.resume', {}],
      ['trading.sign', { network: 'evm', actions: [expect.anything()], wallet: place }],
      ['profit.approve', asked],
    ])
  })

  it('one account that has lost its key is forgotten, and the others stay', async () => {
    const { wallet, verify } = createWorld()
    await verify()
    const first = await wallet.register(true, () => undefined)
    for (const session of [first, { ...first, account: FURTHER }]) await wallet.keep(session, true)
    await wallet.forget(FURTHER)
    expect([await wallet.list(), await wallet.open(FURTHER)]).toEqual([[ACCOUNT], undefined])
  })
})
