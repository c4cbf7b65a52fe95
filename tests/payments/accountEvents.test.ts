/** Events of an account of Vest Capital, through real sockets: they reach it and all others of its owner, no other account. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { privateMessage, type AccountEvent } from '@vest/protocol'
import { openSocket, type TestSocket } from '../../services/exchange/src/testing/testSocket.ts'
import { testKey } from '../../services/exchange/src/testing/testKeys.ts'
import type { Trader } from '../../services/exchange/src/testing/testWorld.ts'
import { openShop, type Shop } from './shop.ts'

describe('[7.30] [4.10] ACCOUNT', () => {
  let shop: Shop
  let owner: Trader
  let stranger: Trader
  const [evaluation, funded] = [testKey(0x51), testKey(0x53)]
  const NAMES = new Map<string, string>([
    [evaluation.address, 'evaluation'],
    [funded.address, 'funded'],
  ])
  const sockets: TestSocket[] = []
  beforeAll(async () => {
    shop = await openShop()
    await shop.world.setPrice('BTC-PERP', 50_000)
    owner = await shop.world.trader(0x31, 1_000)
    stranger = await shop.world.trader(0x33, 1_000)
  })
  afterAll(async () => {
    await Promise.all(sockets.map((socket) => socket.close()))
    await shop.stop()
  })

  const follow = async ({ apiKey }: Trader): Promise<TestSocket> => {
    const { body } = await shop.world.call('POST', '/account/listenKey', { key: apiKey })
    const { port } = shop.world.exchange
    const socket = await openSocket(`ws://127.0.0.1:${port}/ws-api?listenKey=${body.listenKey as string}`)
    sockets.push(socket)
    socket.send({ method: 'SUBSCRIBE', params: ['account_private'], id: 1 })
    expect(await socket.next()).toEqual({ result: null, id: 1 })
    return socket
  }
  /** The next of this account that differs from what stood before. */
  const next = async (socket: TestSocket): Promise<AccountEvent> => {
    for (;;) {
      const message = privateMessage.parse((await socket.nextOn('account_private')).data)
      if (message.event === 'ACCOUNT') return message.args
    }
  }
  const statuses = async (socket: TestSocket, ...awaited: string[]) => {
    const told: string[] = []
    while (told.length < awaited.length) {
      const { address, capital_status } = await next(socket)
      const what = `${NAMES.get(address) ?? address} ${capital_status}`
      // The limits of an account are told as they change, under the same status.
      if (told.at(-1) !== what) told.push(what)
    }
    expect(told).toEqual(awaited)
  }
  const open = () =>
    shop.world.call('POST', '/register/capital', {
      body: { primaryAddr: evaluation.address, accessToken: shop.tokenOf(owner), isFunded: false },
    })

  it('comes with every change, to the account, to its owner and to the owner’s other accounts', async () => {
    const [first, other] = [await follow(owner), await follow(stranger)]
    shop.provider.standIn.pay(await shop.checkout(owner, evaluation))
    await shop.bringAll()
    expect((await open()).status).toBe(200)
    await statuses(first, 'evaluation created', 'evaluation paid', 'evaluation pre_eval', 'evaluation active')

    const trader = await shop.world.trader(0x51, 0)
    const own = await follow(trader)
    await shop.world.place(trader, { size: '0.60000', orderType: 'MARKET', limitPrice: '60000' })
    await shop.world.setPrice('BTC-PERP', 52_000)
    for (const socket of [first, own]) await statuses(socket, 'evaluation goal_passed')

    const body = {
      funded_register_params: {
        primaryAddr: funded.address,
        accessToken: shop.tokenOf(owner),
        isFunded: true,
        proof: shop.proofOf(funded),
      },
    }
    const claimed = await shop.world.call('POST', '/capital/activateFunded', { key: owner.apiKey, body })
    expect(claimed.status).toBe(200)
    // The evaluation's own socket hears of the funded account as well.
    for (const socket of [first, own])
      await statuses(socket, 'funded pre_funded', 'evaluation funded_claimed', 'funded funded_active')

    // Money given back, heard of while the funded account is in use: its reason is told to all three.
    const third = await follow(await shop.world.trader(0x53, 0))
    const session = shop.provider.books.sessions.at(-1)!.id
    shop.provider.standIn.openDispute(session)
    await shop.bringAll()
    for (const socket of [first, own, third])
      expect(await next(socket)).toMatchObject({
        address: funded.address,
        capital_status: 'funded_active',
        reason: 'DISPUTED',
      })

    // Nothing of it reached another account: the next message that it hears is of its own order.
    const id = await shop.world.place(stranger, { limitPrice: '40000' })
    expect((await other.nextOn('account_private')).data).toMatchObject({ event: 'ORDER', args: { id } })
  })

  it('an account that begins to listen later hears of what changes from then on', async () => {
    const later = [await follow(owner), await follow(await shop.world.trader(0x53, 0))]
    const session = shop.provider.books.sessions.at(-1)!.id
    shop.provider.standIn.closeDispute(session, 'won')
    await shop.bringAll()
    for (const socket of later)
      expect(await next(socket)).toMatchObject({ address: funded.address, is_frozen: false, reason: null })
  })
})
