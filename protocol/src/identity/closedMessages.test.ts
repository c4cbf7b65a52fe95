/**
 * What crosses to the wallet's frame and to identity is closed: of every message a good one, and every way to spoil one
 * field of it refused. A new message without a sample here does not compile.
 */
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import {
  capitalPlace,
  FRAME_METHODS,
  frameConnect,
  frameReady,
  frameRequest,
  silentAction,
  type FrameMethod,
} from './frameMessages.ts'
import { IDENTITY_CALLS, type IdentityCallName } from './identityCalls.ts'
import { recoveryRecord, shareChecksumInput, shareRecord } from './shareRecords.ts'

const ID = '0b0c7f5e-8d6c-4c42-9d5b-0d2f1e3a4b5c'
const OPAQUE = 'Abcdefgh01234567_-xyz'
const EVM = `0x${'ab'.repeat(20)}`
const SOLANA = '7sKqW3xYV1fQbY1x2bF7b2ov1nU3pJ4q6rT8uV9w5D4v'
const signed = { time: 1_800_000_000_000, nonce: 7 }
const order = {
  kind: 'order',
  ...signed,
  orderType: 'LIMIT',
  symbol: 'BTC-PERP',
  isBuy: true,
  size: '0.1000',
  limitPrice: '50000.00',
  reduceOnly: false,
}
const share = {
  kind: 'server',
  generation: 1,
  evmAddress: EVM,
  share: `0x${'cd'.repeat(33)}`,
  checksum: `0x${'00'.repeat(8)}`,
}
const way = {
  generation: 1,
  savedTimeMs: 5,
  publicKey: `0x${'05'.repeat(32)}`,
  mac: `0x${'06'.repeat(32)}`,
  ephemeralKey: `0x${'07'.repeat(32)}`,
  sealed: `0x${'01'.repeat(49)}`,
  nonce: `0x${'02'.repeat(12)}`,
}
const file = { method: 'file', ...way }
const passphrase = {
  method: 'passphrase',
  ...way,
  salt: `0x${'03'.repeat(16)}`,
  memoryKib: 65_536,
  passes: 3,
}
const passkey = { method: 'passkey', ...way, credentialId: OPAQUE, prfSalt: `0x${'04'.repeat(32)}` }
const SHOWN = { id: OPAQUE, clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA' }

const PLACE = { stage: 'funded', index: 999 }

const OF_FRAME: Readonly<Record<FrameMethod, Readonly<Record<string, unknown>>>> = {
  'session.resume': {},
  'login.code.start': { email: 'a@mail.example', language: 'en' },
  'login.code.verify': { challengeId: OPAQUE, email: 'a@mail.example', code: '123456', remember: true },
  'login.google.start': { returnPath: '/trade/BTC-PERP', language: 'zh', remember: false },
  'login.google.finish': { state: OPAQUE, code: 'c', iss: 'https://accounts.google.com' },
  'wallet.open': {},
  'capital.wallets': { stage: 'evaluation', from: 0, count: 20 },
  'trading.approve': { network: 'evm', remember: true, wallet: PLACE },
  'trading.sign': { network: 'solana', actions: [order], wallet: PLACE },
  'deposit.authorize': { chainId: 42_161, value: '500000000', validAfter: 0, validBefore: 1_800_000_000 },
  'solana.approve': { chain: 'solana:mainnet', transaction: 'AQID' },
  'withdrawal.approve': {
    ...signed,
    network: 'evm',
    recipient: EVM,
    token: EVM,
    size: 5_000_000,
    chainId: 42_161,
  },
  'addressBook.approve': {
    nonce: 7,
    change: 'SAVE',
    recipient: EVM,
    chain: 'EVM',
    label: 'Kraken',
    days: 0,
  },
  'profit.approve': { nonce: 7, index: 0, size: 5_000_000 },
  'recovery.save': {},
  'recovery.remove': { method: 'file' },
  'login.passkey': { language: 'zh', remember: true },
  'passkeys.list': {},
  'passkey.add': {},
  'passkey.remove': { id: OPAQUE },
  'wallet.rotate': {},
  'wallet.renew': {},
  'wallet.export': {},
  'message.sign': { message: 'Sign in to example.org' },
  'recovery.open': {},
  'sessions.list': {},
  'sessions.end': { sessionId: OPAQUE },
  'session.end': { everywhere: false },
}
type NameWithBody = {
  [N in IdentityCallName]: (typeof IDENTITY_CALLS)[N] extends { body: unknown } ? N : never
}[IdentityCallName]
const OF_IDENTITY: Readonly<Record<NameWithBody, Readonly<Record<string, unknown>>>> = {
  startCode: { email: 'a@mail.example', language: 'en', deviceToken: OPAQUE },
  verifyCode: { challengeId: OPAQUE, email: 'a@mail.example', code: '123 456', deviceToken: OPAQUE },
  startOidc: { provider: 'google', returnPath: '/', secretHash: 'A'.repeat(43), language: 'en' },
  returnOidc: { state: OPAQUE, code: 'c', iss: 'https://accounts.google.com', secret: OPAQUE },
  refresh: { refreshToken: OPAQUE },
  signOut: { everywhere: true },
  deleteUser: { challengeId: OPAQUE, code: '123456' },
  putWallet: {
    expectedGeneration: 0,
    serverShare: share,
    solanaAddress: SOLANA,
    recovery: [passphrase, passkey, file],
    proofs: { evm: `0x${'11'.repeat(65)}`, solana: `0x${'22'.repeat(64)}` },
  },
  removePasskey: { by: 'code', challengeId: OPAQUE, code: '123456' },
  renewWallet: {
    expectedGeneration: 1,
    serverShare: share,
    solanaAddress: SOLANA,
    recovery: [],
    proofs: { evm: `0x${'11'.repeat(65)}`, solana: `0x${'22'.repeat(64)}` },
    confirm: { by: 'code', challengeId: OPAQUE, code: '123456' },
  },
  addPasskey: {
    passkey: { id: OPAQUE, clientDataJSON: 'e30', attestationObject: 'oA', transports: ['internal'] },
    proof: `0x${'11'.repeat(65)}`,
  },
  passkeySignIn: { passkey: SHOWN, language: 'zh' },
  confirm: { by: 'passkey', passkey: SHOWN },
  solanaRead: { jsonrpc: '2.0', id: 1, method: 'getMultipleAccounts', params: [[SOLANA], {}] },
}
const MESSAGES: readonly (readonly [string, z.ZodType, Readonly<Record<string, unknown>>])[] = [
  ...Object.entries(OF_FRAME).map(
    ([name, sample]) => [name, FRAME_METHODS[name as FrameMethod].params as z.ZodType, sample] as const,
  ),
  ...Object.entries(OF_IDENTITY).map(
    ([name, sample]) => [name, IDENTITY_CALLS[name as NameWithBody].body as z.ZodType, sample] as const,
  ),
  ['wallet-ready', frameReady, { vest: 'wallet-ready', version: 1 }],
  ['wallet-connect', frameConnect, { vest: 'wallet-connect', version: 1, id: ID }],
  ['a further wallet', capitalPlace, PLACE],
  ['a share', shareRecord, share],
  ['a passphrase', recoveryRecord, passphrase],
  ['a passkey', recoveryRecord, passkey],
  ...(
    [
      order,
      { kind: 'cancel', ...signed, id: `0x${'ef'.repeat(32)}` },
      { kind: 'amend', ...signed, id: `0x${'ef'.repeat(32)}`, size: '1', limitPrice: '2' },
      { kind: 'cancelAll', ...signed, symbol: '' },
      { kind: 'closeAll', ...signed, symbol: 'BTC-PERP' },
      { kind: 'deadman', ...signed, timeoutMs: 0 },
      { kind: 'lp', ...signed, orderType: 'DEPOSIT', size: '5' },
    ] as const
  ).map((sample) => [`silent ${sample.kind}`, silentAction as z.ZodType, sample] as const),
]
/** No field of any message is one of these. */
const SPOILED: readonly unknown[] = [
  null,
  -1.5,
  Number.NaN,
  { value: 'x' },
  '\u0000',
  [[]],
  'x'.repeat(10_000),
  Infinity,
]
const OPTIONAL = new Set(['iss', 'deviceToken', 'wallet'])

/** No message is one of these either. */
const NO_MESSAGES: readonly unknown[] = [undefined, null, [], [{}], 'text', '{}', 7, true]
const ADDED = ['extra', 'signer', 'recipientAddress', 'key']
/** Even a message without a field has so many wrong ones. */
const CASES_MIN = 12

/** With one field spoiled, missing or added, or no message at all. */
function wrongOnes(sample: Readonly<Record<string, unknown>>): readonly (readonly [string, unknown])[] {
  const names = Object.keys(sample)
  const without = (name: string): unknown =>
    Object.fromEntries(Object.entries(sample).filter(([each]) => each !== name))
  return [
    ...names.flatMap((name) =>
      SPOILED.map((value) => [`${name} = ${String(value)}`, { ...sample, [name]: value }] as const),
    ),
    ...names.filter((name) => !OPTIONAL.has(name)).map((name) => [`no ${name}`, without(name)] as const),
    ...ADDED.map((name) => [`${name} added`, { ...sample, [name]: EVM }] as const),
    ...NO_MESSAGES.map((value) => [`no message: ${JSON.stringify(value)}`, value] as const),
  ]
}

describe('[F4] [6.4] messages to the wallet', () => {
  it.each(MESSAGES)(
    '%s is taken as it should be, and in twelve wrong ways and more, with any field spoiled, missing or added, refused',
    (_, schema, sample) => {
      expect(schema.safeParse(sample).error).toBeUndefined()
      const wrong = wrongOnes(sample)
      expect(wrong.length).toBeGreaterThanOrEqual(CASES_MIN)
      for (const [what, message] of wrong)
        expect([what, schema.safeParse(message).success]).toEqual([what, false])
      for (const name of Object.keys(sample).filter((each) => OPTIONAL.has(each))) {
        const { [name]: _gone, ...without } = sample
        expect([name, schema.safeParse(without).success]).toEqual([name, true])
      }
    },
  )

  it('a further wallet has a place within bounds, and no other name', () => {
    for (const wrong of [
      { index: 1_000 },
      { index: '0' },
      { stage: 'primary' },
      { stage: 'eval' },
      { address: EVM },
    ])
      expect(capitalPlace.safeParse({ ...PLACE, ...wrong }).success).toBe(false)
    const { params } = FRAME_METHODS['capital.wallets']
    expect(params.safeParse({ stage: 'funded', from: 0, count: 21 }).success).toBe(false)
  })

  it('the page can name no way of signing beyond these: withdrawals, approvals and typed data are no silent actions', () => {
    for (const kind of ['withdraw', 'profitWithdraw', 'registration', 'SignerProof', 'message', 'ORDER', ''])
      expect(silentAction.safeParse({ ...order, kind }).success).toBe(false)
    for (const method of ['wallet.seed', 'signTypedData', 'eth_sendTransaction'])
      expect(frameRequest.safeParse({ id: ID, method, params: {} }).success).toBe(false)
    expect(frameRequest.safeParse({ id: 'not-one', method: 'wallet.open', params: {} }).success).toBe(false)
    expect(frameRequest.safeParse({ id: ID, method: 'wallet.open', params: {} }).success).toBe(true)
  })

  it.each(['//evil.example', '/\\evil.example', 'https://evil.example', 'trade', '/a b', '/\n', ''])(
    'the way back after a sign-in leads nowhere else: %j',
    (returnPath) => {
      const { body } = IDENTITY_CALLS.startOidc
      expect(body.safeParse({ ...OF_IDENTITY.startOidc, returnPath }).success).toBe(false)
    },
  )
})

describe('parts of a wallet', () => {
  it('the checksum is taken over everything that tells parts apart', () => {
    const texts = [
      share,
      { ...share, kind: 'device' },
      { ...share, generation: 2 },
      { ...share, evmAddress: `0x${'ac'.repeat(20)}` },
      { ...share, share: `0x${'ce'.repeat(33)}` },
    ].map((each) => String(shareChecksumInput(each as never)))
    expect(new Set(texts).size).toBe(texts.length)
  })
  it('only a server share is put to the server', () => {
    const { body } = IDENTITY_CALLS.putWallet
    const device = { ...OF_IDENTITY.putWallet, serverShare: { ...share, kind: 'device' } }
    expect(body.safeParse(device).success).toBe(false)
  })
})
