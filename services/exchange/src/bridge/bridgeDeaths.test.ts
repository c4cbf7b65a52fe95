/**
 * Each step of a withdrawal and of a deposit, with the bridge killed between any two of them: before a call is made, and
 * after its effect but before its answer. The next bridge continues from what it finds, and at the end the sum paid equals
 * the sum debited.
 */
import type { Command } from '@vest/engine'
import { UnsignableWithdrawalError } from '@vest/evm'
import {
  actionTuple,
  bytesToHex,
  timeMs,
  usd6,
  WITHDRAW_DEADLINE_MS,
  type Address,
  type Id,
} from '@vest/protocol'
import type { ChainAdapter, ChainEvents, DepositLog } from '@vest/runtime'
import { describe, expect, it } from 'vitest'
import { createChains } from '../chains.ts'
import { createLogger } from '../logger.ts'
import { createInProcessEngine } from '../testing/inProcessEngine.ts'
import {
  createScriptedChain,
  hash32,
  TEST_CHAIN_ID,
  TEST_USDC,
  TEST_VAULT,
} from '../testing/scriptedChain.ts'
import { keccak } from '../testing/testKeys.ts'
import { createTestClock } from '../testing/testWorld.ts'
import { startBridge } from './startBridge.ts'
import { createWorkQueue } from './workQueue.ts'

const ACCOUNT: Address = `0x${'31'.repeat(20)}`
const DEPOSITED = 500_000_000
const SIZE = 120_000_000
const FOREVER = Number.MAX_SAFE_INTEGER
/** Half steps of the life after the first death: each arrow is crashed ten times, each time met by another second death. */
const SECOND_LIVES = [0, 1, 2, 3, 4, 5, 6, 8, 12, FOREVER]

/** A process that lives for `steps` half steps; after that no call that it began returns. */
function createLife(steps: number) {
  let left = steps
  let die: () => void = () => undefined
  const died = new Promise<'died'>((resolve) => (die = () => resolve('died')))
  const end = <T>(): Promise<T> => {
    die()
    return new Promise<T>(() => undefined)
  }
  const step = async <T>(work: () => Promise<T>): Promise<T> => {
    if (left <= 0) return end()
    left -= 1
    const done = await work()
    if (left <= 0) return end()
    left -= 1
    return done
  }
  return { step, died, isDead: () => left <= 0 }
}
type Life = ReturnType<typeof createLife>

type Way = 'keeper' | 'trader' | 'refund'

async function createWorld(way: Way) {
  const clock = createTestClock()
  const engine = createInProcessEngine(clock)
  const statuses = new Map<string, string>()
  engine.onEvents((envelopes) => {
    for (const { events } of envelopes)
      for (const event of events)
        if (event.kind === 'TransferUpdated') statuses.set(event.transfer.id, event.transfer.status)
  })
  const submit = async (command: Command): Promise<void> => {
    expect((await engine.submit(command)).answer).toMatchObject({ ok: true })
  }
  const withdraw = { time: clock.nowMs(), nonce: clock.nowMs(), recipient: ACCOUNT, size: SIZE }
  const request = {
    kind: 'withdraw',
    ...withdraw,
    account: ACCOUNT,
    token: TEST_USDC,
    chainId: TEST_CHAIN_ID,
  } as const
  const requestArgs = bytesToHex(actionTuple(request))
  const id: Id = bytesToHex(keccak(actionTuple(request)))
  const deposit: DepositLog = createScriptedChain().depositLog({
    id: hash32(1),
    from: ACCOUNT,
    amountUsd6: usd6(DEPOSITED),
  })

  /** State of the chain, which outlives every process. */
  const onChain = { paid: 0, payments: 0, isPaid: false }
  const pay = (): void => {
    if (onChain.isPaid) return
    onChain.isPaid = true
    onChain.paid += SIZE
    onChain.payments += 1
  }

  /** A node and a watcher over that chain, as one process has them. */
  function adapterOf(life: Life): ChainAdapter & { tell(): Promise<void> } {
    const scripted = createScriptedChain()
    let events: ChainEvents | undefined
    const tell = async (): Promise<void> => {
      if (events === undefined) return
      await events.onDeposit(deposit)
      await events.onDepositFinal(deposit.id, deposit.blockHash)
      if (onChain.isPaid) await events.onWithdrawalCompleted(id, hash32(9), usd6(0))
      if (way === 'refund' && statuses.has(id))
        await events.onFinalTime(request.time + WITHDRAW_DEADLINE_MS + 1)
    }
    return {
      ...scripted,
      tell,
      start: async (_known, told) => {
        events = told
        await told.onReserves({ blockNumber: 0n, expectedUsd6: 0n, foundUsd6: 0n })
      },
      signWithdrawal: () =>
        life.step(async () => {
          if (way === 'refund') throw new UnsignableWithdrawalError('no validator signs this')
          return { id, validatorSignature: `0x${'5a'.repeat(65)}` }
        }),
      executeWithdrawal: () =>
        life.step(async () => {
          pay()
          return { txHash: hash32(9) }
        }),
      completedTransactions: () => life.step(async () => [onChain.isPaid]),
      completedAtFinal: () => life.step(async () => [onChain.isPaid]),
    }
  }

  /** One life of the bridge, until it dies or the withdrawal is done. */
  async function live(life: Life): Promise<void> {
    const adapter = adapterOf(life)
    const queue = createWorkQueue({
      retryMs: 1,
      onFailure: () => undefined,
      onBroken: (error) => {
        throw error
      },
    })
    const bridge = await startBridge({
      engine: { ...engine, submit: (command) => life.step(() => engine.submit(command)) },
      chains: createChains([adapter], {}),
      queue,
      relay: { look: () => undefined, onFinalTime: () => undefined } as never,
      reserves: { note: () => true, mayRelease: () => true, isShort: () => false },
      logger: createLogger({}),
      lookMs: 1_000_000,
    })
    const watching = (async () => {
      for (let turn = 0; turn < 40 && !isDone(); turn += 1) {
        await adapter.tell()
        if (turn === 0 && !statuses.has(id)) await ask()
        if (way === 'trader' && statuses.get(id) === 'VERIFIED') pay()
        await new Promise((resolve) => setImmediate(resolve))
      }
    })()
    await Promise.race([watching, life.died])
    // A killed process stops nothing in order.
    if (!life.isDead()) {
      await queue.stop()
      await bridge.stop()
    }
  }
  const isDone = (): boolean => ['FILLED', 'REJECTED'].includes(statuses.get(id) ?? '')

  async function ask(): Promise<void> {
    await submit({
      kind: 'RequestWithdrawal',
      id,
      account: ACCOUNT,
      signer: ACCOUNT,
      nonce: request.nonce,
      orderTimeMs: timeMs(request.time),
      recvWindowMs: 60_000,
      recipient: ACCOUNT,
      isTrustedRecipient: true,
      token: TEST_USDC,
      sizeUsd6: usd6(SIZE),
      chainId: TEST_CHAIN_ID,
      execute: way === 'keeper',
      networkFeeUsd6: usd6(200_000),
      requestArgs,
      signature: '0x02',
      signatureProof: '0x',
    })
  }

  await submit({
    kind: 'Register',
    account: ACCOUNT,
    networkType: 0,
    signer: `0x${'b'.repeat(40)}`,
    isMobile: false,
    expiryTimeMs: timeMs(clock.nowMs() + 86_400_000),
    apiKeyHash: hash32(1),
    proofSignature: `0x${'1'.repeat(130)}`,
    verifyingContract: TEST_VAULT,
  } as Command)
  const books = async () => {
    const { collateral } = (await engine.query('account', { account: ACCOUNT }))!
    const { differencesUsd6, moneyUsd6 } = await engine.query('ledger', {})
    return { collateral, difference: differencesUsd6.real, pending: moneyUsd6.PENDING_WITHDRAWALS }
  }
  return { live, onChain, statuses, id, books }
}

describe.each<Way>(['keeper', 'trader', 'refund'])('a withdrawal that ends by the %s', (way) => {
  it('is paid once, or given back, wherever the bridge died on its way, also twice', async () => {
    let lives = 0
    for (let steps = 0; ; steps += 1) {
      let wasFirstDead = false
      for (const second of SECOND_LIVES) {
        const world = await createWorld(way)
        const first = createLife(steps)
        await world.live(first)
        wasFirstDead = first.isDead()
        await world.live(createLife(second))
        await world.live(createLife(FOREVER))
        lives += 1
        const isRefund = way === 'refund'
        const where = `died after ${steps} and ${second} half steps`
        expect(world.statuses.get(world.id), where).toBe(isRefund ? 'REJECTED' : 'FILLED')
        expect(world.onChain.payments, where).toBe(isRefund ? 0 : 1)
        expect(await world.books(), where).toEqual({
          collateral: DEPOSITED - world.onChain.paid,
          difference: 0n,
          pending: 0,
        })
      }
      if (!wasFirstDead) break
    }
    // At least a dozen places of death: with fewer, the test has missed steps.
    expect(lives).toBeGreaterThan(12 * SECOND_LIVES.length)
  })
})
