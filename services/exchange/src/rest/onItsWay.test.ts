/**
 * A disk may keep a group waiting for longer than a message is valid. What is on its way to it is neither absent nor late:
 * who asks by its nonce waits until it is known, and who sends it again after its window hears that it is a duplicate.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { SignedAction } from '@vest/protocol'
import type { HeldDisk } from '../testing/inProcessEngine.ts'
import { TEST_CHAIN_ID, TEST_USDC } from '../testing/scriptedChain.ts'
import { startTestWorld, type TestWorld, type Trader } from '../testing/testWorld.ts'

const WINDOW_MS = 5_000

interface Message {
  readonly path: string
  readonly body: { readonly order: { readonly nonce: number | string }; readonly signature: string }
  /** Where it is read by its nonce, if it leaves a row. */
  readonly readAt?: string
  readonly duplicateCode: number
}

describe('what is on its way to the disk', () => {
  let world: TestWorld
  let trader: Trader
  let held: HeldDisk | undefined
  let nonce = 7_000_000
  beforeAll(async () => {
    world = await startTestWorld()
    await world.setPrice('BTC-PERP', 50_000)
    trader = await world.trader(0x31, 100_000)
  })
  afterAll(() => world.stop())
  beforeEach(() => world.setPrice('BTC-PERP', 50_000))
  afterEach(() => held?.release())

  const signed = (order: object, action: object) => {
    nonce += 1
    const full = { time: world.clock.nowMs(), nonce, ...order }
    return {
      order: full,
      signature: trader.signing.signAction({ ...full, ...action } as unknown as SignedAction),
    }
  }
  const MESSAGES: Readonly<Record<string, () => Promise<Message>>> = {
    'an order': async () => ({
      ...{ path: '/orders', readAt: '/orders', duplicateCode: 3015 },
      body: world.signedOrder(trader, { limitPrice: '40000' }),
    }),
    'a cancel': async () => ({
      ...{ path: '/orders/cancel', duplicateCode: 3015 },
      body: signed({ id: await world.place(trader, { limitPrice: '40000' }) }, { kind: 'cancel' }),
    }),
    'an order of the pool': async () => ({
      ...{ path: '/lp', readAt: '/lp', duplicateCode: 4010 },
      body: signed({ orderType: 'DEPOSIT', size: '100' }, { kind: 'lp' }),
    }),
    'a withdrawal': async () => {
      const { address } = trader.primary
      const order = { recipient: address, token: 'USDC', size: 100_000_000, chainId: TEST_CHAIN_ID }
      return {
        ...{ path: '/transfer/withdraw', readAt: '/transfer', duplicateCode: 5010 },
        body: signed(order, { kind: 'withdraw', account: address, token: TEST_USDC }),
      }
    },
  }
  const send = async ({ path, body }: Message) => world.call('POST', path, { key: trader.apiKey, body })
  const read = async ({ readAt, body }: Message): Promise<readonly { nonce: number | null }[]> => {
    const { body: rows } = await world.call('GET', `${readAt}?nonce=${body.order.nonce}`, {
      key: trader.apiKey,
    })
    return rows as unknown as readonly { nonce: number | null }[]
  }
  const until = async (isSo: () => boolean): Promise<void> => {
    while (!isSo()) await new Promise((resolve) => setImmediate(resolve))
  }

  it.each(Object.keys(MESSAGES))('[R8] %s is no longer late: sent again it is a duplicate', async (name) => {
    const message = await MESSAGES[name]!()
    const disk = (held = world.engine.holdDisk())
    const first = send(message)
    await until(() => disk.commands === 1)
    world.clock.advance(WINDOW_MS + 1)
    const again = send(message)
    await until(() => disk.questions === 1)
    disk.release()
    expect((await again).body.code).toBe(message.duplicateCode)
    expect((await first).status).toBe(200)
  })

  it.each(Object.keys(MESSAGES).filter((name) => name !== 'a cancel'))(
    '[R8] %s is there for whoever asks by its nonce',
    async (name) => {
      const message = await MESSAGES[name]!()
      const disk = (held = world.engine.holdDisk())
      const first = send(message)
      await until(() => disk.commands === 1)
      const rows = read(message)
      await until(() => disk.questions === 1)
      disk.release()
      expect((await rows).map((row) => Number(row.nonce))).toEqual([Number(message.body.order.nonce)])
      expect((await first).status).toBe(200)
    },
  )

  it('what never came is absent and late, whatever the disk does', async () => {
    const message = await MESSAGES['an order']!()
    world.clock.advance(WINDOW_MS + 1)
    expect(await read(message)).toEqual([])
    expect((await send(message)).body.code).toBe(1132)
  })

  it('a read that finds its row asks no further', async () => {
    const message = await MESSAGES['an order']!()
    expect((await send(message)).status).toBe(200)
    const disk = (held = world.engine.holdDisk())
    expect(await read(message)).toHaveLength(1)
    expect(disk.questions).toBe(0)
  })
})
