import { createLocalSolanaPrimary } from '@vest/sdk'
import { solanaPublicKey } from '@vest/protocol'
import type { Wallet, WalletAccount } from '@wallet-standard/base'
import { describe, expect, it, vi } from 'vitest'
import { memoryStorage } from '../../../testing/memoryStorage.ts'
import { readSolanaWallet, readSolanaAccount, SIGN_MESSAGE } from './readSolanaWallet.ts'
import { SolanaDeclined, solanaSignerOf } from './solanaSigner.ts'
import { createSolanaWalletStore } from './solanaWalletStore.ts'

const ownerOf = (seed: number) => createLocalSolanaPrimary(new Uint8Array(32).fill(seed))
const accountOf = (address: string, features: readonly string[] = [SIGN_MESSAGE]): WalletAccount => ({
  address,
  publicKey: solanaPublicKey(address) ?? new Uint8Array(32),
  chains: ['solana:mainnet'],
  features: features as WalletAccount['features'],
})
const A = accountOf(ownerOf(1).address)
const B = accountOf(ownerOf(2).address)

type Sign = (message: Uint8Array) => Promise<readonly unknown[]>
const signing: Sign = async (message) => {
  const { signature, signed } = await ownerOf(1).signMessage(message)
  return [{ signature, signedMessage: signed }]
}

function createWallet(change: Partial<Wallet> = {}, { isTrusted = true, sign = signing } = {}) {
  const asked: string[] = []
  let listener: ((change: { accounts?: readonly WalletAccount[] }) => void) | undefined
  const wallet: Wallet = {
    version: '1.0.0',
    name: 'Glow',
    icon: 'data:image/svg+xml;base64,AA==',
    chains: ['solana:mainnet'],
    accounts: [],
    features: {
      'standard:connect': {
        version: '1.0.0',
        connect: async ({ silent = false } = {}) => {
          asked.push(silent ? 'silent' : 'connect')
          return { accounts: silent && !isTrusted ? [] : [A] }
        },
      },
      'standard:events': {
        version: '1.0.0',
        on: (_: string, each: typeof listener) => {
          listener = each
          return () => (listener = undefined)
        },
      },
      'solana:signMessage': {
        version: '1.1.0',
        signMessage: ({ message }: { message: Uint8Array }) => sign(message),
      },
    },
    ...change,
  }
  return { wallet, asked, emit: (accounts: readonly WalletAccount[]) => listener?.({ accounts }) }
}
const storeOf = (storage = memoryStorage()) => createSolanaWalletStore(storage)
const connect = async (store: ReturnType<typeof storeOf>, wallet: Wallet) => {
  store.getState().find([wallet])
  await store.getState().connect(store.getState().wallets[0]!)
}
const addressOf = (store: ReturnType<typeof storeOf>) => store.getState().connected?.address

describe('Solana wallets of the page', () => {
  it('[1.1] are those of the standard that connect and sign messages; each once, by name', () => {
    const good = createWallet().wallet
    const store = storeOf()
    store
      .getState()
      .find([
        good,
        createWallet({ name: 'Evm only', chains: ['eip155:1'] }).wallet,
        createWallet({ name: 'Signs nothing', features: {} }).wallet,
        createWallet({ name: '' }).wallet,
        createWallet({ name: 7 } as never).wallet,
        createWallet({ name: 'Glow' }).wallet,
        undefined as never,
        {} as never,
      ])
    expect(store.getState().wallets.map(({ name }) => name)).toEqual(['Glow'])
    const [row] = store.getState().wallets
    store.getState().find([good, createWallet({ name: 'Lantern' }).wallet])
    expect(store.getState().wallets[0]).toBe(row)
    expect(store.getState().wallets).toHaveLength(2)
  })

  it('show no picture that this page would have to fetch, and no endless name', () => {
    const loud = createWallet({ name: 'x'.repeat(90), icon: 'https://evil.example/a.svg' as never }).wallet
    expect(readSolanaWallet(loud)).toMatchObject({ name: 'x'.repeat(40), icon: undefined })
  })

  it('[5.2] an account is one whose address decodes to 32 bytes, those of its key, and which signs messages', () => {
    expect(readSolanaAccount([A])?.address).toBe(A.address)
    for (const wrong of [
      undefined,
      [],
      [undefined],
      [accountOf(`0x${'ab'.repeat(20)}`)],
      [accountOf(A.address.slice(4))],
      [{ ...A, address: A.address.toLowerCase() }],
      [{ ...A, publicKey: B.publicKey }],
      [accountOf(A.address, [])],
    ])
      expect(readSolanaAccount(wrong)).toBeUndefined()
    expect(readSolanaAccount([accountOf(A.address, []), B])?.address).toBe(B.address)
  })

  it('connects, follows the wallet to another account, and away', async () => {
    const { wallet, emit } = createWallet()
    const store = storeOf()
    await connect(store, wallet)
    expect(addressOf(store)).toBe(A.address)
    emit([B])
    expect(addressOf(store)).toBe(B.address)
    emit([])
    expect(addressOf(store)).toBeUndefined()
    emit([A])
    expect(addressOf(store)).toBeUndefined()
  })

  it('[8.64] a wallet that declines, or gives no account, is not connected', async () => {
    const declined = Object.assign(new Error('no'), { code: 4001 })
    for (const connecting of [() => Promise.reject(declined), async () => ({ accounts: [] })]) {
      const { wallet } = createWallet()
      const features = { ...wallet.features, 'standard:connect': { version: '1.0.0', connect: connecting } }
      const store = storeOf()
      await expect(connect(store, { ...wallet, features })).rejects.toThrow()
      expect([store.getState().connected, store.getState().asking]).toEqual([undefined, undefined])
    }
  })

  it('on the next visit asks the last wallet alone, silently and once', async () => {
    const storage = memoryStorage()
    await connect(storeOf(storage), createWallet().wallet)
    const again = createWallet()
    const other = createWallet({ name: 'Lantern' })
    const store = storeOf(storage)
    store.getState().find([other.wallet, again.wallet])
    await vi.waitFor(() => expect(addressOf(store)).toBe(A.address))
    store.getState().find([other.wallet, again.wallet])
    expect([again.asked, other.asked]).toEqual([['silent'], []])
    store.getState().disconnect()
    const third = createWallet()
    storeOf(storage).getState().find([third.wallet])
    expect(third.asked).toEqual([])
  })

  it('one that would have to ask its owner stays unconnected', async () => {
    const storage = memoryStorage()
    await connect(storeOf(storage), createWallet().wallet)
    const again = createWallet({}, { isTrusted: false })
    const store = storeOf(storage)
    store.getState().find([again.wallet])
    await vi.waitFor(() => expect(again.asked).toEqual(['silent']))
    expect(store.getState().connected).toBeUndefined()
  })
})

describe('the signature of a Solana wallet', () => {
  const signerWith = async (sign: Sign) => {
    const store = storeOf()
    await connect(store, createWallet({}, { sign }).wallet)
    return solanaSignerOf(store.getState().connected!)
  }
  const text = new TextEncoder().encode('Approve')

  it('is handed on with the bytes that it is over', async () => {
    const signer = await signerWith(signing)
    expect(signer.address).toBe(A.address)
    const { signature, signed } = await signer.signMessage(text)
    expect(signature).toEqual((await ownerOf(1).signMessage(text)).signature)
    expect(signed).toEqual(text)
  })

  it.each([
    ['by its code', Object.assign(new Error('x'), { code: 4001 })],
    ['by words', new Error('User rejected the request.')],
    ['by a hardware wallet', new Error('Message signing is not supported on Ledger')],
  ])('declined %s it is told so, with what hardware needs', async (_, reason) => {
    const signer = await signerWith(() => Promise.reject(reason))
    await expect(signer.signMessage(text)).rejects.toBeInstanceOf(SolanaDeclined)
  })

  it('that is none, or trouble of the wallet, is an error of its own', async () => {
    for (const sign of [
      async () => [],
      async () => [{ signature: new Uint8Array(63), signedMessage: text }],
      () => Promise.reject(new Error('The wallet crashed')),
    ] as const) {
      const failed = await (await signerWith(sign)).signMessage(text).catch((error: unknown) => error)
      expect(failed).toBeInstanceOf(Error)
      expect(failed).not.toBeInstanceOf(SolanaDeclined)
    }
  })
})
