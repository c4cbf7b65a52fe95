/** A chain that does what the test says: it hands out its event handlers and records what it was asked for. */
import {
  bytesToHex,
  hexToBytes,
  usd6,
  type Address,
  type ChainInfo,
  type Hex,
  type Id,
  type Usd6,
} from '@vest/protocol'
import type {
  AuthorizedDeposit,
  AuthorizedDepositRefusal,
  AuthorizationUse,
  ChainAdapter,
  ChainEvents,
  DepositLog,
  WithdrawalPayload,
} from '@vest/runtime'
import { keccak } from './testKeys.ts'

export const TEST_CHAIN_ID = 42161
export const TEST_VAULT: Address = `0x${'7a'.repeat(20)}`
export const TEST_USDC: Address = `0x${'dc'.repeat(20)}`

export interface ScriptedChain extends ChainAdapter {
  /** Set by `start`. */
  events: ChainEvents | undefined
  readonly started: { readonly id: Id; readonly blockHash: Hex; readonly txHash: Hex }[][]
  readonly signed: Id[]
  readonly executed: WithdrawalPayload[]
  readonly submitted: AuthorizedDeposit[]
  readonly completed: Set<Id>
  /** Of these, what no final block holds yet. */
  readonly completedInDoubt: Set<Id>
  /** Thrown by the next call that reaches the outside. */
  failNext: Error | undefined
  checkAnswer: AuthorizedDepositRefusal | undefined
  submitAnswer: AuthorizedDepositRefusal | undefined
  /** Thrown by signing and by executing, every time. */
  signError: Error | undefined
  executeError: Error | undefined
  /** What became of each authorization, by its nonce. */
  readonly uses: Map<Hex, AuthorizationUse>
  readonly wanted: number[]
  depositLog(overrides?: Partial<DepositLog>): DepositLog
}

const INFO: ChainInfo = {
  chainId: TEST_CHAIN_ID,
  name: 'Arbitrum',
  networkType: 0,
  isDefault: true,
  vault: TEST_VAULT,
  router: TEST_VAULT,
  cctpDomain: 3,
  withdrawFee: '0.200000',
  minDeposit: '1.000000',
  withdrawSeconds: 60,
  explorerTx: null,
  rpcUrl: null,
  tokens: [
    { symbol: 'USDC', address: TEST_USDC, decimals: 6, authorization: { name: 'USD Coin', version: '2' } },
  ],
}

export const hash32 = (n: number): Hex => `0x${n.toString(16).padStart(64, '0')}`

export function createScriptedChain(): ScriptedChain {
  let deposits = 0
  const reach = (chain: ScriptedChain): void => {
    const error = chain.failNext
    chain.failNext = undefined
    if (error) throw error
  }
  return {
    chainId: TEST_CHAIN_ID,
    events: undefined,
    started: [],
    signed: [],
    executed: [],
    submitted: [],
    completed: new Set(),
    completedInDoubt: new Set(),
    failNext: undefined,
    checkAnswer: undefined,
    submitAnswer: undefined,
    signError: undefined,
    executeError: undefined,
    uses: new Map(),
    wanted: [],
    info: () => INFO,
    async start(known, events) {
      this.started.push([...known])
      this.events = events
      await events.onReserves({ blockNumber: 0n, expectedUsd6: 0n, foundUsd6: 0n })
    },
    async stop() {
      this.events = undefined
    },
    authorizedDepositId: (account, nonce) => bytesToHex(keccak(hexToBytes(`${account}${nonce.slice(2)}`))),
    async checkAuthorizedDeposit() {
      return this.checkAnswer
    },
    async submitAuthorizedDeposit(deposit) {
      reach(this)
      this.submitted.push(deposit)
      return this.submitAnswer ? { refusal: this.submitAnswer } : { txHash: hash32(0xabc) }
    },
    async authorizationUse(deposit) {
      return this.uses.get(deposit.nonce)
    },
    wantFinalTime(timeMs) {
      this.wanted.push(timeMs)
    },
    async signWithdrawal(requestArgs) {
      reach(this)
      if (this.signError) throw this.signError
      const id = bytesToHex(keccak(hexToBytes(requestArgs)))
      this.signed.push(id)
      return { id, validatorSignature: `0x${'5a'.repeat(65)}` }
    },
    async executeWithdrawal(payload) {
      this.executed.push(payload)
      if (this.executeError) throw this.executeError
      return { txHash: hash32(0xdef) }
    },
    async completedTransactions(ids) {
      return ids.map((id) => this.completed.has(id))
    },
    async completedAtFinal(ids) {
      return ids.map((id) => this.completed.has(id) && !this.completedInDoubt.has(id))
    },
    vaultBalanceUsd6: async (): Promise<Usd6> => usd6(0),
    depositLog: (overrides = {}) => {
      deposits += 1
      return {
        id: hash32(0xd0000 + deposits),
        chainId: TEST_CHAIN_ID,
        txHash: hash32(0xe0000 + deposits),
        logIndex: 0,
        blockHash: hash32(0xf0000 + deposits),
        blockNumber: BigInt(deposits),
        from: `0x${'99'.repeat(20)}`,
        token: TEST_USDC,
        amountUsd6: usd6(1_000_000_000),
        ...overrides,
      }
    },
  }
}
