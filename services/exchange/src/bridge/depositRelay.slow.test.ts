/**
 * Gasless deposits on a real chain, with the processes around them dying and the trader changing their mind: money
 * that can arrive does, once, and a transfer that never will is rejected, on the chain's final word.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fiatTokenAbi, receiveWithAuthorizationTypes, vestVaultAbi } from '@vest/contracts'
import type { TransferRecord } from '@vest/engine'
import { createEvmChain } from '@vest/evm'
import { REFUSAL, timeMs, usd6, type Hex, type Id } from '@vest/protocol'
import type { AuthorizedDeposit, ChainAdapter } from '@vest/runtime'
import { privateKeyToAccount, generatePrivateKey } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTrader, usdc, type Trader } from '../../../../adapters/evm/src/testing/trader.ts'
import {
  devnetEvmOptions,
  jsonRpc,
  startDevnetChain,
  type DevnetChain,
} from '../../../../devnet/src/chain/index.ts'
import { until } from '../../../../tests/world/until.ts'
import { createChains } from '../chains.ts'
import { createLogger } from '../logger.ts'
import { isRefusal } from '../refusal.ts'
import { createDirectProjector } from '../testing/directProjector.ts'
import { createInProcessEngine, type InProcessEngine } from '../testing/inProcessEngine.ts'
import { createMemoryStore } from '../testing/memoryStore.ts'
import { createDepositRelay, type DepositRelay } from './depositRelay.ts'
import { startBridge } from './startBridge.ts'
import { createWorkQueue } from './workQueue.ts'

const NO_GUARD = { note: () => false, mayRelease: () => true, isShort: () => false }

const CHAIN_ID = 42161

/** What one process holds of the bridge; it ends without a word, as by a kill. */
interface Life {
  readonly relay: DepositRelay
  readonly adapter: ChainAdapter
  end(): Promise<void>
}

let chain: DevnetChain
let trader: Trader
let engine: InProcessEngine
let folder: string
let store: ReturnType<typeof createMemoryStore>
const lives: Life[] = []
/** Ours and the chain's clock, ahead of this machine's. */
let aheadMs = 0
const clock = { nowMs: () => timeMs(Date.now() + aheadMs) }

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vest-relay-'))
  chain = await startDevnetChain({ dataDir: join(folder, 'chain') })
})
afterAll(async () => {
  await chain.stop()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  trader = await createTrader(chain)
  engine = createInProcessEngine(clock)
  store = createMemoryStore()
  const projector = createDirectProjector(store)
  engine.onEvents((envelopes) => projector.onEvents(envelopes))
  await engine.submit({
    kind: 'Register',
    account: trader.address,
    networkType: 0,
    signer: privateKeyToAccount(generatePrivateKey()).address.toLowerCase() as Hex,
    expiryTimeMs: timeMs(4_000_000_000_000),
    apiKeyHash: `0x${'01'.repeat(32)}`,
    proofSignature: '0x',
    verifyingContract: chain.vault,
    isMobile: false,
  })
})
afterEach(async () => {
  for (const life of lives.splice(0)) await life.end()
  rmSync(relayDir(), { recursive: true, force: true })
})

const relayDir = (): string => join(folder, 'relay')
const filesLeft = (): Promise<string[]> => readdir(relayDir())

async function begin(changes: Partial<ChainAdapter> = {}): Promise<Life> {
  const adapter = {
    ...createEvmChain({
      ...devnetEvmOptions(chain),
      pollMs: 20,
      nowMs: clock.nowMs,
    }),
    ...changes,
  }
  const chains = createChains([adapter], {})
  const queue = createWorkQueue({
    retryMs: 50,
    onFailure: () => undefined,
    onBroken: (error) => {
      throw error
    },
  })
  const logger = createLogger({})
  const relay = createDepositRelay({
    dir: relayDir(),
    engine,
    store,
    chains,
    clock,
    queue,
    logger,
    lookMs: 50,
  })
  const bridge = await startBridge({ engine, chains, queue, logger, relay, reserves: NO_GUARD })
  await relay.resume()
  const life = {
    relay,
    adapter,
    end: async () => {
      relay.stop()
      await bridge.stop()
      await queue.stop()
    },
  }
  lives.push(life)
  return life
}

async function end(life: Life): Promise<void> {
  lives.splice(lives.indexOf(life), 1)
  await life.end()
}

async function accept({ relay }: Life, deposit: AuthorizedDeposit): Promise<Id> {
  const accepted = await relay.accept(CHAIN_ID, deposit)
  if (isRefusal(accepted)) throw new Error(`refused: ${accepted.message}`)
  return accepted.id
}

const recordOf = async (id: Id): Promise<TransferRecord | undefined> =>
  (await store.transfers({ account: trader.address, id, limit: 1 }))[0]
const becomes = (id: Id, status: string): Promise<TransferRecord> =>
  until(`the transfer is ${status}`, async () => {
    const record = await recordOf(id)
    return record?.status === status && record.isSoft !== true && record
  })
const forgotten = (): Promise<true> =>
  until('nothing is kept of it', async () => (await filesLeft()).length === 0)
const collateral = async (): Promise<number> =>
  (await engine.query('account', { account: trader.address }))!.collateral
const nowS = (): number => Math.floor(clock.nowMs() / 1_000)
const authorize = (value: number, validForS = 3_600): Promise<AuthorizedDeposit> =>
  trader.authorize(usdc(value), { validBeforeS: nowS() + validForS })

/** The trader takes it back at the token itself. */
async function cancel(deposit: AuthorizedDeposit): Promise<void> {
  const signature = await trader.sender.account.signTypedData({
    domain: { name: 'USD Coin', version: '2', chainId: CHAIN_ID, verifyingContract: chain.usdc },
    types: { CancelAuthorization: [{ name: 'authorizer', type: 'address' }, { name: 'nonce', type: 'bytes32' }] },
    primaryType: 'CancelAuthorization',
    message: { authorizer: deposit.account, nonce: deposit.nonce },
  }) // prettier-ignore
  await trader.sender.call({
    address: chain.usdc,
    abi: fiatTokenAbi,
    functionName: 'cancelAuthorization',
    args: [deposit.account, deposit.nonce, signature],
  })
}

/** The trader's own call of the vault with the same authorization. */
const submitByTrader = (deposit: AuthorizedDeposit): Promise<unknown> =>
  trader.sender.call({
    address: chain.vault,
    abi: vestVaultAbi,
    functionName: 'depositWithAuthorization',
    args: [
      chain.usdc,
      deposit.account,
      BigInt(deposit.valueUsd6),
      BigInt(deposit.validAfterS),
      BigInt(deposit.validBeforeS),
      deposit.nonce,
      deposit.signature,
    ],
  })

/** A relayer that nothing leaves. */
const MUTE = {
  submitAuthorizedDeposit: async () => {
    throw new Error('the relayer cannot be reached')
  },
}

describe('[6.4] a gasless deposit', () => {
  it('arrives once; its authorization is kept until the credit is final, and not longer', async () => {
    const life = await begin()
    const id = await accept(life, await authorize(50))
    expect(await filesLeft()).toEqual([`${id}.json`])
    await becomes(id, 'FILLED')
    await forgotten()
    expect(await collateral()).toBe(usdc(50))
  })

  it('lost in a kill before it left: the next process relays it', async () => {
    const life = await begin(MUTE)
    const id = await accept(life, await authorize(51))
    await end(life)
    expect((await recordOf(id))!.status).toBe('NEW')
    await begin()
    await becomes(id, 'FILLED')
    await forgotten()
    expect(await collateral()).toBe(usdc(51))
  })

  it('killed between its file and its announcement: the next process announces and relays it', async () => {
    const life = await begin(MUTE)
    const { submit } = engine
    engine.submit = async () => {
      throw new Error('killed')
    }
    const deposit = await authorize(52)
    await expect(life.relay.accept(CHAIN_ID, deposit)).rejects.toThrow('killed')
    engine.submit = submit
    await end(life)
    expect(await filesLeft()).toHaveLength(1)
    const next = await begin()
    await becomes(next.adapter.authorizedDepositId(deposit.account, deposit.nonce), 'FILLED')
    await forgotten()
    expect(await collateral()).toBe(usdc(52))
  })

  it('killed after it reached its block and before the relay noted it: credited once, sent once', async () => {
    const life = await begin()
    const deposit = await authorize(53)
    const { submitAuthorizedDeposit } = life.adapter
    await end(life)
    const mute = await begin({
      ...MUTE,
      // The process dies while the answer is on its way, and hears nothing of the chain.
      start: async () => undefined,
      submitAuthorizedDeposit: async (one) => {
        await submitAuthorizedDeposit(one)
        throw new Error('the answer was lost')
      },
    })
    const id = await accept(mute, deposit)
    await until(
      'it lies in a block',
      async () => (await mute.adapter.authorizationUse(deposit))?.isDeposit === true,
    )
    await end(mute)
    expect((await recordOf(id))!.status).toBe('NEW')
    const sent: unknown[] = []
    const next = await begin({
      submitAuthorizedDeposit: async (one) => (sent.push(one), { refusal: 'nonce-used' }),
    })
    await becomes(id, 'FILLED')
    await forgotten()
    expect(await collateral()).toBe(usdc(53))
    expect(sent).toEqual([])
    expect((await next.adapter.authorizationUse(deposit))!.isDeposit).toBe(true)
  })

  it('whose block disappears is relayed again and credited anew', async () => {
    const { mineForFinality: _mine, ...still } = devnetEvmOptions(chain)
    const options = { ...still, pollMs: 20, nowMs: clock.nowMs, finalTimeEveryMs: Number.POSITIVE_INFINITY }
    const life = await begin(createEvmChain(options))
    const deposit = await authorize(54)
    const id = life.adapter.authorizedDepositId(deposit.account, deposit.nonce)
    // What the engine said, not what a look now and then happens to meet: taken back lasts a moment only.
    const told: string[] = []
    engine.onEvents((envelopes) => {
      for (const event of envelopes.flatMap(({ events }) => events))
        if (event.kind === 'TransferUpdated' && event.transfer.id === id) told.push(event.transfer.status)
    })
    expect(await accept(life, deposit)).toBe(id)
    await until('it is credited', () => told.at(-1) === 'FILLED')
    await jsonRpc(chain.rpcUrl, 'anvil_reorg', [1, []])
    await until('it was taken back', () => told.includes('REJECTED'))
    await until('it is credited again', () => told.at(-1) === 'FILLED')
    await chain.mine()
    await becomes(id, 'FILLED')
    await forgotten()
    expect(await collateral()).toBe(usdc(54))
  }) // prettier-ignore

  it('cancelled by the trader is rejected once the cancellation is final', async () => {
    const life = await begin(MUTE)
    const deposit = await authorize(55)
    const id = await accept(life, deposit)
    await cancel(deposit)
    expect(await becomes(id, 'REJECTED')).toMatchObject({ code: REFUSAL.TRANSFER_EXECUTION_FAILED })
    await forgotten()
    expect(await collateral()).toBe(0)
  })

  it('cancelled while no process was there is rejected by the next one', async () => {
    const life = await begin(MUTE)
    const deposit = await authorize(56)
    const id = await accept(life, deposit)
    await end(life)
    await cancel(deposit)
    await begin()
    expect(await becomes(id, 'REJECTED')).toMatchObject({ code: REFUSAL.TRANSFER_EXECUTION_FAILED })
    await forgotten()
  })

  it('whose nonce went into another transfer of the trader is rejected', async () => {
    const life = await begin(MUTE)
    const deposit = await authorize(57)
    const id = await accept(life, deposit)
    const signature = await trader.sender.account.signTypedData({
      domain: { name: 'USD Coin', version: '2', chainId: CHAIN_ID, verifyingContract: chain.usdc },
      types: { TransferWithAuthorization: receiveWithAuthorizationTypes.ReceiveWithAuthorization },
      primaryType: 'TransferWithAuthorization',
      message: { from: deposit.account, to: `0x${'77'.repeat(20)}`, value: 1n, validAfter: 0n, validBefore: BigInt(deposit.validBeforeS), nonce: deposit.nonce },
    }) // prettier-ignore
    await trader.sender.call({
      address: chain.usdc,
      abi: fiatTokenAbi,
      functionName: 'transferWithAuthorization',
      args: [
        deposit.account,
        `0x${'77'.repeat(20)}`,
        1n,
        0n,
        BigInt(deposit.validBeforeS),
        deposit.nonce,
        signature,
      ],
    })
    expect(await becomes(id, 'REJECTED')).toMatchObject({ code: REFUSAL.TRANSFER_EXECUTION_FAILED })
    await forgotten()
  })

  it('submitted by the trader as well is one deposit', async () => {
    const life = await begin(MUTE)
    const deposit = await authorize(58)
    const id = await accept(life, deposit)
    await submitByTrader(deposit)
    await becomes(id, 'FILLED')
    await forgotten()
    expect(await collateral()).toBe(usdc(58))
  })

  it('sent by two processes at the same time is one deposit', async () => {
    const life = await begin(MUTE)
    const deposit = await authorize(59)
    const id = await accept(life, deposit)
    await end(life)
    await Promise.all([begin(), begin()])
    await becomes(id, 'FILLED')
    await forgotten()
    expect(await collateral()).toBe(usdc(59))
    expect(await accept(lives[0]!, deposit)).toBe(id)
  })

  it('that the money ran away from waits, arrives when it is back, and is refused at once where it never was', async () => {
    const life = await begin(MUTE)
    const deposit = await authorize(60)
    const id = await accept(life, deposit)
    const balance = usdc(10_000)
    const friend = privateKeyToAccount(generatePrivateKey()).address
    const pay = { address: chain.usdc, abi: fiatTokenAbi, functionName: 'transfer' } as const
    await trader.sender.call({ ...pay, args: [friend, BigInt(balance)] })
    expect(await life.relay.accept(CHAIN_ID, await authorize(61))).toMatchObject({
      code: REFUSAL.INVALID_PARAMETER,
      httpStatus: 400,
    })
    await end(life)
    const refusals: unknown[] = []
    const real = createEvmChain({
      ...devnetEvmOptions(chain),
      pollMs: 20,
      nowMs: clock.nowMs,
    })
    await begin({
      ...real,
      submitAuthorizedDeposit: async (one) => {
        const answer = await real.submitAuthorizedDeposit(one)
        if ('refusal' in answer) refusals.push(answer.refusal)
        return answer
      },
    })
    await until('the chain refused it', () => refusals.includes('reverted'))
    expect((await recordOf(id))!.status).toBe('NEW')
    await jsonRpc(chain.rpcUrl, 'anvil_impersonateAccount', [friend])
    await jsonRpc(chain.rpcUrl, 'anvil_setBalance', [friend, '0xde0b6b3a7640000'])
    const data = `0xa9059cbb${trader.address.slice(2).padStart(64, '0')}${BigInt(usdc(60)).toString(16).padStart(64, '0')}`
    await jsonRpc(chain.rpcUrl, 'eth_sendTransaction', [{ from: friend, to: chain.usdc, data }])
    await chain.mine()
    await becomes(id, 'FILLED')
    await forgotten()
    expect(await collateral()).toBe(usdc(60))
  })

  it('that did not leave in its time is rejected once the chain is final past its end, not before', async () => {
    const life = await begin(MUTE)
    const deposit = await authorize(62, 300)
    const id = await accept(life, deposit)
    const told: number[] = []
    const { onFinalTime } = life.relay
    life.relay.onFinalTime = (chainId, finalMs) => (told.push(finalMs), onFinalTime(chainId, finalMs))
    await trader.transfer(usd6(1_000_000))
    await until('the chain went on', () => told.length > 0)
    expect((await recordOf(id))!.status).toBe('NEW')
    aheadMs += 301_000
    await jsonRpc(chain.rpcUrl, 'evm_increaseTime', [301])
    expect(await becomes(id, 'REJECTED')).toMatchObject({ code: REFUSAL.TRANSFER_EXECUTION_FAILED })
    expect(Math.max(...told)).toBeGreaterThanOrEqual(deposit.validBeforeS * 1_000)
    await forgotten()
  })

  it('that expired while no process was there is rejected by the next one', async () => {
    const life = await begin(MUTE)
    const id = await accept(life, await authorize(63, 300))
    await end(life)
    aheadMs += 301_000
    await jsonRpc(chain.rpcUrl, 'evm_increaseTime', [301])
    await begin()
    expect(await becomes(id, 'REJECTED')).toMatchObject({ code: REFUSAL.TRANSFER_EXECUTION_FAILED })
    await forgotten()
  })
})
