import { actionDigest, type Address, type SignedAction } from '@vest/protocol'
import { addressOf, keccak256 } from '@vest/sdk'
import { recoverAddress, toHex } from 'viem'
import { beforeEach, describe, expect, it } from 'vitest'
import { createKeyVault, SIGN_BURST, SIGN_PER_SECOND, type KeyVault } from './keyVault.ts'
import { createMemoryStore, type SecretStore } from './secretStore.ts'
import { answerVaultRequest, createVaultClient, type MessagePortLike } from './vaultMessages.ts'

const ACCOUNT: Address = `0x${'a1'.repeat(20)}`
const OTHER: Address = `0x${'b2'.repeat(20)}`
const TOKEN = `0x${'c3'.repeat(20)}`
const DAY_MS = 86_400_000

let nowMs: number
let store: SecretStore
let vault: KeyVault
const open = (): KeyVault => createKeyVault({ store, nowMs: () => nowMs })

beforeEach(() => {
  nowMs = 1_700_000_000_000
  store = createMemoryStore()
  vault = open()
})

async function signIn(account: Address = ACCOUNT, isPersistent = true): Promise<Address> {
  const { signerAddress } = await vault.createKey()
  await vault.keep({
    account,
    signerAddress,
    apiKey: 'key-of-the-api',
    accountGroup: 0,
    expiryTimeMs: nowMs + 14 * DAY_MS,
    isPersistent,
  })
  return signerAddress
}

const lp: SignedAction = { kind: 'lp', time: 1, nonce: 2, orderType: 'DEPOSIT', size: '1.5' }
const cancel: SignedAction = { kind: 'cancel', time: 1, nonce: 2, id: `0x${'ab'.repeat(32)}` }
const amend: SignedAction = {
  kind: 'amend',
  time: 1,
  nonce: 2,
  id: `0x${'ab'.repeat(32)}`,
  size: '1.5',
  limitPrice: '300.25',
}
const order: SignedAction = {
  kind: 'order',
  time: 1,
  nonce: 2,
  orderType: 'LIMIT',
  symbol: 'COIN-USD-PERP',
  isBuy: true,
  size: '1.5',
  limitPrice: '300.25',
  reduceOnly: false,
}
const withdrawal = (recipient: string, account: string = ACCOUNT): SignedAction => ({
  kind: 'withdraw',
  time: 1,
  nonce: 2,
  account,
  recipient,
  token: TOKEN,
  size: 5_000_000,
  chainId: 42161,
})

describe('key vault', () => {
  it('[7.29] signs orders, amendments, cancels, pool orders and withdrawals to the own account so that the exchange recovers the session key', async () => {
    const signerAddress = await signIn()
    for (const action of [order, amend, cancel, lp, withdrawal(ACCOUNT)]) {
      const signature = await vault.sign({ account: ACCOUNT, action })
      const recovered = await recoverAddress({ hash: toHex(actionDigest(action, keccak256)), signature })
      expect(recovered.toLowerCase()).toBe(signerAddress)
    }
  })

  it('refuses to sign what moves money elsewhere, what it does not know, and what is malformed', async () => {
    await signIn()
    const refused: readonly unknown[] = [
      withdrawal(OTHER),
      withdrawal(OTHER, OTHER),
      withdrawal(ACCOUNT, OTHER),
      { ...cancel, extra: 1 },
      { ...cancel, id: '0xab' },
      { ...amend, id: 'all' },
      { ...amend, size: '1e9' },
      { ...amend, limitPrice: -1 },
      { ...amend, isBuy: true },
      { ...order, size: '1e9' },
      { ...order, symbol: 'coin"' },
      { ...order, time: -1 },
      { ...order, isBuy: 'yes' },
      { kind: 'constructor' },
      { kind: 'lp' },
      { ...lp, orderType: 'WITHDRAW' },
      { ...lp, recipient: OTHER },
      '0xdeadbeef',
      null,
      [],
    ]
    for (const action of refused) await expect(vault.sign({ account: ACCOUNT, action })).rejects.toThrow()
  })

  it('[3.12] [4.16] opens the session of the last visit, with the same key', async () => {
    const signerAddress = await signIn()
    vault = open()
    expect(await vault.open({ account: ACCOUNT })).toEqual({
      account: ACCOUNT,
      signerAddress,
      apiKey: 'key-of-the-api',
      accountGroup: 0,
      expiryTimeMs: nowMs + 14 * DAY_MS,
    })
    const signature = await vault.sign({ account: ACCOUNT, action: cancel })
    expect(
      (await recoverAddress({ hash: toHex(actionDigest(cancel, keccak256)), signature })).toLowerCase(),
    ).toBe(signerAddress)
  })

  it('[3.12] keeps nothing beyond the page when it shall not be remembered, and drops what was kept before', async () => {
    await signIn(ACCOUNT, true)
    await signIn(ACCOUNT, false)
    expect(await vault.open({ account: ACCOUNT })).toBeDefined()
    expect(await open().open({ account: ACCOUNT })).toBeUndefined()
    expect((await store.keys()).filter((key) => key.startsWith('session:'))).toEqual([])
  })

  it('stores neither key nor API key readably, and its wrapping key cannot be exported', async () => {
    await signIn()
    const sealed = (await store.get(`session:${ACCOUNT}`)) as { readonly data: ArrayBuffer }
    expect(Buffer.from(sealed.data).toString('latin1')).not.toContain('key-of-the-api')
    const wrapping = (await store.get('wrapping-key')) as CryptoKey
    expect(wrapping.extractable).toBe(false)
    await expect(crypto.subtle.exportKey('raw', wrapping)).rejects.toThrow()
  })

  it('opens no record that was altered or moved to another account, and throws it away', async () => {
    await signIn()
    const sealed = (await store.get(`session:${ACCOUNT}`)) as {
      readonly iv: Uint8Array
      readonly data: ArrayBuffer
    }
    await store.put(`session:${OTHER}`, sealed)
    expect(await open().open({ account: OTHER })).toBeUndefined()
    const altered = new Uint8Array(sealed.data.slice(0))
    altered[0]! ^= 1
    await store.put(`session:${ACCOUNT}`, { iv: sealed.iv, data: altered.buffer })
    expect(await open().open({ account: ACCOUNT })).toBeUndefined()
    expect(await store.get(`session:${ACCOUNT}`)).toBeUndefined()
  })

  it('[7.29] ends a session at the expiry that the wallet approved', async () => {
    await signIn()
    nowMs += 14 * DAY_MS
    await expect(vault.sign({ account: ACCOUNT, action: cancel })).rejects.toThrow('No signing key found')
    expect(await vault.open({ account: ACCOUNT })).toBeUndefined()
    expect(await open().open({ account: ACCOUNT })).toBeUndefined()
  })

  it('[4.16] logout leaves nothing: no session, no signature', async () => {
    await signIn()
    await vault.forget({ account: ACCOUNT })
    expect([
      await vault.open({ account: ACCOUNT }),
      await vault.list(),
      await open().open({ account: ACCOUNT }),
    ]).toEqual([undefined, [], undefined])
    await expect(vault.sign({ account: ACCOUNT, action: cancel })).rejects.toThrow('No signing key found')
  })

  it('[4.16] a key that ends while it is opened, in this tab or by another, is not opened', async () => {
    await signIn()
    vault = open()
    const opening = vault.open({ account: ACCOUNT })
    await vault.forget({ account: ACCOUNT })
    expect(await opening).toBeUndefined()
    await expect(vault.sign({ account: ACCOUNT, action: cancel })).rejects.toThrow('No signing key found')
    // A key of later is another one.
    await signIn()
    expect(await vault.open({ account: ACCOUNT })).toBeDefined()
  })

  it('[2.35] lists the accounts of this browser, remembered or not', async () => {
    await signIn(ACCOUNT, true)
    await signIn(OTHER, false)
    expect([...(await vault.list())].sort()).toEqual([ACCOUNT, OTHER])
    expect(await open().list()).toEqual([ACCOUNT])
  })

  it('signs at a bounded rate', async () => {
    await signIn()
    for (let count = 0; count < SIGN_BURST; count += 1) await vault.sign({ account: ACCOUNT, action: cancel })
    await expect(vault.sign({ account: ACCOUNT, action: cancel })).rejects.toThrow('Too many signatures')
    nowMs += 1_000
    for (let count = 0; count < SIGN_PER_SECOND; count += 1)
      await vault.sign({ account: ACCOUNT, action: cancel })
    await expect(vault.sign({ account: ACCOUNT, action: cancel })).rejects.toThrow('Too many signatures')
  })

  it('two tabs that begin at once end with one wrapping key', async () => {
    const [a, b] = [open(), open()]
    const [first, second] = await Promise.all([a.createKey(), b.createKey()])
    const keep = (from: KeyVault, account: Address, signerAddress: Address) =>
      from.keep({
        account,
        signerAddress,
        apiKey: 'k',
        accountGroup: 0,
        expiryTimeMs: nowMs + DAY_MS,
        isPersistent: true,
      })
    await Promise.all([keep(a, ACCOUNT, first.signerAddress), keep(b, OTHER, second.signerAddress)])
    const fresh = open()
    expect(
      [await fresh.open({ account: ACCOUNT }), await fresh.open({ account: OTHER })].map(
        (session) => session?.signerAddress,
      ),
    ).toEqual([first.signerAddress, second.signerAddress])
  })
})

describe('vault messages', () => {
  it('there is no call that exports a key', async () => {
    await signIn()
    for (const method of ['export', 'read', 'constructor', 'toString', '__proto__', undefined])
      expect(await answerVaultRequest(vault, { id: 1, method })).toEqual({
        id: 1,
        ok: false,
        message: 'Unknown call',
      })
    const answers = JSON.stringify([
      await answerVaultRequest(vault, { id: 2, method: 'open', params: { account: ACCOUNT } }),
      await answerVaultRequest(vault, { id: 3, method: 'list' }),
    ])
    expect(answers).not.toMatch(/privateKey/i)
  })

  it('the page signs through messages alone and hears why something was refused', async () => {
    const listeners: ((event: { readonly data?: unknown }) => void)[] = []
    const port: MessagePortLike = {
      // Through JSON, so that nothing but data crosses.
      postMessage: (message) =>
        void answerVaultRequest(vault, JSON.parse(JSON.stringify(message))).then((data) =>
          listeners.forEach((listener) => listener({ data: JSON.parse(JSON.stringify(data)) })),
        ),
      addEventListener: (type, listener) => {
        if (type === 'message') listeners.push(listener)
      },
    }
    const client = createVaultClient(port)
    const { signerAddress } = await client.createKey()
    await client.keep({
      account: ACCOUNT,
      signerAddress,
      apiKey: 'k',
      accountGroup: 0,
      expiryTimeMs: nowMs + DAY_MS,
      isPersistent: true,
    })
    expect(await client.sign({ account: ACCOUNT, action: order })).toMatch(/^0x[0-9a-f]{130}$/)
    await expect(client.sign({ account: ACCOUNT, action: withdrawal(OTHER) })).rejects.toThrow(
      'This key withdraws to its own account only',
    )
  })

  it('a worker that fails leaves no caller waiting', async () => {
    let fail: () => void = () => undefined
    const client = createVaultClient({
      postMessage: () => fail(),
      addEventListener: (type, listener) => {
        if (type === 'error') fail = () => listener({})
      },
    })
    await expect(client.open({ account: ACCOUNT })).rejects.toThrow('The signing worker failed')
  })

  it('a key that was never kept signs nothing', async () => {
    const { signerAddress } = await vault.createKey()
    expect(signerAddress).not.toBe(addressOf(`0x${'11'.repeat(32)}`))
    await expect(vault.sign({ account: signerAddress, action: cancel })).rejects.toThrow(
      'No signing key found',
    )
  })
})
