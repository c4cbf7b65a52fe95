/**
 * `kill -9` in the middle of everything at once, on the real stack: what was acknowledged is there after the next
 * start, what was not is there once or not at all, and money on its way over the bridge arrives once.
 */
import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  accountResponse,
  idResponse,
  ordersResponse,
  poolResponse,
  readDecimal,
  referralsResponse,
  transfersResponse,
  type SignedAction,
  type TransferRow,
} from '@vest/protocol'
import { createDevnetClient } from '@vest/sdk/node'
import { authorizationOf } from '../conformance/deposits.ts'
import {
  as,
  call,
  cancelBody,
  deepBid,
  expectError,
  freshNonce,
  lpBody,
  orderBody,
  type Answer,
  type World,
} from '../conformance/world.ts'
import { createWireWitness } from '../conformance/wireWitness.ts'
import { createBot, type Bot } from './bot.ts'
import { freshDataDir, removeDataDir, startStack, type Stack } from './stack.ts'
import { until } from './until.ts'

const WORKERS = 8
const ACKNOWLEDGED_MIN = 300

describe('kill -9', () => {
  const dataDir = freshDataDir()
  let stack: Stack
  let trader: Bot
  let world: World

  beforeAll(async () => {
    stack = await startStack({ dataDir, flow: false })
    trader = await createBot({ baseUrl: stack.baseUrl, depositUsd6: 5_000_000_000n })
    world = { stack, baseUrl: stack.baseUrl, trader, rival: trader, witness: createWireWitness(() => false) }
    await isFinal(5_000_000_000)
  }, 240_000)
  afterAll(async () => {
    expect(await stack.stop()).toBe(0)
    removeDataDir(dataDir)
  })

  /** The exchange and its chain, in the same moment; both come back from what they had made durable. */
  async function powerCut(): Promise<void> {
    const { port } = stack
    const dead = stack.kill9()
    stack.kill9Chain()
    await dead
    stack = await startStack({ dataDir, port, flow: false })
  }
  const orders = async (query: string) =>
    ordersResponse.parse((await call(world, `/v2/orders?${query}`, as(trader))).body)
  const transfers = async (query: string) =>
    transfersResponse.parse((await call(world, `/v2/transfer?${query}`, as(trader))).body)
  const account = async () => accountResponse.parse((await call(world, '/v2/account', as(trader))).body)
  const collateral = async (): Promise<number> => readDecimal((await account()).collateral, 6)
  /** All of it withdrawable: every deposit is final, and no cut can take one back any more. */
  const isFinal = (usd6: number): Promise<boolean> =>
    until('every deposit is final', async () => {
      const { collateral: total, withdrawable } = await account()
      return total === withdrawable && readDecimal(total, 6) === usd6
    })

  it('[4.1] under load: every acknowledged order and cancel is there, the rest once or not at all', async () => {
    const limitPrice = await deepBid(world)
    const placed: { body: object; id: string; isCancelled: boolean }[] = []
    const unanswered: object[] = []
    let isDead = false
    const send = async (path: string, body: object): Promise<Answer | undefined> => {
      try {
        return await call(world, path, as(trader, { body }))
      } catch (error) {
        if (!isDead) throw error
        return undefined
      }
    }
    const worker = async (): Promise<void> => {
      while (!isDead) {
        const body = await orderBody(
          trader,
          { orderType: 'LIMIT', limitPrice, size: '0.0100' },
          { recvWindow: 60_000 },
        )
        const answer = await send('/v2/orders', body)
        // A refusal is an answer too: it was not sequenced.
        if (answer === undefined) unanswered.push(body)
        if (answer?.status !== 200) continue
        const one = { body, id: idResponse.parse(answer.body).id, isCancelled: false }
        placed.push(one)
        if (placed.length % 2 === 0) continue
        const cancelled = await send('/v2/orders/cancel', await cancelBody(trader, one.id))
        // That it was over before (rejected) is told under 200 too, with a code.
        one.isCancelled = cancelled?.status === 200 && !('code' in (cancelled.body as object))
      }
    }
    const workers = Array.from({ length: WORKERS }, worker)
    await until('there is enough to lose', () => placed.length >= ACKNOWLEDGED_MIN)
    isDead = true
    await powerCut()
    await Promise.all(workers)

    expect(placed.length).toBeGreaterThanOrEqual(ACKNOWLEDGED_MIN)
    for (let from = 0; from < placed.length; from += 100) {
      const part = placed.slice(from, from + 100)
      const rows = new Map(
        (await orders(`id=${part.map(({ id }) => id).join(',')}`)).map((row) => [row.id, row]),
      )
      for (const { id, isCancelled } of part)
        if (isCancelled) expect(rows.get(id)?.status).toBe('CANCELLED')
        else expect(['NEW', 'CANCELLED', 'REJECTED']).toContain(rows.get(id)?.status)
    }
    for (const { body } of placed.slice(-5))
      expectError(await call(world, '/v2/orders', as(trader, { body })), 400, 3015)
    for (const body of unanswered) {
      const { nonce } = (body as { order: { nonce: number } }).order
      const before = await orders(`nonce=${nonce}`)
      const again = await call(world, '/v2/orders', as(trader, { body }))
      if (before.length === 1) expectError(again, 400, 3015)
      else expect([before.length, again.status]).toEqual([0, 200])
      expect(await orders(`nonce=${nonce}`)).toHaveLength(1)
    }
    for (const { id } of await orders('status=NEW&limit=1000'))
      await call(world, '/v2/orders/cancel', as(trader, { body: await cancelBody(trader, id) }))
  })

  it('[6.4] a gasless deposit: acknowledged, credited, and in the middle of both', async () => {
    for (const moment of ['acknowledged', 'NEW', 'FILLED'] as const) {
      const [wallet, before] = [await trader.walletUsd6(), await collateral()]
      const body = await authorizationOf(trader, {
        value: '7654321',
        nonce: `0x${randomBytes(32).toString('hex')}`,
      })
      const { id } = idResponse.parse(
        (await call(world, '/v2/transfer/deposit/authorized', as(trader, { body }))).body,
      )
      if (moment !== 'acknowledged')
        await until(
          `it is ${moment}`,
          async () => (await transfers(`id=${id}`))[0]?.status === moment || moment === 'NEW',
        )
      await powerCut()
      await until('it is credited', async () => (await transfers(`id=${id}`))[0]!.status === 'FILLED')
      await until(
        'the money has left the wallet',
        async () => (await trader.walletUsd6()) === wallet - 7_654_321n,
      )
      // Credited softly in the middle of a cut, it is taken back, sent again and credited again.
      await isFinal(before + 7_654_321)
      expect((await call(world, '/v2/transfer/deposit/authorized', as(trader, { body }))).body).toEqual({
        id,
      })
      expect(await collateral()).toBe(before + 7_654_321)
    }
  })

  const requestWithdrawal = async (size: number, execute: boolean): Promise<string> => {
    const token = trader.chain.tokens[0]!.address
    const order = {
      time: Date.now(),
      nonce: freshNonce(),
      recipient: trader.address,
      token,
      size,
      chainId: trader.chain.chainId,
    }
    const signature = await trader.signer.sign({
      kind: 'withdraw',
      ...order,
      account: trader.address,
    } as SignedAction)
    const answer = await call(
      world,
      '/v2/transfer/withdraw',
      as(trader, { body: { order, execute, signature } }),
    )
    return idResponse.parse(answer.body).id
  }
  const is = (id: string, status: string): Promise<TransferRow> =>
    until(`it is ${status}`, async () => (await transfers(`id=${id}`)).find((row) => row.status === status))

  it('[4.6] [4.7] a withdrawal: asked for, approved, claimed; paid once', async () => {
    const [wallet, before] = [await trader.walletUsd6(), await collateral()]
    const id = await requestWithdrawal(3_210_000, false)
    await powerCut()
    const row = await is(id, 'VERIFIED')
    expect(await collateral()).toBe(before - 3_210_000)
    await powerCut()
    // The time of signing is known to the process that signed, and to no other.
    const again = await is(id, 'VERIFIED')
    expect(again).toEqual({ ...row, progress: { ...row.progress, signedTime: null } })
    await trader.claim(row)
    await powerCut()
    // The chain may have lost the claim with the cut: then it is still to be made, and once only.
    if ((await trader.walletUsd6()) === wallet) await trader.claim(row)
    await is(id, 'FILLED')
    await expect(trader.claim(row)).rejects.toThrow('AlreadyProcessed')
    expect(await trader.walletUsd6()).toBe(wallet + 3_210_000n)
    expect(await collateral()).toBe(before - 3_210_000)
  })

  it('[4.7] a delegated withdrawal needs no further step', async () => {
    const [wallet, before] = [await trader.walletUsd6(), await collateral()]
    const id = await requestWithdrawal(4_000_000, true)
    await powerCut()
    await is(id, 'FILLED')
    expect(await trader.walletUsd6()).toBe(wallet + 3_800_000n)
    expect(await collateral()).toBe(before - 4_000_000)
  })

  it('[3.13] a registration: its key works afterwards, and the state is what it was', async () => {
    const newcomer = await createBot({ baseUrl: stack.baseUrl, depositUsd6: 0n })
    const devnet = createDevnetClient({ baseUrl: stack.baseUrl, validate: true })
    const { seq } = await devnet.state()
    await powerCut()
    expect((await call(world, '/v2/account', as(newcomer))).status).toBe(200)
    expect((await devnet.state()).seq).toBeGreaterThanOrEqual(seq)
  })

  it('[3.16] [3.17] LP orders, the pool’s past, the referral code and what it brought, also from read models made anew', async () => {
    const friend = await createBot({ baseUrl: stack.baseUrl, depositUsd6: 2_000_000_000n })
    const { ref_code: code } = referralsResponse.parse((await call(world, '/v2/referrals', as(trader))).body)
    const send = async (path: string, by: Bot, body: object) => {
      expect((await call(world, path, as(by, { body }))).status).toBe(200)
    }
    await send('/v2/referrals/join', friend, { refCode: code })
    await send('/v2/orders', friend, await orderBody(friend, { size: '0.5000' }))
    for (const fields of [
      { size: '25' },
      { size: '3.5', orderType: 'SCHEDULE_WITHDRAW' },
      { size: '9999999' },
    ])
      await send('/v2/lp', trader, await lpBody(trader, fields))
    const read = async () => {
      const paths = ['/v2/lp', '/v2/referrals', '/v2/points/history', '/v2/lp/pool/history?interval=1h']
      const bodies = await Promise.all(paths.map(async (path) => (await call(world, path, as(trader))).body))
      const { fees24h, totalShares } = poolResponse.parse((await call(world, '/v2/lp/pool')).body)
      return [...bodies, fees24h, totalShares]
    }
    const before = await read()
    const hours = (told: readonly unknown[]) => told[3] as readonly unknown[]
    expect(hours(before).length).toBeGreaterThan(0)
    expect(before[1]).toMatchObject({ ref_code: code, referee_count: 1 })
    // An hour may begin meanwhile: what was told before is told again.
    const same = async (): Promise<void> => {
      const after = (await read()).map((part, at) =>
        at === 3 ? (part as readonly unknown[]).slice(0, hours(before).length) : part,
      )
      expect(after).toEqual(before)
    }
    await powerCut()
    await same()
    expect(await stack.stop()).toBe(0)
    rmSync(join(dataDir, 'database'), { recursive: true })
    stack = await startStack({ dataDir, port: stack.port, flow: false })
    await same()
  })
})
