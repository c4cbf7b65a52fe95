import { REFUSAL, signerProofDigest, SIGNER_VALID_MS, type RegisterRequest } from '@vest/protocol'
import {
  createLocalPrimary,
  createLocalSolanaPrimary,
  createVestClient,
  keccak256,
  type FetchLike,
} from '@vest/sdk'
import { recoverAddress, toHex } from 'viem'
import { describe, expect, it, vi } from 'vitest'
import { createSafeStorage } from '../../shared/storage/safeStorage.ts'
import type { EmbeddedSessions, KeptEmbedded } from './embeddedSessions.ts'
import { createSessionStore } from './session.ts'
import { createSessionChannel, SESSION_CHANNEL } from './sessionChannel.ts'
import { createSessionKeeper } from './sessionKeeper.ts'
import { createKeyVault } from './vault/keyVault.ts'
import { createMemoryStore } from './vault/secretStore.ts'

const PRIMARY = createLocalPrimary(`0x${'22'.repeat(32)}`)
const ROUTER = `0x${'77'.repeat(20)}` as const
/** The exchange's clock is an hour ahead of this machine's. */
const AHEAD_MS = 3_600_000

function createExchange() {
  const registered: RegisterRequest[] = []
  let answerStatus = 200
  const json = (body: unknown, status = 200): Response =>
    new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
  const fetch: FetchLike = async (url, init) => {
    const path = new URL(url).pathname
    if (path === '/v2/time') return json({ serverTime: Date.now() + AHEAD_MS })
    if (path === '/v2/transfer/chains')
      return json([
        {
          chainId: 42161,
          name: 'Arbitrum',
          networkType: 0,
          isDefault: true,
          vault: ROUTER,
          router: ROUTER,
          cctpDomain: 3,
          withdrawFee: '0.200000',
          minDeposit: '1.000000',
          withdrawSeconds: 60,
          explorerTx: null,
          rpcUrl: null,
          tokens: [],
        },
      ])
    if (path === '/v2/register') {
      registered.push(JSON.parse(String(init?.body)) as RegisterRequest)
      return json({ apiKey: 'api-key', accGroup: 0 })
    }
    return answerStatus === 200
      ? json({ listenKey: 'x' })
      : json(
          { code: REFUSAL.UNAUTHORIZED, msg: 'no', detail: { code: REFUSAL.UNAUTHORIZED, msg: 'no' } },
          answerStatus,
        )
  }
  return {
    fetch,
    registered,
    revoke: () => {
      answerStatus = 401
    },
  }
}

const EMBEDDED: KeptEmbedded = {
  account: `0x${'44'.repeat(20)}`,
  signerAddress: `0x${'55'.repeat(20)}`,
  apiKey: 'embedded-key',
  accountGroup: 0,
  expiryTimeMs: Date.now() + SIGNER_VALID_MS,
  email: 'mira@mail.example',
}

const FURTHER: KeptEmbedded = {
  ...EMBEDDED,
  account: `0x${'66'.repeat(20)}`,
  apiKey: 'further-key',
  place: { stage: 'evaluation', index: 0 },
}

/** The wallet's frame of one browser; every tab has an object of its own over what is kept. */
function createFrame(kept = new Map<string, KeptEmbedded>()) {
  const calls: string[] = []
  let isStanding = true
  let ended: () => void = () => undefined
  const sessions: EmbeddedSessions = {
    open: async (account) => kept.get(account),
    keep: async (session, isPersistent) => {
      if (isPersistent) kept.set(session.account, session)
    },
    list: async () => [...kept.values()].map(({ account }) => account),
    forget: async (account) => void kept.delete(account),
    forgetAll: async () => kept.clear(),
    async *places(stage) {
      yield { place: { stage, index: 0 }, account: FURTHER.account }
    },
    prove: () => Promise.reject(new Error('no test asks')),
    registerPlace: async () => FURTHER,
    signProfit: () => Promise.reject(new Error('no test asks')),
    signAddressBook: () => Promise.reject(new Error('no test asks')),
    stands: async () => {
      calls.push('stands')
      if (!isStanding) ended()
      return isStanding
    },
    register: async (isPersistent, onStep) => {
      calls.push(`register ${isPersistent}`)
      onStep('key')
      onStep('account')
      return EMBEDDED
    },
    signerOf: ({ signerAddress }) => ({ address: signerAddress, sign: async () => '0x' }),
    withdrawalSigner: (account) => ({ address: account, sign: async () => '0x' }),
    end: async (everywhere) => {
      calls.push(everywhere ? 'end everywhere' : 'end')
      kept.clear()
    },
    onEnded: (listener) => {
      ended = listener
      return () => undefined
    },
  }
  return {
    sessions,
    calls,
    kept,
    endElsewhere: () => {
      isStanding = false
    },
  }
}

/** One tab of a browser: `shared` is what tabs have in common. */
function createTab(
  exchange: ReturnType<typeof createExchange>,
  shared = {
    store: createMemoryStore(),
    channel: `${SESSION_CHANNEL}.${Math.random()}`,
    storage: createSafeStorage(() => {
      throw new Error('blocked')
    }),
  },
  frame = createFrame(),
) {
  const session = createSessionStore(
    createVestClient({
      baseUrl: 'http://127.0.0.1:1',
      fetch: exchange.fetch,
      onUnauthorized: () =>
        session.getState().set({ status: 'visitor', address: undefined, hasApiKey: false }),
    }),
  )
  const broadcast = new BroadcastChannel(shared.channel)
  const vault = createKeyVault({ store: shared.store, nowMs: Date.now })
  const keeper = createSessionKeeper({
    session,
    storage: shared.storage,
    channel: createSessionChannel(broadcast),
    openVault: () => vault,
    loadEmbedded: async () => frame.sessions,
  })
  const facts = () => {
    const { status, address, hasApiKey, client } = session.getState()
    return { status, address, hasApiKey, isAuthorized: client.isAuthorized(), hasSigner: client.hasSigner() }
  }
  return { session, keeper, vault, facts, shared, frame, close: () => broadcast.close() }
}

const ACCOUNT = PRIMARY.address
const SIGNED_IN = { status: 'ready', address: ACCOUNT, hasApiKey: true, isAuthorized: true, hasSigner: true }
const SIGNED_OUT = {
  status: 'visitor',
  address: undefined,
  hasApiKey: false,
  isAuthorized: false,
  hasSigner: false,
}

describe('session keeper', () => {
  it('[7.29] [4.16] registers a fresh key over the router of the default chain, for 14 days of the exchange’s time', async () => {
    const exchange = createExchange()
    const tab = createTab(exchange)
    await tab.keeper.register(PRIMARY, true)
    expect(tab.facts()).toEqual(SIGNED_IN)
    const [request] = exchange.registered
    expect(Math.abs(request!.expiryTime - (Date.now() + AHEAD_MS + SIGNER_VALID_MS))).toBeLessThan(30_000)
    const digest = signerProofDigest(ROUTER, request!.signingAddr, request!.expiryTime, keccak256)
    expect(
      (
        await recoverAddress({ hash: toHex(digest), signature: request!.signature as `0x${string}` })
      ).toLowerCase(),
    ).toBe(ACCOUNT)
    tab.close()
  })

  it('a browser that remembers something else than an account has a visitor, and forgets it', async () => {
    const tab = createTab(createExchange())
    tab.shared.storage.setItem('vest.account', 'no address')
    // As the app begins where an account is remembered.
    tab.session.getState().set({ status: 'connecting' })
    await tab.keeper.restoreLast()
    expect(tab.facts()).toEqual(SIGNED_OUT)
    expect(tab.shared.storage.getItem('vest.account')).toBeNull()
    tab.close()
  })

  it('[4.16] reopens a remembered session on the next visit without a signature; one that was not is gone', async () => {
    for (const [isPersistent, expected] of [
      [true, SIGNED_IN],
      [false, SIGNED_OUT],
    ] as const) {
      const exchange = createExchange()
      const tab = createTab(exchange)
      await tab.keeper.register(PRIMARY, isPersistent)
      tab.close()
      const next = createTab(exchange, tab.shared)
      await next.keeper.restoreLast()
      expect(next.facts()).toEqual(expected)
      expect(exchange.registered).toHaveLength(1)
      next.close()
    }
  })

  it('[4.16] logging out clears keys, credentials and the other tabs', async () => {
    const exchange = createExchange()
    const tab = createTab(exchange)
    const other = createTab(exchange, tab.shared)
    await tab.keeper.register(PRIMARY, true)
    await vi.waitFor(() => expect(other.facts()).toEqual(SIGNED_IN))
    tab.keeper.leave()
    await tab.keeper.register(createLocalPrimary(`0x${'33'.repeat(32)}`), true)
    expect(await tab.keeper.accounts()).toHaveLength(2)
    const ended = vi.fn()
    other.keeper.onEndedElsewhere(ended)
    await tab.keeper.signOut()
    expect(tab.facts()).toEqual(SIGNED_OUT)
    await vi.waitFor(() => expect(other.facts()).toEqual(SIGNED_OUT))
    expect(ended).toHaveBeenCalledTimes(1)
    expect([await tab.keeper.accounts(), await other.keeper.accounts()]).toEqual([[], []])
    expect(tab.shared.storage.getItem('vest.account')).toBeNull()
    tab.close()
    other.close()
  })

  it('[6.1] a key that the exchange no longer accepts ends the session and is forgotten', async () => {
    const exchange = createExchange()
    const tab = createTab(exchange)
    await tab.keeper.register(PRIMARY, true)
    exchange.revoke()
    await expect(tab.session.getState().client.account()).rejects.toMatchObject({
      code: REFUSAL.UNAUTHORIZED,
    })
    expect(tab.facts()).toEqual(SIGNED_OUT)
    await vi.waitFor(async () => expect(await tab.keeper.accounts()).toEqual([]))
    tab.close()
  })

  it('[2.34] leaving an account keeps it for later; activating it needs no signature', async () => {
    const exchange = createExchange()
    const tab = createTab(exchange)
    await tab.keeper.register(PRIMARY, true)
    tab.keeper.leave()
    expect(tab.facts()).toEqual(SIGNED_OUT)
    expect([
      await tab.keeper.activate(`0x${'99'.repeat(20)}`),
      await tab.keeper.activate(ACCOUNT as `0x${string}`),
    ]).toEqual([false, true])
    expect(tab.facts()).toEqual(SIGNED_IN)
    tab.close()
  })

  it('[1.1] [3.12] the account of a Solana wallet is kept by its base58 address, beside the others, and reopened', async () => {
    const exchange = createExchange()
    const tab = createTab(exchange)
    const other = createTab(exchange, tab.shared)
    const solana = createLocalSolanaPrimary(new Uint8Array(32).fill(0x33))
    await tab.keeper.register(PRIMARY, true)
    await tab.keeper.register(solana, true)
    expect(exchange.registered[1]).toMatchObject({ networkType: 1, primaryAddr: solana.address })
    expect(tab.facts()).toEqual({ ...SIGNED_IN, address: solana.address })
    expect([...(await tab.keeper.accounts())].sort()).toEqual([ACCOUNT, solana.address].sort())
    tab.close()
    const next = createTab(exchange, tab.shared)
    await next.keeper.restoreLast()
    expect(next.facts()).toEqual({ ...SIGNED_IN, address: solana.address })
    // The other tab hears of it by that name.
    await vi.waitFor(() => expect(other.facts().hasSigner).toBe(true))
    await next.keeper.signOut()
    await vi.waitFor(async () => expect(await other.keeper.accounts()).toEqual([]))
    next.close()
    other.close()
  })

  it('[8.63] a declined signature leaves everything as it was', async () => {
    const exchange = createExchange()
    const tab = createTab(exchange)
    const declined = Object.assign(new Error('User rejected'), { code: 4001 })
    await expect(
      tab.keeper.register({ address: ACCOUNT, signTypedData: () => Promise.reject(declined) }, true),
    ).rejects.toBe(declined)
    expect([tab.facts(), exchange.registered, await tab.keeper.accounts()]).toEqual([SIGNED_OUT, [], []])
    tab.close()
  })

  it('a renewal is one signature of the wallet of this account, remembered as it was; without it nothing changes', async () => {
    for (const isPersistent of [true, false]) {
      const exchange = createExchange()
      const tab = createTab(exchange)
      await tab.keeper.register(PRIMARY, isPersistent)
      const other = { ...PRIMARY, address: `0x${'77'.repeat(20)}` as const }
      for (const missing of [undefined, other])
        await expect(tab.keeper.renew(missing)).rejects.toThrow('Wallet is not connected')
      await tab.keeper.renew(PRIMARY)
      const signers = exchange.registered.map(({ signingAddr }) => signingAddr)
      expect([signers.length, new Set(signers).size]).toEqual([2, 2])
      tab.close()
      const next = createTab(exchange, tab.shared)
      await next.keeper.restoreLast()
      expect(next.facts()).toEqual(isPersistent ? SIGNED_IN : SIGNED_OUT)
      next.close()
    }
  })

  describe('of an embedded wallet', () => {
    it('a renewal asks no question, and a sign-out everywhere reaches the frame', async () => {
      const tab = createTab(createExchange())
      await tab.keeper.registerEmbedded(true, () => undefined)
      await tab.keeper.renew(undefined)
      await tab.keeper.signOut({ everywhere: true })
      expect(tab.frame.calls).toEqual(['register true', 'register true', 'end everywhere'])
      tab.close()
    })

    const SIGNED_IN_BY_MAIL = { ...SIGNED_IN, address: EMBEDDED.account }
    const emailOf = ({ session }: ReturnType<typeof createTab>) => session.getState().email

    it('[4.16] [6.4] registers without a question, and says of whom the account is', async () => {
      const tab = createTab(createExchange())
      const steps: string[] = []
      await tab.keeper.registerEmbedded(true, (step) => steps.push(step))
      expect([tab.facts(), emailOf(tab), steps]).toEqual([
        SIGNED_IN_BY_MAIL,
        EMBEDDED.email,
        ['key', 'account'],
      ])
      expect(await tab.keeper.accounts()).toEqual([EMBEDDED.account])
      tab.close()
    })

    it('[4.16] reopens on the next visit at once; one that was not to be remembered is gone', async () => {
      for (const [isPersistent, expected] of [
        [true, SIGNED_IN_BY_MAIL],
        [false, SIGNED_OUT],
      ] as const) {
        const exchange = createExchange()
        const tab = createTab(exchange)
        await tab.keeper.registerEmbedded(isPersistent, () => undefined)
        tab.close()
        const next = createTab(exchange, tab.shared, createFrame(tab.frame.kept))
        await next.keeper.restoreLast()
        expect(next.facts()).toEqual(expected)
        expect(next.frame.calls).toEqual(isPersistent ? ['stands'] : [])
        next.close()
      }
    })

    it('a sign-in that has ended elsewhere ends here, and leaves no key', async () => {
      const exchange = createExchange()
      const tab = createTab(exchange)
      await tab.keeper.registerEmbedded(true, () => undefined)
      tab.close()
      const next = createTab(exchange, tab.shared, createFrame(tab.frame.kept))
      next.frame.endElsewhere()
      await next.keeper.restoreLast()
      await vi.waitFor(() => expect(next.facts()).toEqual(SIGNED_OUT))
      expect([emailOf(next), next.frame.kept.size]).toEqual([undefined, 0])
      next.close()
    })

    it('[4.16] an approval that has ended is renewed without a question while the sign-in stands', async () => {
      const exchange = createExchange()
      const tab = createTab(exchange)
      await tab.keeper.registerEmbedded(true, () => undefined)
      tab.frame.kept.clear()
      tab.close()
      const next = createTab(exchange, tab.shared, createFrame(tab.frame.kept))
      await next.keeper.restoreLast()
      expect(next.facts()).toEqual(SIGNED_IN_BY_MAIL)
      expect(next.frame.calls).toEqual(['stands', 'register true'])
      next.close()
    })

    it('[4.16] logging out ends the sign-in of the frame, and the other tabs', async () => {
      const exchange = createExchange()
      const tab = createTab(exchange)
      const other = createTab(exchange, tab.shared, createFrame(tab.frame.kept))
      await tab.keeper.registerEmbedded(true, () => undefined)
      await vi.waitFor(() => expect(other.facts()).toEqual(SIGNED_IN_BY_MAIL))
      await tab.keeper.signOut()
      expect([tab.facts(), emailOf(tab), tab.frame.calls]).toEqual([
        SIGNED_OUT,
        undefined,
        ['register true', 'end'],
      ])
      await vi.waitFor(() => expect(other.facts()).toEqual(SIGNED_OUT))
      expect(await tab.keeper.accounts()).toEqual([])
      tab.close()
      other.close()
    })
  })

  describe('accounts of Vest Capital of a user with an embedded wallet', () => {
    const inUse = ({ session }: ReturnType<typeof createTab>) => {
      const { status, address, email, primary } = session.getState()
      return { status, address, email, primary }
    }
    const SWITCHED = {
      status: 'ready',
      address: FURTHER.account,
      email: EMBEDDED.email,
      primary: EMBEDDED.account,
    }
    async function switched(shared?: ReturnType<typeof createTab>['shared'], frame = createFrame()) {
      const tab = createTab(createExchange(), shared, frame)
      await tab.keeper.registerEmbedded(true, () => undefined)
      expect(inUse(tab)).toEqual({ ...SWITCHED, address: EMBEDDED.account })
      frame.kept.set(FURTHER.account, FURTHER)
      expect(await tab.keeper.activate(FURTHER.account)).toBe(true)
      expect(inUse(tab)).toEqual(SWITCHED)
      return tab
    }

    it('[2.22] one is used without a signature and without loading the page anew, and after a reload', async () => {
      const tab = await switched()
      expect(await tab.keeper.accounts()).toEqual([EMBEDDED.account, FURTHER.account])
      tab.close()
      const next = createTab(createExchange(), tab.shared, tab.frame)
      await next.keeper.restoreLast()
      expect(inUse(next)).toEqual(SWITCHED)
      expect(await next.keeper.activate(EMBEDDED.account)).toBe(true)
      expect(inUse(next)).toEqual({ ...SWITCHED, address: EMBEDDED.account })
      expect(tab.frame.calls.filter((call) => call.startsWith('register'))).toHaveLength(1)
      next.close()
    })

    it('[4.16] a sign-out ends them all, in every tab, whichever each of them uses', async () => {
      const tab = await switched()
      const other = createTab(createExchange(), tab.shared, createFrame(tab.frame.kept))
      await other.keeper.restoreLast()
      await tab.keeper.activate(EMBEDDED.account)
      await tab.keeper.signOut()
      await vi.waitFor(() => expect(inUse(other)).toMatchObject({ status: 'visitor', primary: undefined }))
      expect([...tab.frame.kept.keys()]).toEqual([])
      expect(await tab.keeper.accounts()).toEqual([])
      tab.close()
      other.close()
    })

    it('[6.1] one whose key was ended gives way to the first, which goes on', async () => {
      const tab = await switched()
      tab.session.getState().set({ status: 'visitor', address: undefined, hasApiKey: false })
      await vi.waitFor(() => expect(inUse(tab)).toEqual({ ...SWITCHED, address: EMBEDDED.account }))
      expect([...tab.frame.kept.keys()]).toEqual([EMBEDDED.account])
      tab.close()
    })

    it('not remembered, they are used for this visit alone', async () => {
      const frame = createFrame()
      const tab = createTab(createExchange(), undefined, frame)
      frame.sessions.open = async (account) => (account === FURTHER.account ? FURTHER : EMBEDDED)
      await tab.keeper.registerEmbedded(false, () => undefined)
      expect(await tab.keeper.activate(FURTHER.account)).toBe(true)
      expect(inUse(tab)).toEqual(SWITCHED)
      const next = createTab(createExchange(), tab.shared, createFrame())
      await next.keeper.restoreLast()
      expect(inUse(next)).toMatchObject({ status: 'visitor' })
      tab.close()
      next.close()
    })
  })
})
