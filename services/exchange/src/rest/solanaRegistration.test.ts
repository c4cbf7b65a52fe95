/** POST /register by the key of a Solana wallet, with an access token, and what the account may do then. */
import { generateKeyPairSync, sign as nodeSign } from 'node:crypto'
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import {
  REFUSAL,
  bytesToHex,
  solanaAccount,
  solanaApprovalText,
  solanaSignedForms,
  usd6,
  type Hex,
  type SignedOrder,
} from '@vest/protocol'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { keccak, testKey } from '../testing/testKeys.ts'
import { TEST_VAULT } from '../testing/scriptedChain.ts'
import { startTestWorld, type TestWorld } from '../testing/testWorld.ts'

const DAY_MS = 86_400_000
const secret = new Uint8Array(32).fill(5)
const publicKey = ed25519.getPublicKey(secret)
const ADDRESS = base58.encode(publicKey)
const signing = testKey(0x11)
const OWNERS = new Map<string, string>()

describe('[3.13] [7.2] wire 2.4: registration by a Solana wallet', () => {
  let world: TestWorld
  beforeEach(async () => {
    OWNERS.clear()
    world = await startTestWorld({
      identity: {
        port: {
          tell: async () => undefined,
          ownersOnSameDevices: async () => [],
          ownerOf: async (token, address) =>
            OWNERS.get(token) === address ? { email: 'a@b.test' } : undefined,
        },
        info: { walletOrigin: 'http://localhost:8081', google: true, statusUrl: null, mailboxUrl: null },
      },
    })
  })
  afterEach(() => world.stop())

  const expiry = () => world.clock.nowMs() + 14 * DAY_MS
  const text = (signer = signing.address as string) => solanaApprovalText(signer, expiry())
  const signedBytes = (form = 0) => ed25519.sign(solanaSignedForms(text(), publicKey)[form]!, secret)
  const register = async (overrides: object = {}) =>
    world.call('POST', '/register', {
      body: {
        signingAddr: signing.address,
        primaryAddr: ADDRESS,
        expiryTime: expiry(),
        networkType: 1,
        signature: base58.encode(signedBytes()),
        ...overrides,
      },
    })

  it.each([
    ['base58', (bytes: Uint8Array) => base58.encode(bytes)],
    ['base64', (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')],
    ['0x-hex', (bytes: Uint8Array) => bytesToHex(bytes) as string],
  ])(
    'takes the signature in %s, over the text and over both layouts of the envelope',
    async (_form, write) => {
      for (const form of [0, 1, 2])
        expect((await register({ signature: write(signedBytes(form)) })).status).toBe(200)
    },
  )

  it('[5.2] names the account by its base58 address, and trades under the last 20 bytes of the hash of its key', async () => {
    const { apiKey } = (await register()).body as { apiKey: string }
    const account = await world.call('GET', '/account', { key: apiKey })
    expect(account.body.address).toBe(ADDRESS)
    const [signer] = await world.engine.query('signers', {})
    expect(signer).toMatchObject({ account: solanaAccount(publicKey, keccak), networkType: 1 })
    const deposit = world.chain.depositLog({ from: signer!.account, amountUsd6: usd6(10_000_000_000) })
    await world.chain.events!.onDeposit(deposit)
    await world.chain.events!.onDepositFinal(deposit.id, deposit.blockHash)
    await world.setPrice('BTC-PERP', 60_000)
    const order: SignedOrder = {
      kind: 'order',
      time: world.clock.nowMs(),
      nonce: 7,
      orderType: 'LIMIT',
      symbol: 'BTC-PERP',
      isBuy: true,
      size: '0.0100',
      limitPrice: '50000.00',
      reduceOnly: false,
    }
    const { kind: _, ...wire } = order
    const placed = await world.call('POST', '/orders', {
      key: apiKey,
      body: { order: wire, signature: signing.signAction(order) },
    })
    expect(placed.status).toBe(200)
  })

  it('was made by another library as well: Node signs, the published text is fixed', async () => {
    const pair = generateKeyPairSync('ed25519')
    const raw = new Uint8Array(pair.publicKey.export({ format: 'der', type: 'spki' }).subarray(12))
    const wanted = `Approve trading signer ${signing.address} until ${expiry()}`
    expect(text(signing.address.toUpperCase().replace('0X', '0x'))).toBe(wanted)
    const signature = nodeSign(null, Buffer.from(wanted), pair.privateKey)
    expect(
      (await register({ primaryAddr: base58.encode(raw), signature: signature.toString('base64') })).status,
    ).toBe(200)
  })

  it('refuses what the key did not sign, and every field that was changed after: 1022', async () => {
    const good = base58.encode(signedBytes())
    const other = ed25519.getPublicKey(new Uint8Array(32).fill(6))
    const flipped = signedBytes()
    flipped[3]! ^= 1
    for (const overrides of [
      { signature: base58.encode(flipped) },
      { signature: good.slice(0, -1) },
      { signature: `${good}1` },
      { signature: '' },
      { signature: '0x' },
      { signature: testKey(0x22).approveSigner(TEST_VAULT, signing.address, expiry()) },
      { signature: base58.encode(ed25519.sign(new TextEncoder().encode('something else'), secret)) },
      { signature: base58.encode(ed25519.sign(solanaSignedForms(text(), other)[2]!, secret)) },
      { expiryTime: expiry() + 1 },
      { signingAddr: testKey(0x45).address },
      { primaryAddr: base58.encode(other) },
    ]) {
      const { status, body } = await register(overrides)
      expect([status, body.code, JSON.stringify(overrides)]).toEqual([400, 1022, JSON.stringify(overrides)])
    }
    expect(await world.engine.query('signers', {})).toEqual([])
  })

  it('refuses a 0x address with network type 1, a base58 one with 0, and what is no key', async () => {
    expect((await register({ primaryAddr: testKey(1).address })).body.code).toBe(REFUSAL.INVALID_NETWORK_TYPE)
    expect((await register({ networkType: 0 })).body.code).toBe(REFUSAL.INVALID_PARAMETER)
    for (const primaryAddr of [
      '',
      'x',
      ADDRESS.slice(0, 31),
      `${ADDRESS}1`,
      `0${ADDRESS.slice(1)}`,
      '1'.repeat(44),
    ])
      expect((await register({ primaryAddr })).body.code).toBe(REFUSAL.INVALID_PARAMETER)
  })

  it('money of such an account does not leave to an EVM chain: 1149', async () => {
    const { apiKey } = (await register()).body as { apiKey: string }
    const withdrawal = await world.call('POST', '/transfer/withdraw', {
      key: apiKey,
      body: {
        order: {
          time: world.clock.nowMs(),
          nonce: 1,
          recipient: testKey(2).address,
          token: testKey(3).address,
          size: 5_000_000,
          chainId: 1,
        },
        signature: `0x${'11'.repeat(65)}`,
      },
    })
    expect([withdrawal.status, withdrawal.body.code]).toEqual([400, 1149])
  })

  it("[3.13] with an access token the address must be one of its user's: else 1002", async () => {
    OWNERS.set('token-of-mine', ADDRESS)
    expect((await register({ accessToken: 'token-of-mine' })).status).toBe(200)
    expect((await register({ accessToken: 'token-of-another' })).status).toBe(401)
    const evm = testKey(0x22)
    const signature: Hex = evm.approveSigner(TEST_VAULT, signing.address, expiry())
    const asEvm = { networkType: 0, primaryAddr: evm.address, signature }
    expect((await register({ ...asEvm, accessToken: 'token-of-mine' })).body.code).toBe(REFUSAL.UNAUTHORIZED)
    OWNERS.set('token-of-evm', evm.address)
    expect((await register({ ...asEvm, accessToken: 'token-of-evm' })).status).toBe(200)
    // The token alone opens nothing.
    expect((await register({ ...asEvm, accessToken: 'token-of-evm', signature: '0x' })).body.code).toBe(
      REFUSAL.INVALID_SIGNATURE,
    )
  })

  it('GET /identity tells the page where the frame is', async () => {
    expect((await world.call('GET', '/identity')).body).toMatchObject({
      walletOrigin: 'http://localhost:8081',
    })
  })
})

it('without identity no token is good, and there is no frame', async () => {
  const world = await startTestWorld()
  const expiryTime = world.clock.nowMs() + DAY_MS
  const primary = testKey(0x22)
  const body = {
    signingAddr: signing.address,
    primaryAddr: primary.address,
    expiryTime,
    signature: primary.approveSigner(TEST_VAULT, signing.address, expiryTime),
    accessToken: 'any',
  }
  expect((await world.call('POST', '/register', { body })).body.code).toBe(REFUSAL.UNAUTHORIZED)
  expect((await world.call('GET', '/identity')).body.walletOrigin).toBeNull()
  await world.stop()
})
