/** Deposits from Solana over HTTP: by the hash of a transaction and by the watcher, in any order, credited once. */
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { base58 } from '@scure/base'
import {
  REFUSAL,
  bytesToHex,
  CHAIN_SOLANA,
  depositAddressesResponse,
  transfersResponse,
  usd6,
  type Address,
} from '@vest/protocol'
import {
  SolanaUnreachableError,
  type DepositLog,
  type SolanaChain,
  type SolanaDepositFound,
  type SolanaEvents,
} from '@vest/runtime'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hash32, TEST_USDC } from '../testing/scriptedChain.ts'
import { startTestWorld, type TestWorld, type Trader } from '../testing/testWorld.ts'

const USDC = 1_000_000
const SENDER: Address = `0x${'51'.repeat(20)}`
const DEPOSIT_ADDRESS = base58.encode(new Uint8Array(32).fill(2))

/** A chain that knows what the test tells it. */
function scriptedSolana() {
  const found = new Map<string, SolanaDepositFound>()
  const chain = {
    depositAddress: DEPOSIT_ADDRESS,
    events: undefined as SolanaEvents | undefined,
    known: [] as unknown[],
    isAway: false,
    start: async (known: readonly unknown[], events: SolanaEvents) => {
      chain.known.push(...known)
      chain.events = events
    },
    stop: async () => undefined,
    depositOf: async (signature: string) => {
      if (chain.isAway) throw new SolanaUnreachableError('away')
      return found.get(signature) ?? { refusal: 'No such transaction is confirmed on Solana' }
    },
  } satisfies SolanaChain & Record<string, unknown>
  return { chain, found }
}

describe('[7.25] deposits from Solana', () => {
  let dataDir: string
  let world: TestWorld
  let trader: Trader
  let solana: ReturnType<typeof scriptedSolana>
  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'vest-solana-deposits-'))
    solana = scriptedSolana()
    world = await startTestWorld({ dataDir, solana: solana.chain })
    trader = await world.trader(0x31, 0)
  })
  afterEach(async () => {
    await world.stop()
    rmSync(dataDir, { recursive: true })
  })

  let count = 0
  /** One that the chain knows. */
  const deposit = (change: Partial<DepositLog> = {}) => {
    count += 1
    const bytes = new Uint8Array(64).fill(count)
    const signature = base58.encode(bytes)
    const log: DepositLog = {
      id: hash32(0x50000 + count),
      chainId: CHAIN_SOLANA,
      txHash: bytesToHex(bytes),
      logIndex: 0,
      blockHash: hash32(count),
      blockNumber: BigInt(count),
      from: SENDER,
      to: trader.primary.address,
      token: TEST_USDC,
      amountUsd6: usd6(25 * USDC),
      ...change,
    }
    solana.found.set(signature, { log })
    return { signature, log }
  }
  const claim = (transactionHash: string, by: Trader = trader) =>
    world.call('POST', '/transfer/deposit/solana', { key: by.apiKey, body: { transactionHash } })
  const rows = async (by: Trader = trader) =>
    transfersResponse.parse((await world.call('GET', '/transfer', { key: by.apiKey })).body)
  const collateral = async (by: Trader = trader) =>
    (await world.call('GET', '/account', { key: by.apiKey })).body.collateral as string

  it('is told where to send: one address, and the account as memo', async () => {
    const addresses = depositAddressesResponse.parse(
      (await world.call('GET', '/transfer/deposit/addresses', { key: trader.apiKey })).body,
    )
    expect(addresses.find(({ chainId }) => chainId === CHAIN_SOLANA)).toEqual({
      chainId: CHAIN_SOLANA,
      networkType: 1,
      address: DEPOSIT_ADDRESS,
      memo: trader.primary.address,
      tokens: ['USDC'],
      minDeposit: '1.000000',
    })
  })

  it('[3.9] [8.21] by its hash once: credited at once, listed with the signature, and 1144 afterwards', async () => {
    const { signature, log } = deposit()
    const { status, body } = await claim(signature)
    expect([status, body]).toEqual([200, { id: log.id }])
    expect(await collateral()).toBe('25.000000')
    expect(await rows()).toMatchObject([
      {
        id: log.id,
        orderType: 'DEPOSIT',
        status: 'FILLED',
        chainId: CHAIN_SOLANA,
        size: '25.000000',
        token: 'USDC',
        txHash: signature,
      },
    ])
    const again = await claim(signature)
    expect([again.status, again.body.code, again.body.msg]).toEqual([400, 1144, 'Transaction already used'])
    expect(await collateral()).toBe('25.000000')
    await solana.chain.events!.onDepositFinal(log.id, log.blockHash)
    expect((await world.call('GET', '/account', { key: trader.apiKey })).body.withdrawable).toBe('25.000000')
  })

  it('by hash and by the watcher in any order and any number brings the money once', async () => {
    const orders = [['claim', 'watch'], ['watch', 'claim'], ['watch', 'watch', 'claim', 'watch']] // prettier-ignore
    for (const order of orders) {
      const { signature, log } = deposit({ amountUsd6: usd6(10 * USDC) })
      for (const each of order)
        if (each === 'watch') await solana.chain.events!.onDeposit(log)
        else expect((await claim(signature)).body).toEqual({ id: log.id })
      await solana.chain.events!.onDepositFinal(log.id, log.blockHash)
      await solana.chain.events!.onDeposit(log)
    }
    expect(await collateral()).toBe('30.000000')
    expect(await rows()).toHaveLength(3)
  })

  it('of two claims in one moment one has it', async () => {
    const { signature } = deposit()
    const answers = await Promise.all([claim(signature), claim(signature)])
    expect(answers.map(({ status, body }) => [status, body.code ?? 0]).sort()).toEqual([[200, 0], [400, 1144]]) // prettier-ignore
    expect(await collateral()).toBe('25.000000')
  })

  it('[8.20] is refused with 1143 and what is wrong', async () => {
    const other = await world.trader(0x41, 0)
    const { signature } = deposit({ to: other.primary.address })
    const none = base58.encode(new Uint8Array(64).fill(200))
    for (const [hash, message] of [
      [signature, /names another account/],
      [none, /No such transaction/],
      ['z'.repeat(70), /no hash of a Solana transaction/],
    ] as const) {
      const { status, body } = await claim(hash)
      expect([status, body.code]).toEqual([400, 1143])
      expect(body.msg).toMatch(message)
    }
    expect((await claim(`0x${'ab'.repeat(32)}`)).status).toBe(422)
    // Its own owner has it all the same.
    expect((await claim(signature, other)).status).toBe(200)
  })

  it('says 503 while Solana cannot be asked, and takes the hash afterwards', async () => {
    const { signature } = deposit()
    solana.chain.isAway = true
    expect((await claim(signature)).status).toBe(503)
    solana.chain.isAway = false
    expect((await claim(signature)).status).toBe(200)
  })

  it('[8.21] remembers over a restart which hashes were used', async () => {
    const { signature } = deposit()
    await claim(signature)
    expect(readFileSync(join(dataDir, 'solana-claims.txt'), 'utf8')).toBe(`${signature}\n`)
    // A crash between the two: taken, not credited yet. The watcher brings it.
    const second = deposit()
    await world.stop()
    appendFileSync(join(dataDir, 'solana-claims.txt'), `${second.signature}\n`)
    world = await startTestWorld({ dataDir, solana: solana.chain })
    trader = await world.trader(0x31, 0)
    expect((await claim(second.signature)).body.code).toBe(REFUSAL.ALREADY_USE_TRANSACTION)
    await solana.chain.events!.onDeposit(second.log)
    expect(await collateral()).toBe('25.000000')
  })

  it('without a memo goes to the account of its sender, else waits for one', async () => {
    const own = { to: undefined, from: trader.primary.address } as unknown as Partial<DepositLog>
    const { to: _, ...ofSender } = deposit(own).log
    await solana.chain.events!.onDeposit(ofSender)
    expect(await collateral()).toBe('25.000000')
    const { to: __, ...ofStranger } = deposit({ from: SENDER }).log
    await solana.chain.events!.onDeposit(ofStranger)
    expect(await collateral()).toBe('25.000000')
    expect((await world.engine.query('openTransfers', {})).map(({ account }) => account)).toContain(SENDER)
  })

  it('is taken back when its slot is gone', async () => {
    const { signature, log } = deposit()
    await claim(signature)
    await solana.chain.events!.onDepositOrphaned(log.id)
    expect(await collateral()).toBe('0.000000')
    expect(await rows()).toMatchObject([{ status: 'REJECTED', code: REFUSAL.TRANSFER_EXECUTION_FAILED }])
  })
})
