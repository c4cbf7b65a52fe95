/** Calls that parts outside the engine answer: what they are asked, what becomes of their word, and what if they lack. */
import { REFUSAL, CALL_LIST } from '@vest/protocol'
import type { OutsidePorts } from '@vest/runtime'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestWorld, type TestWorld, type Trader } from '../testing/testWorld.ts'

const ID = `0x${'ab'.repeat(32)}` as const
const HASH = '5h3'.repeat(29)
const PLAN = {
  name: 'Gold',
  priceId: 'plan_gold_10k',
  unitAmount: 11_000,
  metadata: { account_size: '10000' },
}

/** What each part was asked, in order. */
const asked: unknown[][] = []
const note =
  <Answer>(name: string, answer: Answer) =>
  async (...input: unknown[]): Promise<Answer> => {
    asked.push([name, ...input])
    return answer
  }
const OUTSIDE: OutsidePorts = {
  capital: {
    plans: note('plans', { rulebook: 'vest-capital-1', products: [{ ...PLAN, currency: 'usd' }] }),
    status: note('status', {
      '0xab': { capital_status: 'not_eligible' as const, active_capital_plan: null },
    }),
    checkout: note('checkout', { url: 'https://pay.test/1', session_id: 'cs_1', expires_time: 1 }),
    register: note('register', {
      address: '0xab', is_funded: false, capital_status: 'active' as const, collateral: '10000.000000',
      active_capital_plan: PLAN, time: 1,
    }), // prettier-ignore
    practice: note('practice', {
      address: '0xab', is_funded: false, capital_status: 'active' as const, collateral: '10000.000000',
      active_capital_plan: null, time: 1,
    }), // prettier-ignore
    verdict: note('verdict', { certificate: '{}', signer: '0xab' }),
    payment: note('payment', { address: '0xab', began_time: 1, finished_time: 2, paid_time: null }),
    activateFunded: note('activate', {
      claim: { id: ID, eval_address: '0xab', funded_address: '0xcd', status: 'pending' as const, time: 1 },
    }),
  },
  onRamp: { url: note('url', { url: 'https://buy.test', expires_time: 2 }) },
  solana: {
    depositAddress: '2'.repeat(44),
    claim: note('claim', { refused: 1143, message: 'no memo' } as const),
  },
  social: {
    username: (account) => {
      asked.push(['username', account])
      return 'trader'
    },
    beginLink: note('beginLink', { url: 'https://social.test/leave', expires_time: 3 }),
    completeLink: note('completeLink', { username: 'trader' }),
    unlink: note('unlink', { username: null }),
    send: note('send', { id: '17', url: 'https://social.test/17' }),
  },
}
const REGISTER = { primaryAddr: '0xab', accessToken: 'token', isFunded: true }
const BODIES: Readonly<Record<string, object>> = {
  capitalCheckout: { address: '0xab', priceId: 'plan_gold_10k', email: 'a@b.test' },
  capitalPractice: { address: '0xab', priceId: 'plan_gold_10k' },
  capitalRegister: REGISTER,
  capitalActivate: { funded_register_params: REGISTER },
  depositSolana: { transactionHash: HASH },
  completeSocialLink: { code: 'c', state: 's' },
  sendPost: { text: 'up', image: 'data:image/png;base64,AA' },
}
const CALLS_OUTSIDE = CALL_LIST.filter(({ outside }) => outside !== undefined)

describe.each([
  ['there', OUTSIDE],
  ['absent', {}],
] as const)('parts that are %s', (_which, outside) => {
  let world: TestWorld
  let trader: Trader
  beforeAll(async () => {
    world = await startTestWorld({ outside })
    trader = await world.trader(0x31, 1_000)
  })
  afterAll(() => world.stop())
  const send = async (name: string, body: object | undefined = BODIES[name]) => {
    const { method, path } = CALLS_OUTSIDE.find((call) => call.name === name)!
    return world.call(method, path, { key: trader.apiKey, ...(body === undefined ? {} : { body }) })
  }

  it.each(CALLS_OUTSIDE.map((call) => [call.name, call] as const))('%s', async (name, call) => {
    asked.length = 0
    const { status, body } = await send(name)
    const { outside: part } = call
    if (part === undefined || !(part in outside)) {
      expect([status, body.code, body.detail.code]).toEqual([503, 0, 0])
      expect(asked).toEqual([])
    } else {
      expect(asked).toHaveLength(1)
      const [, ...input] = asked[0]!
      if (call.auth === 'key') expect(input[0]).toBe(trader.primary.address)
      if (name === 'depositSolana') expect([status, body.code, body.msg]).toEqual([400, 1143, 'no memo'])
      else {
        expect(status).toBe(200)
        expect(call.answer.safeParse(body).error).toBeUndefined()
      }
    }
  })

  it.each(Object.keys(BODIES))('%s judges its body first: 422 with the field', async (name) => {
    asked.length = 0
    const { status, body } = await send(name, {})
    expect([status, body.code]).toEqual([422, 1130])
    expect(body.msg).toMatch(/^Field required: /)
    expect(asked).toEqual([])
  })

  it('a hash that is none, too many addresses, a word for a truth', async () => {
    expect((await send('depositSolana', { transactionHash: '0OIl' })).status).toBe(422)
    const many = `address=${'0xab,'.repeat(51)}0xab`
    const get = (query: string) => world.call('GET', `/capital/status?${query}`, { key: trader.apiKey })
    expect((await get(many)).body.code).toBe(REFUSAL.INVALID_PARAMETER)
    expect((await get('get_network_type=yes')).status).toBe(422)
  })
})

describe('parts that are there', () => {
  let world: TestWorld
  let trader: Trader
  beforeAll(async () => {
    world = await startTestWorld({ outside: OUTSIDE })
    trader = await world.trader(0x31, 1_000)
  })
  afterAll(() => world.stop())

  it('are told the addresses that are asked for, that of the key without any', async () => {
    asked.length = 0
    await world.call('GET', '/capital/status', { key: trader.apiKey })
    await world.call('GET', '/capital/status?address=0xab,0xcd&get_network_type=true', { key: trader.apiKey })
    expect(asked.map(([, , query]) => query)).toEqual([
      { addresses: [trader.primary.address], withNetworkType: false },
      { addresses: ['0xab', '0xcd'], withNetworkType: true },
    ])
  })

  it('[6.8] [7.11] the linked name stands in the account, and that it may post in the referrals; linking needs a deposit', async () => {
    const account = await world.call('GET', '/account', { key: trader.apiKey })
    expect(account.body.twitterUsername).toBe('trader')
    const referrals = await world.call('GET', '/referrals', { key: trader.apiKey })
    expect(referrals.body.has_twitter_access).toBe(true)
    const poor = await world.trader(0x61, 0)
    asked.length = 0
    const refused = await world.call('POST', '/account/twitter/link', { key: poor.apiKey })
    expect([refused.status, refused.body.code, refused.body.msg]).toEqual([400, 1130, 'Deposit first'])
    expect(asked).toEqual([])
  })

  it('a picture may be larger than any other body, and not larger than it may', async () => {
    const post = (bytes: number) =>
      world.call('POST', '/account/twitter/send', {
        key: trader.apiKey,
        body: { text: 'up', image: 'A'.repeat(bytes) },
      })
    expect((await post(5_500_000)).status).toBe(200)
    expect((await post(5_700_000)).status).toBe(422)
    expect((await post(6_400_000)).status).toBe(413)
    const elsewhere = { key: trader.apiKey, body: { ...REGISTER, accessToken: 'A'.repeat(20_000) } }
    expect((await world.call('POST', '/register/capital', elsewhere)).status).toBe(413)
  })

  it('[6.5] buying USDC and Solana are not for capital accounts: 1149, and no provider is asked', async () => {
    const sim = await world.trader(0x41, 0)
    await world.submit({
      kind: 'OpenSimAccount',
      account: sim.primary.address,
      ownerId: trader.primary.address,
      amountUsd6: 10_000_000_000 as never,
    })
    asked.length = 0
    for (const [method, path, body] of [
      ['GET', '/onramper/url', undefined],
      ['POST', '/transfer/deposit/solana', { transactionHash: HASH }],
    ] as const) {
      const answer = await world.call(method, path, {
        key: sim.apiKey,
        ...(body === undefined ? {} : { body }),
      })
      expect([answer.status, answer.body.code]).toEqual([400, 1149])
    }
    expect(asked).toEqual([])
  })
})
