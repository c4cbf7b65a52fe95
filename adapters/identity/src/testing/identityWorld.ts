/** Identity with a clock that stands still, mails that are caught, and browsers at addresses of one's choice. */
import { createHash, randomBytes } from 'node:crypto'
import { shareChecksumInput, type SessionAnswer, type WalletPutRequest } from '@vest/protocol'
import {
  isIdentityRefusal,
  type IdentityCaller,
  type IdentityPort,
  type IdentityRefusal,
} from '@vest/runtime'
import { createIdentity, type IdentityOptions } from '../createIdentity.ts'
import { createIdentityKeys } from '../keys/identityKeys.ts'
import type { Mail } from '../mail/mailQueue.ts'
import { openMemoryStore, type MemoryStore } from './openMemoryStore.ts'

export const START_MS = 1_800_000_000_000
export const BROWSER: IdentityCaller = {
  address: '192.0.2.7',
  browser:
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36',
}
export const ADDRESS = `0x${'ab'.repeat(20)}`
export const SOLANA = '7sKqW3xYV1fQbY1x2bF7b2ov1nU3pJ4q6rT8uV9w5D4v'

export interface IdentityWorld extends MemoryStore {
  readonly identity: IdentityPort
  readonly mails: Mail[]
  readonly troubles: string[]
  nowMs: number
  /** The code of the newest mail to this address, once it has left. */
  codeFor(email: string): Promise<string | undefined>
  signIn(email: string, from?: IdentityCaller, deviceId?: string): Promise<SessionAnswer>
  /** Another one over the same rows. */
  another(over: Partial<IdentityOptions>): IdentityPort
}

/** What ends a test that expected an answer. */
export function answered<T extends object>(answer: T | IdentityRefusal): Exclude<T, IdentityRefusal> {
  if (isIdentityRefusal(answer)) throw new Error(`refused: ${JSON.stringify(answer)}`)
  return answer as Exclude<T, IdentityRefusal>
}

export const walletPut = (generation: number, over: Partial<WalletPutRequest> = {}): WalletPutRequest => {
  const record = {
    kind: 'server' as const,
    generation,
    evmAddress: ADDRESS,
    share: `0x${randomBytes(33).toString('hex')}`,
  }
  const checksum = `0x${createHash('sha256').update(shareChecksumInput(record)).digest('hex').slice(0, 16)}`
  return {
    expectedGeneration: generation - 1,
    serverShare: { ...record, checksum },
    solanaAddress: SOLANA,
    proofs: { evm: `0x${'11'.repeat(65)}`, solana: `0x${'22'.repeat(64)}` },
    recovery: [],
    ...over,
  }
}

export async function createIdentityWorld(over: Partial<IdentityOptions> = {}): Promise<IdentityWorld> {
  const memory = await openMemoryStore()
  const mails: Mail[] = []
  const troubles: string[] = []
  const options: IdentityOptions = {
    openStore: async () => memory.store,
    keys: createIdentityKeys(new Uint8Array(32).fill(1)),
    issuer: 'http://localhost:8081',
    appOrigins: ['http://localhost:8080'],
    nowMs: () => world.nowMs,
    mail: { send: async (mail) => void mails.push(mail), close: async () => undefined },
    proofs: { isEvmSignature: () => true, isSolanaSignature: () => true },
    onTrouble: (what) => troubles.push(what),
    ...over,
  }
  const world: IdentityWorld = {
    ...memory,
    nowMs: START_MS,
    mails,
    troubles,
    identity: createIdentity(options),
    another: (more) => createIdentity({ ...options, ...more }),
    async codeFor(email) {
      await new Promise((resolve) => setImmediate(resolve))
      const mail = mails.findLast(({ to }) => to === email)
      return mail && /^\d{6}/.exec(mail.subject)?.[0]
    },
    async signIn(email, from = BROWSER, deviceId) {
      const { challengeId } = answered(await world.identity.startCode({ email, language: 'en' }, from))
      const code = (await world.codeFor(email))!
      const named = deviceId === undefined ? {} : { deviceId }
      return answered(await world.identity.verifyCode({ challengeId, email, code, ...named }, from))
    },
  }
  return world
}
