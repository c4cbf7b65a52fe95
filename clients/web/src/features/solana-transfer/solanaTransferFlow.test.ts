import { base58 } from '@scure/base'
import {
  bytesOfBase64,
  readCompiledTransaction,
  SOLANA_USDC_MINT,
  SOLANA_USDT_MINT,
  withSignature,
} from '@vest/protocol'
import type { ClientClock, SolanaRpc } from '@vest/sdk'
import { describe, expect, it } from 'vitest'
import { createSolanaTransfer, type SolanaSigner, type TransferPhase } from './solanaTransferFlow.ts'

const [FROM, TO] = [SOLANA_USDC_MINT, SOLANA_USDT_MINT]
const HEIGHT = 100

/** A chain with one lamport too many to ever be short, whose blocks pass when it is told so. */
function createChain() {
  const chain = { height: HEIGHT, isSilent: false, sent: [] as string[], takes: true }
  let now = 0
  const clock: ClientClock = {
    now: () => now,
    setTimeout: (work, delayMs) => {
      now += delayMs
      queueMicrotask(work)
    },
    clearTimeout: () => undefined,
  }
  const held = { owner: '1'.repeat(32), lamports: 9_000_000_000, data: ['', 'base64'] }
  const answers: Readonly<Record<string, (params: readonly never[]) => unknown>> = {
    getLatestBlockhash: () => ({
      blockhash: base58.encode(new Uint8Array(32).fill(chain.height)),
      lastValidBlockHeight: chain.height + 50,
    }),
    getRecentPrioritizationFees: () => [],
    getMultipleAccounts: ([asked]: readonly (readonly string[])[]) => asked!.map(() => held),
    getFeeForMessage: () => 14_000,
    simulateTransaction: () => ({ err: null, logs: [], unitsConsumed: 150, accounts: [held] }),
    sendTransaction: ([text]: readonly string[]) => void chain.sent.push(text!),
    getBlockHeight: () => chain.height,
    getSignatureStatuses: () =>
      chain.isSilent || !chain.takes ? [null] : [{ err: null, confirmationStatus: 'confirmed' }],
  }
  const ask = async (method: string, params: readonly unknown[]) => answers[method]!(params as never) as never
  const rpc: SolanaRpc = { call: ask, value: ask }
  return { chain, rpc, clock }
}

const signing = (change: (signed: Uint8Array) => Uint8Array = (signed) => signed): SolanaSigner => ({
  address: FROM,
  isFrame: false,
  sign: async (transaction) => change(withSignature(transaction, new Uint8Array(64).fill(7))),
})

function begun(signer: SolanaSigner) {
  const world = createChain()
  const phases: TransferPhase[] = []
  const sent: string[] = []
  const flow = createSolanaTransfer({
    rpc: world.rpc,
    clock: world.clock,
    signer,
    transfer: { from: FROM, to: TO, token: 'SOL', amount: 5n },
    onPhase: (phase) => phases.push(phase),
    onSent: (signature) => sent.push(signature),
  })
  return { ...world, flow, phases, sent, kinds: () => phases.map(({ kind }) => kind) }
}
const blockhashOf = (text: string) => readCompiledTransaction(bytesOfBase64(text)!)!.message.blockhash

describe('a transaction of Solana from its preparing to its receipt', () => {
  it('[2.38] waits for a press where the wallet shows nothing itself, and none where it does', async () => {
    const own = begun(signing())
    await own.flow.begin()
    expect(own.kinds()).toEqual(['preparing', 'ready'])
    expect(own.chain.sent).toEqual([])
    await own.flow.approve()
    expect(own.kinds().slice(2)).toEqual(['asking', 'submitting', 'receipt'])
    expect(own.sent).toHaveLength(1)

    const framed = begun({ ...signing(), isFrame: true })
    await framed.flow.begin()
    expect(framed.kinds()).toEqual(['preparing', 'asking', 'submitting', 'receipt'])
  })

  it('[2.38] sends nothing where the wallet signed something else than was shown', async () => {
    const { flow, phases, chain } = begun(
      signing((signed) => {
        const other = signed.slice()
        other[other.length - 2]! ^= 1
        return other
      }),
    )
    await flow.begin()
    await flow.approve()
    expect(phases.at(-1)).toMatchObject({ kind: 'error', failure: 'changed' })
    expect(chain.sent).toEqual([])
  })

  it('[2.38] [9.8] retry takes a new blockhash once the old transaction can no longer arrive, never before', async () => {
    const { flow, phases, chain, sent } = begun(signing())
    chain.takes = false
    await flow.begin()
    await flow.approve()
    expect(phases.at(-1)).toMatchObject({ kind: 'error', failure: 'unknown' })
    // It may still arrive: it is asked for, and nothing is sent.
    await flow.begin()
    expect(chain.sent).toHaveLength(1)
    chain.height += 60
    await flow.begin()
    expect(phases.at(-1)).toMatchObject({ kind: 'error', failure: 'expired' })
    chain.takes = true
    await flow.begin()
    await flow.approve()
    expect(phases.at(-1)).toMatchObject({ kind: 'receipt' })
    const [first, second] = chain.sent.map(blockhashOf)
    expect(second).not.toBe(first)
    expect(sent).toHaveLength(1)
  })
})
