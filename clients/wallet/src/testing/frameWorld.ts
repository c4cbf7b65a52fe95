/**
 * A frame with the server it talks to, in memory: as much of identity as a wallet needs, with the rules that matter here
 * (compare-and-set of the wallet, tokens that are good once). A second frame over the same server is a second browser,
 * one over the same records the same browser after a reload.
 */
import {
  ACCESS_TOKEN_VALID_S,
  IDENTITY_CALLS,
  REFUSAL,
  type CodeVerifyRequest,
  type ConfirmRequest,
  type IdentityCallName,
  type IdentityUser,
  type OidcReturnRequest,
  type PasskeyAddRequest,
  type PasskeyLoginRequest,
  type PasskeyRow,
  type RecoveryRecord,
  type SessionAnswer,
  type ShareRecord,
  type SolanaReadRequest,
  type WalletConfig,
  type WalletPutRequest,
  type WalletRenewRequest,
  type WalletSummary,
} from '@vest/protocol'
import type { SolanaApproval } from '@vest/sdk'
import { FrameRefusal } from '../bridge/frameRefusal.ts'
import { createWalletFrame, type WalletFrame } from '../createWalletFrame.ts'
import type { AskIdentity } from '../session/askIdentity.ts'
import type { TabStorage } from '../session/frameSession.ts'
import { createMemoryRecords, type RecordStore } from '../store/recordStore.ts'
import type { PasskeyCeremony } from '../passkeys/passkeyCeremony.ts'
import type { PersonQuestion, ProofWay } from '../wallet/personQuestion.ts'

export const NOW_MS = 1_800_000_000_000
export const CONFIG: WalletConfig = {
  appOrigins: ['https://app.example'],
  issuer: 'https://wallet.app.example',
  google: true,
  registrationContract: `0x${'77'.repeat(20)}`,
  chains: [
    {
      chainId: 42161,
      name: 'Arbitrum',
      vault: `0x${'77'.repeat(20)}`,
      token: { address: `0x${'55'.repeat(20)}`, name: 'USD Coin', version: '2', decimals: 6 },
    },
  ],
  solana: { chain: 'solana:mainnet', depositAddress: '7sKqW3xYV1fQbY1x2bF7b2ov1nU3pJ4q6rT8uV9w5D4v' },
}
export const EMAIL = 'mira@mail.example'

export interface FakeIdentity {
  readonly ask: AskIdentity
  /** Every call that was made. */
  readonly asked: string[]
  /** The browser that each login has named. */
  readonly devices: (string | undefined)[]
  /** What the server holds of the wallet. */
  serverShare(): ShareRecord | undefined
  recovery(): readonly RecoveryRecord[]
  /** As a server does that has been taken over. */
  putIn(record: RecoveryRecord): void
  /** The session as an operator ends it. */
  revoke(): void
  /** The next call of this name is lost on its way back. */
  loseAnswerOf(name: string): void
  setUnreachable(isUnreachable: boolean): void
  /** The wallet on Solana; `logs` of a simulation that fails. */
  readonly solana: { lamports: number; logs: readonly string[] | undefined }
  /** Whether the wallet's accounts hold anything. */
  setEmpty(isEmpty: boolean): void
}

export function createFakeIdentity(clock: { nowMs: number }): FakeIdentity {
  const asked: string[] = []
  const devices: (string | undefined)[] = []
  let wallet:
    { summary: WalletSummary; serverShare: ShareRecord; recovery: readonly RecoveryRecord[] } | undefined
  const passkeys: PasskeyRow[] = []
  let count = 0
  let isStanding = false
  let lost: string | undefined
  let isUnreachable = false
  const solana: FakeIdentity['solana'] = { lamports: 5_000_000_000, logs: undefined }
  let isEmpty = true
  const user = (): IdentityUser => ({
    userId: 'user-1',
    email: EMAIL,
    signInMethods: ['email'],
    wallet: wallet?.summary ?? null,
  })
  const grant = (): SessionAnswer => {
    count += 1
    isStanding = true
    return {
      kind: 'session',
      user: user(),
      sessionId: 'session-1',
      walletToken: `wallet-token-${count}`,
      exchangeToken: `exchange-token-${count}`,
      accessExpiryTime: clock.nowMs + ACCESS_TOKEN_VALID_S * 1_000,
      refreshToken: `refresh-token-${count}`,
      refreshExpiryTime: clock.nowMs + 7 * 86_400_000,
      deviceToken: `device-token-${count}`,
    }
  }
  const refuse = (code: number): never => {
    throw new FrameRefusal('refused', { code })
  }
  const answers: Readonly<Record<string, (body: never) => unknown>> = {
    startCode: () => ({
      challengeId: 'c'.repeat(32),
      expiryTime: clock.nowMs + 600_000,
      resendTime: clock.nowMs,
    }),
    verifyCode({ code, deviceId }: CodeVerifyRequest) {
      devices.push(deviceId)
      return code.replace(/\s/g, '') === '123456' ? grant() : refuse(REFUSAL.WRONG_CODE)
    },
    startOidc: () => ({
      url: 'https://accounts.example/authorize',
      state: 's'.repeat(32),
      expiryTime: clock.nowMs,
    }),
    returnOidc({ deviceId }: OidcReturnRequest) {
      devices.push(deviceId)
      return { ...grant(), returnPath: '/portfolio' }
    },
    refresh: ({ refreshToken }: { refreshToken: string }) =>
      isStanding && refreshToken === `refresh-token-${count}` ? grant() : refuse(REFUSAL.UNAUTHORIZED),
    user,
    wallet: () =>
      wallet === undefined
        ? refuse(REFUSAL.ACCOUNT_NOT_FOUND)
        : {
            wallet: wallet.summary,
            serverShare: wallet.serverShare,
            recovery: wallet.recovery,
            userSecret: `0x${'01'.repeat(32)}`,
          },
    putWallet({ expectedGeneration, serverShare, solanaAddress, recovery }: WalletPutRequest) {
      if ((wallet?.summary.generation ?? 0) !== expectedGeneration) return refuse(REFUSAL.WALLET_CHANGED)
      const { evmAddress } = serverShare
      wallet = {
        serverShare,
        recovery,
        summary: {
          generation: serverShare.generation,
          evmAddress,
          solanaAddress,
          recoveryMethods: recovery.map(({ method }) => method),
        },
      }
      return { wallet: wallet.summary }
    },
    passkeys: () => ({ passkeys: [...passkeys] }),
    startPasskey: () => ({ options: { challenge: 'challenge' } }),
    addPasskey({ passkey: { id } }: PasskeyAddRequest) {
      passkeys.push({ id, name: 'Chrome', createdTime: clock.nowMs, lastUsedTime: null })
      return { passkeys: [...passkeys] }
    },
    renewal: () => ({ isOpen: isEmpty }),
    renewWallet({ confirm: _confirm, ...request }: WalletRenewRequest) {
      return isEmpty ? answers['putWallet']!(request as never) : refuse(REFUSAL.WALLET_NOT_EMPTY)
    },
    removePasskey: (request: ConfirmRequest) =>
      request.by === 'code' ? { passkeys: [] } : refuse(REFUSAL.INVALID_PARAMETER),
    askPasskey: () => ({ options: { challenge: 'challenge' } }),
    passkeySignIn({ passkey: { id }, deviceId }: PasskeyLoginRequest) {
      devices.push(deviceId)
      return passkeys.some((each) => each.id === id) ? grant() : refuse(REFUSAL.SIGN_IN_FAILED)
    },
    confirm: (request: ConfirmRequest) =>
      request.by === 'code' || passkeys.some(({ id }) => id === request.passkey.id)
        ? {}
        : refuse(REFUSAL.SIGN_IN_FAILED),
    sessions: () => ({
      sessions: [
        {
          sessionId: 'session-1-of-this-browser',
          isCurrent: true,
          createdTime: clock.nowMs,
          lastUsedTime: clock.nowMs,
          expiryTime: clock.nowMs + 1,
          network: '203.0.113.0/24',
          browser: 'Chrome',
          method: 'code',
        },
      ],
    }),
    endSession: () => ({}),
    solanaRead: ({ method, params: [asked] }: SolanaReadRequest) => {
      const held = { owner: '1'.repeat(32), lamports: solana.lamports, data: ['', 'base64'] }
      const fault = solana.logs === undefined ? null : { InstructionError: [2, { Custom: 1 }] }
      const value = {
        getMultipleAccounts: Array.from(asked, () => held),
        getFeeForMessage: 14_000,
        simulateTransaction: { err: fault, logs: solana.logs ?? [], accounts: [held] },
      }[method]
      return { jsonrpc: '2.0', id: 1, result: { value } }
    },
    signOut() {
      isStanding = false
      return {}
    },
  }
  return {
    asked,
    devices,
    solana,
    ask: (async (name: string, { body, token }: { body?: unknown; token?: string } = {}) => {
      asked.push(name)
      if (isUnreachable) throw new FrameRefusal('unreachable')
      const needsToken = IDENTITY_CALLS[name as IdentityCallName].auth === 'wallet'
      if (needsToken && (!isStanding || !/^wallet-token-\d+$/.test(token ?? ''))) refuse(REFUSAL.UNAUTHORIZED)
      const answer = answers[name]!(body as never)
      if (lost !== name) return answer
      lost = undefined
      throw new FrameRefusal('unreachable')
    }) as unknown as AskIdentity,
    serverShare: () => wallet?.serverShare,
    recovery: () => wallet?.recovery ?? [],
    putIn: (record) => {
      if (wallet !== undefined) wallet = { ...wallet, recovery: [...wallet.recovery, record] }
    },
    revoke: () => {
      isStanding = false
    },
    loseAnswerOf: (name) => {
      lost = name
    },
    setEmpty: (next) => {
      isEmpty = next
    },
    setUnreachable: (next) => {
      isUnreachable = next
    },
  }
}

/** As IndexedDB is: it outlives the frame. */
export const lastingRecords = (): RecordStore => ({ ...createMemoryRecords(), isLasting: true })

export function createTab(): TabStorage {
  const held = new Map<string, string>()
  return {
    getItem: (key) => held.get(key) ?? null,
    setItem: (key, value) => void held.set(key, value),
    removeItem: (key) => void held.delete(key),
  }
}

export interface FrameWorld {
  readonly frame: WalletFrame
  readonly clock: { nowMs: number }
  readonly identity: FakeIdentity
  readonly store: RecordStore
  readonly tab: TabStorage
  readonly questions: PersonQuestion[]
  /** Transactions of Solana that the person saw. */
  readonly solanaShown: SolanaApproval[]
  /** The person presses once this is over. */
  reads: Promise<void>
  /** What the person presses. */
  approves: boolean
  /** What the person types, one after the other; then they go away. */
  passphrases: string[]
  endedTimes: number
  readonly authenticator: Authenticator
  /** Which way the person takes where several are offered; none of them: they go away. */
  chooses: ProofWay | undefined
  /** What they have stored. */
  file: string | undefined
  readonly keysShown: { readonly evm: string; readonly solana: string }[]
}

/** An authenticator in a pocket: another browser of the same person has it too. */
export interface Authenticator extends PasskeyCeremony {
  hasPrf: boolean
  /** Ids, the newest last. */
  readonly passkeys: string[]
}

export function createAuthenticator(): Authenticator {
  const passkeys: string[] = []
  const authenticator: Authenticator = {
    hasPrf: true,
    passkeys,
    async make() {
      const id = `passkey-number-${passkeys.length}`
      passkeys.push(id)
      return { id, clientDataJSON: 'e30', attestationObject: 'oA', transports: [] }
    },
    async show(_options, wanted) {
      const id = wanted ?? passkeys.at(-1)
      if (id === undefined) throw new FrameRefusal('userExited')
      const prf = authenticator.hasPrf ? new Uint8Array(32).fill(id.charCodeAt(id.length - 1)) : undefined
      return { shown: { id, clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA' }, prf }
    },
  }
  return authenticator
}

export function createFrameWorld(
  parts: Partial<Pick<FrameWorld, 'identity' | 'store' | 'clock' | 'tab' | 'authenticator'>> = {},
): FrameWorld {
  const clock = parts.clock ?? { nowMs: NOW_MS }
  const identity = parts.identity ?? createFakeIdentity(clock)
  const store = parts.store ?? lastingRecords()
  const tab = parts.tab ?? createTab()
  const questions: PersonQuestion[] = []
  const authenticator = parts.authenticator ?? createAuthenticator()
  const world: FrameWorld = {
    frame: createWalletFrame({
      ask: identity.ask,
      config: CONFIG,
      store,
      tab,
      nowMs: () => clock.nowMs,
      alone: (_name, work) => work(),
      language: () => 'en',
      ceremony: authenticator,
      questions: {
        person: async (question) => {
          questions.push(question)
          await world.reads
          return world.approves
        },
        solana: async ({ reading }) => {
          world.solanaShown.push((await reading).approval)
          await world.reads
          return world.approves ? 'approve' : 'reject'
        },
        passphrase: async (_purpose, use) => {
          for (const passphrase of world.passphrases) if ((await use(passphrase)) === undefined) return true
          return false
        },
        file: async (purpose, text, use) => {
          if (purpose === 'save') world.file = text
          return world.file !== undefined && (await use(world.file)) === undefined
        },
        code: async (_email, use) => (await use('123456')) === undefined,
        way: async (_purpose, ways) => {
          await world.reads
          return ways.find((way) => way === world.chooses)
        },
        keys: async (keys) => void world.keysShown.push(keys),
      },
      onSessionEnded: () => {
        world.endedTimes += 1
      },
    }),
    clock,
    identity,
    store,
    tab,
    questions,
    approves: false,
    passphrases: [],
    endedTimes: 0,
    authenticator,
    chooses: 'passphrase' as ProofWay,
    file: undefined,
    keysShown: [],
    solanaShown: [],
    reads: Promise.resolve(),
  }
  return world
}

export interface Opened {
  readonly evmAddress: `0x${string}`
  readonly solanaAddress: string
}

/** By the right code to an open wallet with an approved trading key. */
export async function signIn({ frame }: FrameWorld, remember = true): Promise<Opened> {
  await frame.run('login.code.verify', {
    challengeId: 'c'.repeat(32),
    email: EMAIL,
    code: '123 456',
    remember,
  })
  const opened = (await frame.run('wallet.open', {})) as Opened
  await frame.run('trading.approve', { network: 'evm', remember })
  return opened
}
