/**
 * A disk may keep a group waiting for longer than a message is valid. What is on its way to it is neither absent nor late:
 * who asks by its nonce waits until it is known, and who sends it again after its window hears that it is a duplicate.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { REFUSAL, timeMs, type SignedAction } from '@vest/protocol'
import type { HeldDisk } from '../testing/inProcessEngine.ts'
import { TEST_CHAIN_ID, TEST_USDC, TEST_VAULT } from '../testing/scriptedChain.ts'
import { testKey, type TestKey } from '../testing/testKeys.ts'
import { START_MS, startTestWorld, type TestWorld, type Trader } from '../testing/testWorld.ts'

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
  const otherSession = testKey(0x77)
  let held: HeldDisk | undefined
  let nonce = 7_000_000
  /** How far the wall clock has leapt; the exchange follows only a leap that stays. */
  let leapMs = 0
  beforeAll(async () => {
    const wall = { nowMs: () => timeMs((world?.clock.nowMs() ?? START_MS) + leapMs) }
    world = await startTestWorld({ clock: wall })
    await world.setPrice('BTC-PERP', 50_000)
    trader = await world.trader(0x31, 100_000)
    await approve(otherSession, 86_400_000)
  })
  afterAll(() => world.stop())
  beforeEach(() => world.setPrice('BTC-PERP', 50_000))
  afterEach(() => {
    held?.release()
    leapMs = 0
  })

  /** Makes it a signing key of the trader's account; its API key goes unused. */
  const approve = async (signing: TestKey, lifeMs: number): Promise<void> => {
    const expiryTime = world.clock.nowMs() + lifeMs
    const { status } = await world.call('POST', '/register', {
      body: {
        signingAddr: signing.address,
        primaryAddr: trader.primary.address,
        expiryTime,
        networkType: 0,
        isMobile: false,
        signature: trader.primary.approveSigner(TEST_VAULT, signing.address, expiryTime),
      },
    })
    expect(status).toBe(200)
  }
  const signed = (signer: TestKey, order: object, action: object) => {
    nonce += 1
    const full = { time: world.clock.nowMs(), nonce, ...order }
    return { order: full, signature: signer.signAction({ ...full, ...action } as unknown as SignedAction) }
  }
  const MESSAGES: Readonly<Record<string, (signer: TestKey, more?: object) => Promise<Message>>> = {
    'an order': async (signer, more) => ({
      path: '/orders',
      readAt: '/orders',
      duplicateCode: 3015,
      body: world.signedOrder(trader, { limitPrice: '40000', ...more }, signer),
    }),
    'a cancel': async (signer) => ({
      path: '/orders/cancel',
      duplicateCode: 3015,
      body: signed(signer, { id: await world.place(trader, { limitPrice: '40000' }) }, { kind: 'cancel' }),
    }),
    'an order of the pool': async (signer, more) => ({
      path: '/lp',
      readAt: '/lp',
      duplicateCode: 4010,
      body: signed(signer, { orderType: 'DEPOSIT', size: '100', ...more }, { kind: 'lp' }),
    }),
    'a withdrawal': async (signer, more) => {
      const { address } = trader.primary
      const order = { recipient: address, token: 'USDC', size: 100_000_000, chainId: TEST_CHAIN_ID, ...more }
      return {
        path: '/transfer/withdraw',
        readAt: '/transfer',
        duplicateCode: 5010,
        body: signed(signer, order, { kind: 'withdraw', account: address, token: TEST_USDC }),
      }
    },
  }
  const send = async ({ path, body }: Message) => world.call('POST', path, { key: trader.apiKey, body })
  const read = async ({ readAt, body }: Message, signer?: TestKey) => {
    const query = `nonce=${body.order.nonce}${signer === undefined ? '' : `&signer=${signer.address}`}`
    const { body: rows } = await world.call('GET', `${readAt}?${query}`, { key: trader.apiKey })
    return rows as unknown as readonly { id: string; nonce: number | null }[]
  }
  const until = async (isSo: () => boolean): Promise<void> => {
    while (!isSo()) await new Promise((resolve) => setImmediate(resolve))
  }

  // The API key is that of the session; whose signature it was the bytes alone say.
  const SIGNERS: Readonly<Record<string, () => TestKey>> = {
    'the signing key': () => trader.signing,
    'the primary key': () => trader.primary,
    'the key of another session': () => otherSession,
  }
  const signedMessages = Object.keys(MESSAGES).flatMap((name) =>
    Object.keys(SIGNERS).map((signer) => ({ name, signer })),
  )

  it.each(signedMessages)(
    '[R8] $name, signed by $signer, is no longer late: sent again it is a duplicate',
    async ({ name, signer }) => {
      const message = await MESSAGES[name]!(SIGNERS[signer]!())
      const disk = (held = world.engine.holdDisk())
      const first = send(message)
      await until(() => disk.commands === 1)
      world.clock.advance(WINDOW_MS + 1)
      const again = send(message)
      await until(() => disk.questions === 1)
      disk.release()
      expect((await again).body.code).toBe(message.duplicateCode)
      expect((await first).status).toBe(200)
      expect((await send(message)).body.code).toBe(message.duplicateCode)
    },
  )

  const READABLE = Object.keys(MESSAGES).filter((name) => name !== 'a cancel')

  it.each(READABLE)('[R8] %s is there for a caller that asks by its nonce', async (name) => {
    const message = await MESSAGES[name]!(trader.signing)
    const disk = (held = world.engine.holdDisk())
    const first = send(message)
    await until(() => disk.commands === 1)
    const rows = read(message)
    await until(() => disk.questions === 1)
    disk.release()
    expect((await rows).map((row) => Number(row.nonce))).toEqual([Number(message.body.order.nonce)])
    expect((await first).status).toBe(200)
  })

  it.each(READABLE)(
    '[R8] %s is not taken for that of another key with the same nonce, neither before nor after it is there',
    async (name) => {
      const other = await MESSAGES[name]!(otherSession)
      expect((await send(other)).status).toBe(200)
      // The same words at the same time would bear the same id, whichever key signed them.
      world.clock.advance(1)
      const message = await MESSAGES[name]!(trader.signing, { nonce: other.body.order.nonce })
      expect(await read(message, trader.signing)).toEqual([])
      const disk = (held = world.engine.holdDisk())
      const first = send(message)
      await until(() => disk.commands === 1)
      const asked = Promise.all([read(message), read(message, trader.signing), read(other, otherSession)])
      await until(() => disk.questions === 2)
      disk.release()
      const { id } = (await first).body
      const [all, own, others] = await asked
      expect(own.map((row) => row.id)).toEqual([id])
      expect(others).toHaveLength(1)
      expect(all).toEqual([...own, ...others])
    },
  )

  it('what never came is absent and late, whatever the disk does', async () => {
    const message = await MESSAGES['an order']!(trader.signing)
    world.clock.advance(WINDOW_MS + 1)
    expect(await read(message)).toEqual([])
    expect((await send(message)).body.code).toBe(REFUSAL.ORDER_EXPIRED)
  })

  it('[R8] what a key signed in time is a duplicate also when the key has ended since', async () => {
    const shortLived = testKey(0x78)
    await approve(shortLived, WINDOW_MS)
    const message = await MESSAGES['an order']!(shortLived)
    expect((await send(message)).status).toBe(200)
    world.clock.advance(WINDOW_MS + 1)
    expect((await send(message)).body.code).toBe(REFUSAL.DUPLICATE)
  })

  it('[R7] is neither late nor absent by a leap of the clock that the exchange has not followed', async () => {
    const known = await MESSAGES['an order']!(trader.primary)
    expect((await send(known)).status).toBe(200)
    const message = await MESSAGES['an order']!(trader.signing)
    leapMs = 3_600_000
    const unavailable = { status: 503, body: { code: 0 } }
    expect(await send(message)).toMatchObject(unavailable)
    expect(
      await world.call('GET', `/orders?nonce=${message.body.order.nonce}`, { key: trader.apiKey }),
    ).toMatchObject(unavailable)
    expect((await send(known)).body.code).toBe(REFUSAL.DUPLICATE)
    leapMs = 0
    expect((await send(message)).status).toBe(200)
  })

  it('[R8] an order with a name, sent again within its window, is a duplicate whichever key signed it', async () => {
    const names: Readonly<Record<string, string>> = { signing: 'a', primary: 'b', session: 'c' }
    const keys = { signing: trader.signing, primary: trader.primary, session: otherSession }
    for (const [name, signer] of Object.entries(keys)) {
      const message = await MESSAGES['an order']!(signer, { clientId: names[name] })
      expect((await send(message)).status).toBe(200)
      expect((await send(message)).body.code).toBe(REFUSAL.DUPLICATE)
    }
  })

  it('a number that the signing key has used is free to the other keys of the account', async () => {
    for (const signer of [trader.primary, otherSession]) {
      const message = await MESSAGES['an order']!(trader.signing)
      expect((await send(message)).status).toBe(200)
      world.clock.advance(1)
      const other = await MESSAGES['an order']!(signer, { nonce: message.body.order.nonce })
      expect((await send(other)).status).toBe(200)
      expect((await send(other)).body.code).toBe(REFUSAL.DUPLICATE)
    }
  })

  it('a read that finds its row asks no further', async () => {
    const message = await MESSAGES['an order']!(trader.signing)
    expect((await send(message)).status).toBe(200)
    const disk = (held = world.engine.holdDisk())
    expect(await read(message)).toHaveLength(1)
    expect(disk.questions).toBe(0)
  })
})
