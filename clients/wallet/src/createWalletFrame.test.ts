import {
  actionDigest,
  bytesToHex,
  depositAuthorizationDigest,
  REFUSAL,
  SIGNER_VALID_MS,
  signerProofDigest,
  solanaApprovalText,
  solanaPublicKey,
  utf8,
  type SessionsAnswer,
  type SignedAction,
  type SignedAddressBook,
} from '@vest/protocol'
import { keccak256 } from '@vest/sdk'
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import { recoverAddress, recoverMessageAddress, toHex } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import type { FrameRefusal } from './bridge/frameRefusal.ts'
import { openWay, sealForWay, wayPublicKey } from './keys/recoveryWays.ts'
import { joinSeed } from './keys/seedParts.ts'
import {
  CONFIG,
  createFrameWorld,
  EMAIL,
  lastingRecords,
  NOW_MS,
  signIn,
  type FrameWorld,
  type Opened,
} from './testing/frameWorld.ts'
import type { PersonQuestion } from './wallet/personQuestion.ts'
import { SIGN_BURST } from './wallet/tradingKeys.ts'

const VERIFY = { challengeId: 'c'.repeat(32), email: EMAIL, code: '123456', remember: true }
const CANCEL = { kind: 'cancel', time: NOW_MS, nonce: NOW_MS, id: `0x${'ab'.repeat(32)}` } as const
const STRANGER = `0x${'99'.repeat(20)}`
const [CHAIN] = CONFIG.chains
const WITHDRAWAL = {
  time: NOW_MS,
  nonce: NOW_MS,
  network: 'evm',
  recipient: STRANGER,
  token: CHAIN!.token.address,
  size: 25_000_000,
  chainId: 42161,
}
/** As a server that wants the third part would put it into its list. */
const sealedFor = (world: FrameWorld, secret: Uint8Array) =>
  sealForWay(
    world.identity.serverShare()!,
    { method: 'file', savedTimeMs: 1, publicKey: wayPublicKey(secret), mac: `0x${'00'.repeat(32)}` },
    'user-1',
  )
const refusal = (failure: string, detail: object = {}) => ({ name: 'FrameRefusal', failure, detail })
const reload = ({ clock, identity, store, tab }: FrameWorld): FrameWorld =>
  createFrameWorld({ clock, identity, store, tab })
/** What a thief of one thing would try. */
const EVERYTHING = [
  ['trading.approve', { network: 'evm', remember: true }],
  ['trading.sign', { network: 'evm', actions: [CANCEL] }],
  ['capital.wallets', { stage: 'funded', from: 0, count: 1 }],
  [
    'deposit.authorize',
    { chainId: 42161, value: '1000000', validAfter: 0, validBefore: NOW_MS / 1_000 + 3_600 },
  ],
  ['withdrawal.approve', WITHDRAWAL],
  ['message.sign', { message: 'hello' }],
  ['wallet.rotate', {}],
  ['wallet.export', {}],
  ['passkey.add', {}],
  ['recovery.save', {}],
] as const
const signerOf = async (digest: Uint8Array, signature: string): Promise<string> =>
  (await recoverAddress({ hash: toHex(digest), signature: signature as `0x${string}` })).toLowerCase()

const isWithdrawal = (question: PersonQuestion) => question.kind === 'withdrawal'

interface Approved {
  readonly signingAddr: `0x${string}`
  readonly primaryAddr: string
  readonly signature: string
  readonly expiryTime: number
  readonly networkType: number
  readonly accessToken: string
}

describe('the wallet’s frame', () => {
  it('[3.13] [7.2] makes one wallet per person, and approves a key of its own for the exchange', async () => {
    const world = createFrameWorld()
    await world.frame.run('login.code.verify', VERIFY)
    const opened = (await world.frame.run('wallet.open', {})) as Opened
    expect(await world.frame.run('wallet.open', {})).toEqual({ state: 'ready', ...opened })
    const evm = (await world.frame.run('trading.approve', { network: 'evm', remember: true })) as Approved
    expect(evm).toMatchObject({
      primaryAddr: opened.evmAddress,
      networkType: 0,
      expiryTime: NOW_MS + SIGNER_VALID_MS,
      accessToken: 'exchange-token-1',
    })
    const digest = signerProofDigest(CONFIG.registrationContract, evm.signingAddr, evm.expiryTime, keccak256)
    expect(await signerOf(digest, evm.signature)).toBe(opened.evmAddress)
    const solana = (await world.frame.run('trading.approve', {
      network: 'solana',
      remember: true,
    })) as Approved
    const text = utf8(solanaApprovalText(solana.signingAddr, solana.expiryTime))
    expect(solana).toMatchObject({ primaryAddr: opened.solanaAddress, networkType: 1 })
    expect(ed25519.verify(base58.decode(solana.signature), text, base58.decode(opened.solanaAddress))).toBe(
      true,
    )
  })

  it('[6.4] signs orders and what goes with them by the approved key, without a question', async () => {
    const world = createFrameWorld()
    await world.frame.run('login.code.verify', VERIFY)
    await world.frame.run('wallet.open', {})
    const { signingAddr } = (await world.frame.run('trading.approve', {
      network: 'evm',
      remember: true,
    })) as Approved
    const signed = { time: NOW_MS, nonce: NOW_MS }
    const order = {
      ...signed,
      symbol: 'BTC-PERP',
      isBuy: true,
      size: '0.1',
      limitPrice: '30000.00',
      reduceOnly: false,
    }
    const id = `0x${'ab'.repeat(32)}`
    const actions = [
      { kind: 'order', orderType: 'LIMIT', ...order },
      { kind: 'cancel', ...signed, id },
      { kind: 'amend', ...signed, id, size: '1', limitPrice: '2' },
      { kind: 'cancelAll', ...signed, symbol: '' },
      { kind: 'closeAll', ...signed, symbol: 'BTC-PERP' },
      { kind: 'deadman', ...signed, timeoutMs: 0 },
      { kind: 'lp', ...signed, orderType: 'DEPOSIT', size: '100' },
    ] as const satisfies readonly SignedAction[]
    for (const action of actions) {
      const { signatures } = (await world.frame.run('trading.sign', {
        network: 'evm',
        actions: [action],
      })) as {
        signatures: string[]
      }
      expect(signatures).toHaveLength(1)
      expect(await signerOf(actionDigest(action, keccak256), signatures[0]!)).toBe(signingAddr)
    }
    expect(world.questions).toEqual([])
  })

  it('[6.4] [9.7] authorizes a deposit from its own address into the pinned vault, with a nonce of its own', async () => {
    const world = createFrameWorld()
    const { evmAddress } = await signIn(world)
    const nowS = NOW_MS / 1_000
    const params = { chainId: 42161, value: '500000000', validAfter: 0, validBefore: nowS + 3_600 }
    const [one, two] = [
      await world.frame.run('deposit.authorize', params),
      await world.frame.run('deposit.authorize', params),
    ] as { account: string; nonce: `0x${string}`; signature: string }[]
    expect(one!.account).toBe(evmAddress)
    expect(one!.nonce).not.toBe(two!.nonce)
    const digest = depositAuthorizationDigest(
      {
        token: { ...CHAIN!.token, chainId: 42161 },
        from: evmAddress,
        to: CHAIN!.vault,
        value: params.value,
        validAfterS: 0,
        nonce: one!.nonce,
        validBeforeS: params.validBefore,
      },
      keccak256,
    )
    expect(await signerOf(digest, one!.signature)).toBe(evmAddress)
    for (const [wrong, failure] of [
      [{ chainId: 1 }, 'unsupportedChain'],
      [{ validBefore: nowS }, 'invalidRequest'],
      [{ validBefore: nowS + 7_200 }, 'invalidRequest'],
      [{ validAfter: nowS + 600 }, 'invalidRequest'],
      [{ value: '0' }, 'invalidParameters'],
      [{ to: STRANGER }, 'invalidParameters'],
    ] as const)
      await expect(world.frame.run('deposit.authorize', { ...params, ...wrong })).rejects.toMatchObject(
        refusal(failure),
      )
  })

  it('[5.2] shows a wallet of Solana as it writes itself, and signs its key', async () => {
    const world = createFrameWorld()
    await signIn(world)
    world.approves = true
    const recipient = 'So11111111111111111111111111111111111111112'
    const asked = { ...WITHDRAWAL, chainId: 0, recipient }
    await world.frame.run('withdrawal.approve', asked)
    expect(world.questions.find(isWithdrawal)).toMatchObject({
      chainName: 'Solana',
      recipient,
      action: { chainId: 0, recipient: bytesToHex(solanaPublicKey(recipient)!) },
    })
    await expect(
      world.frame.run('withdrawal.approve', { ...asked, recipient: `0x${'12'.repeat(20)}` }),
    ).rejects.toMatchObject(refusal('invalidRecipient'))
  })

  it('signs a change of the address book only after a press, exactly as it was shown', async () => {
    const world = createFrameWorld()
    const { evmAddress } = await signIn(world)
    const label = 'Kraken 冷钱包'
    const saved = { nonce: 7, change: 'SAVE', recipient: STRANGER, chain: 'EVM', label, days: 0 }
    const run = (change: object) => world.frame.run('addressBook.approve', { ...saved, ...change })
    await expect(run({})).rejects.toMatchObject(refusal('userExited'))
    const hidden = [
      { label: '' },
      { label: ' Kraken' },
      { label: 'Kra\u202eken' },
      { days: 3 },
      { recipient: CHAIN!.vault },
      { chain: '10' },
      { chain: '0' },
    ]
    for (const wrong of hidden) await expect(run(wrong)).rejects.toMatchObject({ name: 'FrameRefusal' })
    world.approves = true
    const { time, signature } = (await run({})) as { time: number; signature: string }
    expect(world.questions.at(-1)).toMatchObject({
      kind: 'addressBook',
      recipient: STRANGER,
      label,
    })
    const action: SignedAddressBook = {
      kind: 'addressBook',
      time,
      nonce: 7,
      account: evmAddress,
      change: 'SAVE',
      recipient: STRANGER,
      chain: 'EVM',
      label,
      days: 0,
    }
    expect(await signerOf(actionDigest(action, keccak256), signature)).toBe(evmAddress)
  })

  it('signs a withdrawal only after a press, exactly as it was shown', async () => {
    const world = createFrameWorld()
    const { evmAddress } = await signIn(world)
    await expect(world.frame.run('withdrawal.approve', WITHDRAWAL)).rejects.toMatchObject(
      refusal('userExited'),
    )
    world.approves = true
    const { signature } = (await world.frame.run('withdrawal.approve', WITHDRAWAL)) as { signature: string }
    const [, shown] = world.questions.filter(isWithdrawal)
    expect(shown).toMatchObject({
      recipientIs: 'new',
      action: { account: evmAddress, recipient: STRANGER, size: 25_000_000, chainId: 42161 },
    })
    expect(await signerOf(actionDigest(shown!.action, keccak256), signature)).toBe(evmAddress)
    await world.frame.run('withdrawal.approve', WITHDRAWAL)
    await world.frame.run('withdrawal.approve', { ...WITHDRAWAL, recipient: evmAddress })
    expect(world.questions.filter(isWithdrawal).map(({ recipientIs }) => recipientIs)).toEqual([
      'new',
      'new',
      'known',
      'own',
    ])
  })

  it.each([
    ['the vault', { recipient: CHAIN!.vault }, 'invalidRecipient'],
    ['the token', { recipient: CHAIN!.token.address }, 'invalidRecipient'],
    ['the zero address', { recipient: `0x${'0'.repeat(40)}` }, 'invalidRecipient'],
    ['a wrong checksum', { recipient: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAEd' }, 'invalidRecipient'],
    [
      'an address of Solana',
      { recipient: '75bWqZkonj2fBtB9c2qNvpmPPcJDxvtkWrYf6bdJFZEy' },
      'invalidRecipient',
    ],
    ['another chain', { chainId: 10 }, 'unsupportedChain'],
    ['the Solana key', { network: 'solana' }, 'unsupportedChain'],
    ['another token', { token: STRANGER }, 'invalidRequest'],
    ['no money', { size: 0 }, 'invalidRequest'],
    ['a time of tomorrow', { time: NOW_MS + 86_400_000 }, 'invalidRequest'],
  ])('[8.64] a withdrawal that names %s is refused before a question', async (_what, wrong, failure) => {
    const world = createFrameWorld()
    await signIn(world)
    world.approves = true
    await expect(world.frame.run('withdrawal.approve', { ...WITHDRAWAL, ...wrong })).rejects.toMatchObject(
      refusal(failure),
    )
    expect(world.questions).toEqual([])
  })

  it('after a reload the same browser signs on; after a sign-out it finds the same wallet by a new code', async () => {
    const world = createFrameWorld()
    const opened = await signIn(world)
    const reloaded = reload(world)
    expect(await reloaded.frame.run('session.resume', {})).toMatchObject({
      state: 'ready',
      user: { email: EMAIL },
    })
    await reloaded.frame.run('trading.sign', { network: 'evm', actions: [CANCEL] })
    await reloaded.frame.run('session.end', { everywhere: false })
    expect(await reloaded.frame.run('session.resume', {})).toEqual({ user: null, state: 'none' })
    for (const [method, params] of [
      ['trading.sign', { network: 'evm', actions: [CANCEL] }],
      ['wallet.open', {}],
      ['trading.approve', { network: 'evm', remember: true }],
    ] as const)
      await expect(reloaded.frame.run(method, params)).rejects.toMatchObject(refusal('notAuthenticated'))
    expect(await signIn(reload(world))).toMatchObject({ state: 'ready', ...opened })
  })

  it('tells the browsers that the person is signed in with and ends one, for a person who is signed in alone', async () => {
    const world = createFrameWorld()
    const end = { sessionId: 'session-2-of-another-one' }
    for (const [method, params] of [
      ['sessions.list', {}],
      ['sessions.end', end],
    ] as const)
      await expect(world.frame.run(method, params)).rejects.toMatchObject(refusal('notAuthenticated'))
    await signIn(world)
    const { sessions } = (await world.frame.run('sessions.list', {})) as SessionsAnswer
    expect(sessions).toMatchObject([{ isCurrent: true, network: '203.0.113.0/24', browser: 'Chrome' }])
    expect(await world.frame.run('sessions.end', end)).toEqual({})
    expect(world.identity.asked.slice(-2)).toEqual(['sessions', 'endSession'])
  })

  it('another browser holds no part of it, and signs nothing', async () => {
    const world = createFrameWorld()
    const { evmAddress } = await signIn(world)
    const other = createFrameWorld({ identity: world.identity, clock: world.clock })
    await other.frame.run('login.code.verify', VERIFY)
    expect(await other.frame.run('wallet.open', {})).toMatchObject({ state: 'locked', evmAddress })
    await expect(
      other.frame.run('trading.approve', { network: 'evm', remember: true }),
    ).rejects.toMatchObject(refusal('walletLocked'))
  })

  it('of two browsers that make a wallet at once one wins; the other does not end with a wallet of its own', async () => {
    const world = createFrameWorld()
    const other = createFrameWorld({ identity: world.identity, clock: world.clock })
    const { ask } = world.identity
    // Between the look of the first and its attempt the second makes its own.
    let isFirst = true
    const late = createFrameWorld({
      clock: world.clock,
      store: lastingRecords(),
      identity: {
        ...world.identity,
        ask: (async (name: 'putWallet', options: object) => {
          if (name === 'putWallet' && isFirst) {
            isFirst = false
            await other.frame.run('login.code.verify', VERIFY)
            await other.frame.run('wallet.open', {})
          }
          return ask(name, options)
        }) as typeof ask,
      },
    })
    await late.frame.run('login.code.verify', VERIFY)
    expect(await late.frame.run('wallet.open', {})).toMatchObject({
      state: 'locked',
      evmAddress: world.identity.serverShare()!.evmAddress,
    })
    expect(await other.frame.run('wallet.open', {})).toMatchObject({ state: 'ready' })
    expect(await late.store.names()).not.toContainEqual(expect.stringMatching(/^part:/))
  })

  it('an answer that was lost on its way makes no second wallet', async () => {
    const world = createFrameWorld()
    await world.frame.run('login.code.verify', VERIFY)
    world.identity.loseAnswerOf('putWallet')
    await expect(world.frame.run('wallet.open', {})).rejects.toMatchObject(refusal('unreachable'))
    expect(await world.frame.run('wallet.open', {})).toMatchObject({
      state: 'ready',
      evmAddress: world.identity.serverShare()!.evmAddress,
    })
  })

  it('not remembered: after a reload no user is signed in, and no key is left; the wallet’s own part stays', async () => {
    const world = createFrameWorld()
    await signIn(world, false)
    await world.frame.run('trading.sign', { network: 'evm', actions: [CANCEL] })
    const next = reload(world)
    expect(await next.frame.run('session.resume', {})).toEqual({ user: null, state: 'none' })
    expect((await world.store.names()).map((name) => name.split(':')[0])).toEqual(['wrapping-key', 'part'])
  })

  it('names its browser to every login, the same over a logout and for the next person; another browser has another name', async () => {
    const world = createFrameWorld()
    await signIn(world)
    await world.frame.run('session.end', { everywhere: false })
    const next = reload(world)
    await next.frame.run('login.google.start', { returnPath: '/', language: 'en', remember: false })
    await next.frame.run('login.google.finish', { state: 's'.repeat(32), code: 'code' })
    await next.frame.run('session.end', { everywhere: false })
    // Who is not remembered writes no name, and takes none away.
    await signIn(reload(world))
    const [first, ...others] = world.identity.devices
    expect(first).toMatch(/^[A-Za-z0-9_-]{22}$/)
    expect(others).toEqual([first, first])
    const stranger = createFrameWorld({ identity: world.identity })
    await stranger.frame.run('login.code.verify', VERIFY)
    expect(world.identity.devices.at(-1)).not.toBe(first)
  })

  it('not remembered, a browser has a name until the logout, and none is written', async () => {
    const world = createFrameWorld()
    const verify = () => world.frame.run('login.code.verify', { ...VERIFY, remember: false })
    await verify()
    await verify()
    await world.frame.run('session.end', { everywhere: false })
    await verify()
    const [first, second, third] = world.identity.devices
    expect(second).toBe(first)
    expect(third).not.toBe(first)
    expect(await world.store.names()).not.toContain('device-id')
    await reload(world).frame.run('login.code.verify', VERIFY)
    expect(await world.store.names()).toContain('device-id')
  })

  it('[6.1] a session that was ended elsewhere ends here, and says so', async () => {
    const world = createFrameWorld()
    await signIn(world)
    world.identity.revoke()
    const next = reload(world)
    expect(await next.frame.run('session.resume', {})).toEqual({ user: null, state: 'none' })
    expect(next.endedTimes).toBe(1)
  })

  it('renews its tokens before they end, and takes the server’s time for its own', async () => {
    const world = createFrameWorld()
    await signIn(world)
    world.clock.nowMs += 599_000
    await world.frame.run('trading.approve', { network: 'evm', remember: true })
    expect(world.identity.asked.filter((name) => name === 'refresh')).toHaveLength(1)
  })

  it('a sign-out without a connection leaves nothing that signs', async () => {
    const world = createFrameWorld()
    await signIn(world)
    world.identity.setUnreachable(true)
    await expect(world.frame.run('session.end', { everywhere: false })).rejects.toMatchObject(
      refusal('unreachable'),
    )
    world.identity.setUnreachable(false)
    expect(await world.frame.run('session.resume', {})).toEqual({ user: null, state: 'none' })
    expect((await world.store.names()).filter((name) => /^(session|trading)/.test(name))).toEqual([])
  })

  it('Google: the secret of the tab that began, once', async () => {
    const world = createFrameWorld()
    await world.frame.run('login.google.start', { returnPath: '/portfolio', language: 'en', remember: true })
    const back = { state: 's'.repeat(32), code: 'code' }
    const stranger = createFrameWorld({ identity: world.identity })
    await expect(stranger.frame.run('login.google.finish', back)).rejects.toMatchObject(
      refusal('refused', { code: REFUSAL.SIGN_IN_FAILED }),
    )
    expect(world.identity.asked).not.toContain('returnOidc')
    expect(await reload(world).frame.run('login.google.finish', back)).toMatchObject({
      kind: 'session',
      returnPath: '/portfolio',
    })
    await expect(reload(world).frame.run('login.google.finish', back)).rejects.toMatchObject({
      failure: 'refused',
    })
  })

  it('signs at a bounded rate, and nothing that becomes good on another day', async () => {
    const world = createFrameWorld()
    await signIn(world)
    const sign = (action: object = CANCEL) =>
      world.frame.run('trading.sign', { network: 'evm', actions: [action] })
    await expect(sign({ ...CANCEL, time: NOW_MS + 600_000 })).rejects.toMatchObject(refusal('invalidRequest'))
    for (let at = 0; at < SIGN_BURST; at += 1) await sign()
    await expect(sign()).rejects.toMatchObject(refusal('signFailed'))
    world.clock.nowMs += 1_000
    await sign()
  })

  it('an approval that has ended signs nothing', async () => {
    const world = createFrameWorld()
    await signIn(world)
    world.clock.nowMs += SIGNER_VALID_MS
    await expect(
      world.frame.run('trading.sign', { network: 'evm', actions: [CANCEL] }),
    ).rejects.toMatchObject(refusal('signFailed'))
  })

  it('a part of the server that was exchanged opens nothing', async () => {
    const world = createFrameWorld()
    await signIn(world)
    const share = world.identity.serverShare()!
    Object.assign(share, { share: `${share.share.slice(0, -2)}00` })
    await expect(
      world.frame.run('deposit.authorize', {
        chainId: 42161,
        value: '1000000',
        validAfter: 0,
        validBefore: NOW_MS / 1_000 + 3_600,
      }),
    ).rejects.toMatchObject(refusal('walletLocked'))
  })

  describe('further wallets of the same person', () => {
    const EVALUATION = { stage: 'evaluation', index: 0 } as const
    const FUNDED = { stage: 'funded', index: 3 } as const
    const approve = async (world: FrameWorld, wallet: object) =>
      (await world.frame.run('trading.approve', { network: 'evm', remember: true, wallet })) as Approved
    const addresses = async (world: FrameWorld, stage: string) =>
      ((await world.frame.run('capital.wallets', { stage, from: 0, count: 4 })) as { addresses: string[] })
        .addresses

    it('[7.3] [7.7] are proven by their own keys, silently, and are the same in another browser', async () => {
      const world = createFrameWorld()
      const { evmAddress } = await signIn(world)
      const known = [await addresses(world, 'evaluation'), await addresses(world, 'funded')]
      expect(new Set([evmAddress, ...known.flat()]).size).toBe(9)
      for (const [at, wallet] of [EVALUATION, FUNDED].entries()) {
        const proof = await approve(world, wallet)
        expect(proof).toMatchObject({ primaryAddr: known[at]![wallet.index], networkType: 0 })
        const { signingAddr, expiryTime, signature } = proof
        const digest = signerProofDigest(CONFIG.registrationContract, signingAddr, expiryTime, keccak256)
        expect(await signerOf(digest, signature)).toBe(proof.primaryAddr)
      }
      expect(world.questions).toEqual([])
      world.passphrases = ['linen harbour twelve quiet']
      await world.frame.run('recovery.save', {})
      const other = createFrameWorld({ identity: world.identity, clock: world.clock })
      await other.frame.run('login.code.verify', VERIFY)
      other.passphrases = world.passphrases
      await other.frame.run('recovery.open', {})
      expect([await addresses(other, 'evaluation'), await addresses(other, 'funded')]).toEqual(known)
    })

    it('[6.4] each signs by a key of its own, kept over a reload, and none where none was approved', async () => {
      const world = createFrameWorld()
      await signIn(world)
      const keys = [await approve(world, EVALUATION), await approve(world, FUNDED)]
      const { frame } = reload(world)
      const sign = async (wallet?: object) => {
        const actions = [CANCEL]
        const { signatures } = (await frame.run('trading.sign', {
          network: 'evm',
          actions,
          ...(wallet && { wallet }),
        })) as { signatures: string[] }
        return signerOf(actionDigest(CANCEL, keccak256), signatures[0]!)
      }
      const signers = [await sign(), await sign(EVALUATION), await sign(FUNDED)]
      expect(signers.slice(1)).toEqual(keys.map(({ signingAddr }) => signingAddr))
      expect(new Set(signers).size).toBe(3)
      await expect(sign({ ...EVALUATION, index: 1 })).rejects.toMatchObject(refusal('signFailed'))
    })

    it('[4.16] a sign-out leaves no key of any of them', async () => {
      const world = createFrameWorld()
      await signIn(world)
      await approve(world, EVALUATION)
      await approve(world, FUNDED)
      expect((await world.store.names()).filter((name) => name.startsWith('trading:'))).toHaveLength(3)
      await world.frame.run('session.end', { everywhere: false })
      expect((await world.store.names()).filter((name) => name.startsWith('trading:'))).toEqual([])
    })

    it('[7.23] [6.6] profit goes to the first wallet after a press, by the funded wallet’s trading key', async () => {
      const world = createFrameWorld()
      const { evmAddress } = await signIn(world)
      const asked = { nonce: NOW_MS, index: FUNDED.index, size: 25_000_000 }
      // Without a key that could sign it the person is not asked.
      await expect(world.frame.run('profit.approve', asked)).rejects.toMatchObject(refusal('signFailed'))
      const { signingAddr, primaryAddr } = await approve(world, FUNDED)
      await expect(world.frame.run('profit.approve', asked)).rejects.toMatchObject(refusal('userExited'))
      await expect(world.frame.run('profit.approve', { ...asked, size: 0 })).rejects.toMatchObject(
        refusal('invalidRequest'),
      )
      const shown = { account: primaryAddr, recipient: evmAddress, size: 25_000_000 }
      expect(world.questions).toEqual([{ kind: 'profit', ...shown }])
      world.approves = true
      world.clock.nowMs += 45_000
      const { time, recipient, signature } = (await world.frame.run('profit.approve', asked)) as {
        time: number
        recipient: string
        signature: string
      }
      expect([time, recipient]).toEqual([NOW_MS + 45_000, evmAddress])
      const action = { kind: 'profitWithdraw', ...shown, time, nonce: NOW_MS } as const
      expect(await signerOf(actionDigest(action, keccak256), signature)).toBe(signingAddr)
    })

    it('two questions at once: the second is refused, whatever it asks', async () => {
      const world = createFrameWorld()
      await signIn(world)
      await approve(world, FUNDED)
      world.approves = true
      let press = (): void => undefined
      world.reads = new Promise((resolve) => (press = resolve))
      const profit = { nonce: NOW_MS, index: FUNDED.index, size: 25_000_000 }
      const first = world.frame.run('profit.approve', profit)
      await expect.poll(() => world.questions).toHaveLength(1)
      for (const [method, params] of [
        ['profit.approve', profit],
        ['withdrawal.approve', WITHDRAWAL],
      ] as const)
        await expect(world.frame.run(method, params)).rejects.toMatchObject(refusal('invalidRequest'))
      press()
      expect(await first).toMatchObject({ time: NOW_MS })
      expect(world.questions).toHaveLength(1)
    })

    it('of Solana there are none, and a browser without a part derives nothing', async () => {
      const world = createFrameWorld()
      await signIn(world)
      await expect(
        world.frame.run('trading.approve', { network: 'solana', remember: true, wallet: EVALUATION }),
      ).rejects.toMatchObject(refusal('unsupportedChain'))
      const other = createFrameWorld({ identity: world.identity, clock: world.clock })
      await other.frame.run('login.code.verify', VERIFY)
      await expect(addresses(other, 'funded')).rejects.toMatchObject(refusal('walletLocked'))
    })
  })

  describe('recovery', () => {
    const WORDS = 'linen harbour twelve quiet'

    it('saved under a passphrase, another browser opens the same wallet, and the first goes on', async () => {
      const world = createFrameWorld()
      const opened = await signIn(world)
      world.passphrases = [WORDS]
      await world.frame.run('recovery.save', {})
      const other = createFrameWorld({ identity: world.identity, clock: world.clock })
      await other.frame.run('login.code.verify', VERIFY)
      expect(await other.frame.run('wallet.open', {})).toMatchObject({ state: 'locked' })
      other.passphrases = ['linen harbor twelve quiet', `  ${WORDS.replace(' ', '   ')} `]
      expect(await other.frame.run('recovery.open', {})).toEqual({ state: 'ready' })
      expect(await other.frame.run('wallet.open', {})).toEqual({ ...opened, state: 'ready' })
      for (const { frame } of [other, world])
        expect(await frame.run('trading.approve', { network: 'evm', remember: true })).toMatchObject({
          primaryAddr: opened.evmAddress,
        })
    })

    it('another passphrase makes the earlier one worthless', async () => {
      const world = createFrameWorld()
      await signIn(world)
      world.passphrases = [WORDS]
      await world.frame.run('recovery.save', {})
      world.passphrases = ['another four plain words']
      await world.frame.run('recovery.save', {})
      const other = createFrameWorld({ identity: world.identity, clock: world.clock })
      await other.frame.run('login.code.verify', VERIFY)
      other.passphrases = [WORDS]
      await expect(other.frame.run('recovery.open', {})).rejects.toMatchObject(refusal('userExited'))
      expect(await other.frame.run('wallet.open', {})).toMatchObject({ state: 'locked' })
      expect((await world.store.names()).filter((name) => name.startsWith('part:'))).toHaveLength(1)
    })

    it('without a saved part there is nothing to open; a locked browser saves none', async () => {
      const world = createFrameWorld()
      await signIn(world)
      const other = createFrameWorld({ identity: world.identity, clock: world.clock })
      await other.frame.run('login.code.verify', VERIFY)
      other.passphrases = [WORDS]
      await expect(other.frame.run('recovery.open', {})).rejects.toMatchObject(refusal('noRecovery'))
      await expect(other.frame.run('recovery.save', {})).rejects.toMatchObject(refusal('walletLocked'))
    })

    const anotherBrowser = async (world: FrameWorld): Promise<FrameWorld> => {
      const { identity, clock, authenticator } = world
      const other = createFrameWorld({ identity, clock, authenticator })
      await other.frame.run('login.code.verify', VERIFY)
      expect(await other.frame.run('wallet.open', {})).toMatchObject({ state: 'locked' })
      return Object.assign(other, {
        chooses: world.chooses,
        file: world.file,
        passphrases: world.passphrases,
      })
    }
    const saved = async (world: FrameWorld, chooses: FrameWorld['chooses']): Promise<void> => {
      world.chooses = chooses
      world.passphrases = [WORDS]
      expect(await world.frame.run('recovery.save', {})).toEqual({ method: chooses })
    }

    it('each way opens another browser, also after others were saved: a split reaches all of them', async () => {
      const world = createFrameWorld()
      const opened = await signIn(world)
      for (const way of ['file', 'passkey', 'passphrase'] as const) await saved(world, way)
      for (const way of ['file', 'passkey', 'passphrase'] as const) {
        const other = await anotherBrowser(world)
        other.chooses = way
        expect([way, await other.frame.run('recovery.open', {})]).toEqual([way, { state: 'ready' }])
        expect(await other.frame.run('wallet.open', {})).toEqual({ ...opened, state: 'ready' })
      }
    })

    it('[4.16] not remembered: with a way back saved nothing of the wallet is written here, and a logout forgets what was in memory', async () => {
      const world = createFrameWorld()
      const opened = await signIn(world, false)
      await saved(world, 'file')
      expect(await world.store.names()).toEqual(['wrapping-key'])
      expect(await world.frame.run('wallet.open', {})).toMatchObject({ state: 'ready' })
      const next = reload(world)
      next.file = world.file
      next.chooses = 'file'
      await next.frame.run('login.code.verify', { ...VERIFY, remember: false })
      expect(await next.frame.run('wallet.open', {})).toMatchObject({ state: 'locked' })
      await next.frame.run('recovery.open', {})
      expect(await next.frame.run('wallet.open', {})).toEqual({ ...opened, state: 'ready' })
      expect(await next.store.names()).toEqual(['wrapping-key'])
      await next.frame.run('session.end', { everywhere: false })
      await next.frame.run('login.code.verify', { ...VERIFY, remember: false })
      expect(await next.frame.run('wallet.open', {})).toMatchObject({ state: 'locked' })
      // Without the last way the wallet would be lost with the frame.
      await next.frame.run('recovery.open', {})
      next.approves = true
      await next.frame.run('recovery.remove', { method: 'file' })
      expect(await next.store.names()).toContainEqual(expect.stringMatching(/^part:/))
    })

    it('a rotation keeps the ways and kills every former part; a way that is removed opens nothing', async () => {
      const world = createFrameWorld()
      await signIn(world)
      for (const way of ['file', 'passkey'] as const) await saved(world, way)
      const other = await anotherBrowser(world)
      await other.frame.run('recovery.open', {})
      for (const method of ['wallet.rotate', 'recovery.remove'] as const) {
        const params = method === 'wallet.rotate' ? {} : { method: 'file' }
        world.approves = false
        await expect(world.frame.run(method, params)).rejects.toMatchObject(refusal('userExited'))
        expect((await other.frame.run('session.resume', {})) as object).toMatchObject({ state: 'ready' })
      }
      world.approves = true
      await world.frame.run('wallet.rotate', {})
      await expect(
        other.frame.run('trading.approve', { network: 'evm', remember: true }),
      ).rejects.toMatchObject(refusal('walletLocked'))
      await other.frame.run('recovery.open', {})
      await world.frame.run('recovery.remove', { method: 'file' })
      const late = await anotherBrowser(world)
      late.chooses = 'file'
      await expect(late.frame.run('recovery.open', {})).rejects.toMatchObject(refusal('userExited'))
      expect(await late.frame.run('wallet.open', {})).toMatchObject({ state: 'locked' })
    })

    it('a way that the server has put in gets nothing of the next split', async () => {
      const world = createFrameWorld()
      await signIn(world)
      await saved(world, 'file')
      const thief = await sealedFor(world, new Uint8Array(32).fill(9))
      world.identity.putIn(thief)
      world.approves = true
      await world.frame.run('wallet.rotate', {})
      expect(world.identity.recovery().map(({ method }) => method)).toEqual(['file'])
    })

    it('a way that was removed gets nothing of the next split, where the server puts it back', async () => {
      const world = createFrameWorld()
      await signIn(world)
      await saved(world, 'file')
      const [removed] = world.identity.recovery()
      world.approves = true
      await world.frame.run('recovery.remove', { method: 'file' })
      const { generation } = world.identity.serverShare()!
      world.identity.putIn({ ...removed!, generation })
      await world.frame.run('wallet.rotate', {})
      expect(world.identity.recovery()).toEqual([])
    })

    it('a file opens the wallet that it names, and none that the server puts in its place', async () => {
      const world = createFrameWorld()
      await signIn(world)
      await saved(world, 'file')
      const other = await anotherBrowser(world)
      const kept = JSON.parse(world.file!) as { readonly wallet: string }
      other.file = JSON.stringify({ ...kept, wallet: STRANGER })
      await expect(other.frame.run('recovery.open', {})).rejects.toMatchObject(refusal('userExited'))
      other.file = JSON.stringify(kept)
      expect(await other.frame.run('recovery.open', {})).toEqual({ state: 'ready' })
    })

    it('an empty wallet that nothing opens gives way to a new one; the browser that held the former is locked', async () => {
      const world = createFrameWorld()
      const former = await signIn(world)
      const other = await anotherBrowser(world)
      const renew = () => other.frame.run('wallet.renew', {})
      await expect(world.frame.run('wallet.renew', {})).rejects.toMatchObject(refusal('invalidRequest'))
      world.identity.setEmpty(false)
      await expect(renew()).rejects.toMatchObject(refusal('walletNotEmpty'))
      world.identity.setEmpty(true)
      await expect(renew()).rejects.toMatchObject(refusal('userExited'))
      expect(other.questions).toEqual([{ kind: 'renew', account: former.evmAddress }])
      other.approves = true
      expect(await renew()).toEqual({ state: 'ready' })
      const opened = (await other.frame.run('wallet.open', {})) as typeof former
      expect(opened).toMatchObject({ state: 'ready' })
      expect(opened.evmAddress).not.toBe(former.evmAddress)
      expect(opened.solanaAddress).not.toBe(former.solanaAddress)
      expect(await world.frame.run('wallet.open', {})).toMatchObject({ state: 'locked' })
    })

    it.each(['passphrase', 'passkey', 'file'] as const)(
      'a part of another wallet of the same person is refused by name: %s',
      async (way) => {
        const world = createFrameWorld()
        await signIn(world)
        await saved(world, way)
        const [record] = world.identity.recovery()
        const { identity, clock, authenticator } = world
        const other = createFrameWorld({ identity, clock, authenticator })
        await other.frame.run('login.code.verify', VERIFY)
        other.approves = true
        await other.frame.run('wallet.renew', {})
        identity.putIn(record!)
        const third = createFrameWorld({ identity, clock, authenticator })
        await third.frame.run('login.code.verify', VERIFY)
        third.chooses = way
        third.passphrases = world.passphrases
        third.file = world.file?.replace(/0x[0-9a-f]{40}"/, `${identity.serverShare()!.evmAddress}"`)
        await expect(third.frame.run('recovery.open', {})).rejects.toMatchObject(refusal('otherWallet'))
      },
    )

    it('a passkey signs in by itself and opens the wallet in a browser that has never seen it', async () => {
      const world = createFrameWorld()
      const opened = await signIn(world)
      world.chooses = 'passkey'
      expect(await world.frame.run('passkey.add', {})).toEqual({ isRecovery: true })
      const { identity, clock, authenticator } = world
      const other = createFrameWorld({ identity, clock, authenticator })
      await other.frame.run('login.passkey', { language: 'en', remember: true })
      const [own, others] = identity.devices
      expect([others, others === own]).toEqual([expect.stringMatching(/^[\w-]{22}$/), false])
      expect(await other.frame.run('wallet.open', {})).toEqual({ ...opened, state: 'ready' })
      authenticator.hasPrf = false
      expect(await world.frame.run('passkey.add', {})).toEqual({ isRecovery: false })
      await saved(world, 'file')
      const third = createFrameWorld({ identity, clock, authenticator })
      await third.frame.run('login.passkey', { language: 'en', remember: true })
      expect(await third.frame.run('wallet.open', {})).toMatchObject({ state: 'locked' })
      world.approves = true
      await world.frame.run('passkey.remove', { id: authenticator.passkeys[0] })
      expect(identity.recovery().map(({ method }) => method)).toEqual(['file'])
    })

    it('the key is shown after a proof of the person, in the frame alone', async () => {
      const world = createFrameWorld()
      const { evmAddress } = await signIn(world)
      await expect(world.frame.run('wallet.export', {})).rejects.toMatchObject(refusal('noRecovery'))
      await saved(world, 'passphrase')
      world.chooses = 'code'
      world.passphrases = ['another four plain words']
      await expect(world.frame.run('wallet.export', {})).rejects.toMatchObject(refusal('userExited'))
      expect(world.keysShown).toEqual([])
      world.passphrases = [WORDS]
      expect(await world.frame.run('wallet.export', {})).toEqual({})
      expect(privateKeyToAddress(world.keysShown[0]!.evm as `0x${string}`).toLowerCase()).toBe(evmAddress)
      await saved(world, 'passkey')
      expect(await world.frame.run('wallet.export', {})).toEqual({})
      expect(world.keysShown[1]).toEqual(world.keysShown[0])
      expect(world.identity.asked.filter((name) => name === 'confirm')).toHaveLength(2)
    })

    it('[5.12] a message is signed as it is shown, after a press; an empty one, or without the wallet, is refused', async () => {
      const world = createFrameWorld()
      const sign = (message: string) => world.frame.run('message.sign', { message })
      await expect(sign('hello')).rejects.toMatchObject(refusal('notAuthenticated'))
      const { evmAddress } = await signIn(world)
      for (const empty of ['', '  \n'])
        await expect(sign(empty)).rejects.toMatchObject(refusal('emptyMessage'))
      for (const own of ['Vest wallet of user 1', ' vest passkey of user-1: x'])
        await expect(sign(own)).rejects.toMatchObject(refusal('invalidRequest'))
      await expect(sign('hello')).rejects.toMatchObject(refusal('userExited'))
      world.approves = true
      // As long as a hash: the signature could be that of a withdrawal.
      for (const hash of ['x'.repeat(32), '\u00e9'.repeat(16)])
        await expect(sign(hash)).rejects.toMatchObject(refusal('invalidRequest'))
      const { signature } = (await sign('hello')) as { signature: `0x${string}` }
      expect((await recoverMessageAddress({ message: 'hello', signature })).toLowerCase()).toBe(evmAddress)
      expect(world.questions.at(-1)).toEqual({ kind: 'message', account: evmAddress, message: 'hello' })
      const { identity, clock } = world
      const other = createFrameWorld({ identity, clock })
      await other.frame.run('login.code.verify', VERIFY)
      await expect(other.frame.run('message.sign', { message: 'hello' })).rejects.toMatchObject(
        refusal('walletLocked'),
      )
    })

    it('a stolen device part, a stolen session and what the server has are each nothing alone', async () => {
      const world = createFrameWorld()
      await signIn(world)
      await saved(world, 'file')
      const server = world.identity.serverShare()!
      // The device part with the session ended: no server's part comes.
      world.identity.revoke()
      const thief = createFrameWorld({ identity: world.identity, clock: world.clock, store: world.store })
      thief.approves = true
      const triesOf = async ({ frame }: FrameWorld) => {
        const ends: Record<string, string> = {}
        for (const [method, params] of EVERYTHING)
          ends[method] = await frame.run(method, params).then(
            () => 'done',
            (error: FrameRefusal) => error.failure,
          )
        return ends
      }
      const all = (failure: string) => Object.fromEntries(EVERYTHING.map(([method]) => [method, failure]))
      expect(await triesOf(thief)).toEqual(all('notAuthenticated'))
      // The session without the device part.
      const other = createFrameWorld({ identity: world.identity, clock: world.clock })
      await other.frame.run('login.code.verify', VERIFY)
      other.approves = true
      expect(await triesOf(other)).toEqual({ ...all('walletLocked'), 'trading.sign': 'signFailed' })
      // The server's part and the sealed recovery part, without the person's secret.
      const [record] = world.identity.recovery()
      expect(await openWay(record!, new Uint8Array(32).fill(7), 'user-1')).toBeUndefined()
      await expect(joinSeed(server, server)).rejects.toThrow()
    })

    it('a save that is broken off leaves the wallet as it was', async () => {
      const world = createFrameWorld()
      const opened = await signIn(world)
      world.passphrases = []
      await expect(world.frame.run('recovery.save', {})).rejects.toMatchObject(refusal('userExited'))
      world.passphrases = [WORDS]
      world.identity.loseAnswerOf('putWallet')
      await expect(world.frame.run('recovery.save', {})).rejects.toMatchObject(refusal('unreachable'))
      expect(await world.frame.run('wallet.open', {})).toEqual({ ...opened, state: 'ready' })
      await world.frame.run('trading.approve', { network: 'evm', remember: true })
    })
  })
})
