/**
 * A Solana wallet for the browser under test: announced by the Wallet Standard, with its key outside the page. What it
 * was asked is kept, so that a test can tell what its owner would have seen.
 */
import type { Page } from '@playwright/test'
import { createLocalSolanaPrimary } from '@vest/sdk/node'
import { readCompiledTransaction, solanaPublicKey, withSignature } from '@vest/protocol'

export const SOLANA_WALLET_NAME = 'Lantern'
const BINDING = 'vestTestSolanaWallet'

export interface InjectedSolanaWallet {
  /** Base58. */
  readonly address: string
  /** What it was asked, in that order: connect, silent, a text to sign, or transaction. */
  readonly asked: readonly string[]
  /** From now on the owner declines whatever needs consent. */
  declineAll(isDeclining: boolean): void
}

interface Question {
  readonly method: 'connect' | 'silent' | 'sign' | 'transaction'
  readonly message?: readonly number[]
}
type Answer = { readonly bytes?: readonly number[]; readonly refusal?: string }

/** Call before the page is opened. */
export async function injectSolanaWallet(page: Page, secret: Uint8Array): Promise<InjectedSolanaWallet> {
  const owner = createLocalSolanaPrimary(secret)
  const asked: string[] = []
  let isDeclining = false
  let isTrusted = false
  await page.exposeFunction(BINDING, async ({ method, message = [] }: Question): Promise<Answer> => {
    const bytes = Uint8Array.from(message)
    asked.push(method === 'sign' ? new TextDecoder().decode(bytes) : method)
    if (method === 'silent') return isTrusted ? {} : { refusal: 'not trusted' }
    if (isDeclining) return { refusal: 'User rejected the request.' }
    isTrusted = true
    if (method === 'transaction') {
      const { messageBytes } = readCompiledTransaction(bytes)!
      const { signature } = await owner.signMessage(messageBytes)
      return { bytes: [...withSignature(bytes, signature)] }
    }
    return method === 'sign' ? { bytes: [...(await owner.signMessage(bytes)).signature] } : {}
  })
  await page.addInitScript(announceInPage, {
    binding: BINDING,
    name: SOLANA_WALLET_NAME,
    address: owner.address,
    publicKey: [...solanaPublicKey(owner.address)!],
  })
  return { address: owner.address, asked, declineAll: (value) => (isDeclining = value) }
}

interface InPage {
  readonly binding: string
  readonly name: string
  readonly address: string
  readonly publicKey: readonly number[]
}

/** Runs in the page. */
function announceInPage({ binding, name, address, publicKey }: InPage): void {
  type Ask = (question: { method: string; message?: readonly number[] }) => Promise<{
    bytes?: readonly number[]
    refusal?: string
  }>
  type Register = { register(wallet: unknown): void }
  const ask = async (question: { method: string; message?: readonly number[] }) => {
    const answer = await (globalThis as unknown as Record<string, Ask>)[binding]!(question)
    if (answer.refusal !== undefined) throw Object.assign(new Error(answer.refusal), { code: 4001 })
    return answer
  }
  const account = {
    address,
    publicKey: Uint8Array.from(publicKey),
    chains: ['solana:mainnet'],
    features: ['solana:signMessage', 'solana:signTransaction'],
  }
  const wallet = {
    version: '1.0.0',
    name,
    icon: 'data:image/svg+xml;utf8,<svg xmlns="http://www.w3.org/2000/svg"/>',
    chains: ['solana:mainnet'],
    accounts: [],
    features: {
      'standard:connect': {
        version: '1.0.0',
        async connect({ silent = false } = {}) {
          await ask({ method: silent ? 'silent' : 'connect' })
          return { accounts: [account] }
        },
      },
      'standard:disconnect': { version: '1.0.0', disconnect: async () => undefined },
      'standard:events': { version: '1.0.0', on: () => () => undefined },
      'solana:signTransaction': {
        version: '1.0.0',
        supportedTransactionVersions: ['legacy', 0],
        async signTransaction({ transaction }: { transaction: Uint8Array }) {
          const { bytes } = await ask({ method: 'transaction', message: [...transaction] })
          return [{ signedTransaction: Uint8Array.from(bytes!) }]
        },
      },
      'solana:signMessage': {
        version: '1.1.0',
        async signMessage({ message }: { message: Uint8Array }) {
          const { bytes } = await ask({ method: 'sign', message: [...message] })
          return [{ signedMessage: message, signature: Uint8Array.from(bytes!) }]
        },
      },
    },
  }
  const register = (api: Register): void => api.register(wallet)
  globalThis.addEventListener('wallet-standard:app-ready', (event) =>
    register((event as CustomEvent<Register>).detail),
  )
  globalThis.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }))
}
