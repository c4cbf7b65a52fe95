/** What is asked of the exchange and of the frame on the way from a plan to the profit, and for which wallet. */
import { REFUSAL } from '@vest/protocol'
import type { CapitalEntry, CapitalPlace, CapitalStage } from '@vest/protocol'
import { ApiError } from '@vest/sdk'
import { describe, expect, it } from 'vitest'
import { createCapitalSessions, SignInFirstError, type Person } from './capitalSessions.ts'
import type { KeptEmbedded } from './embeddedSessions.ts'

const PRIMARY: KeptEmbedded = {
  account: `0x${'11'.repeat(20)}`,
  signerAddress: `0x${'12'.repeat(20)}`,
  apiKey: 'primary-key',
  accountGroup: 0,
  expiryTimeMs: 1,
  email: 'mira@mail.example',
}
const addressOf = ({ stage, index }: CapitalPlace): `0x${string}` =>
  `0x${(stage === 'evaluation' ? 'e' : 'f').repeat(38)}${String(index).padStart(2, '0')}`
const evaluation = (index: number) => addressOf({ stage: 'evaluation', index })
const funded = (index: number) => addressOf({ stage: 'funded', index })
const TOKEN = 'exchange-token'

type Statuses = Readonly<Record<string, CapitalEntry['capital_status']>>

/** `used`: wallets that the exchange has seen in another use. */
function createWorld(statuses: Statuses = {}, used: readonly string[] = []) {
  const calls: (readonly [string, unknown])[] = []
  const kept = new Map<string, KeptEmbedded>([[PRIMARY.account, PRIMARY]])
  const inUse: string[] = []
  let isSignedIn = true
  const entries = Object.fromEntries(
    Object.entries(statuses).map(([account, capital_status]) => [
      account,
      { capital_status, is_funded: account.startsWith('0xf') },
    ]),
  )
  const proven = (place: CapitalPlace) => ({
    account: addressOf(place),
    accessToken: TOKEN,
    proof: { signingAddr: '0x', expiryTime: 1, signature: '0x' },
  })
  const client = (asker: string) => ({
    capitalStatus: async () => entries,
    capitalCheckout: async (wish: { readonly address: string }) => {
      calls.push([`${asker} checkout`, wish])
      if (used.includes(wish.address)) throw new ApiError(REFUSAL.ACTION_NOT_AVAILABLE, { httpStatus: 400 })
      return { url: 'https://pay.example', session_id: 'cs_1', expires_time: 1 }
    },
    capitalRegister: async (given: unknown) => void calls.push([`${asker} register`, given]),
    capitalActivate: async (given: { funded_register_params: { readonly primaryAddr: string } }) => {
      calls.push([`${asker} activate`, given])
      const { primaryAddr } = given.funded_register_params
      if (used.includes(primaryAddr)) throw new ApiError(REFUSAL.ACTION_NOT_AVAILABLE, { httpStatus: 400 })
      return { claim: { funded_address: primaryAddr, status: 'done' } }
    },
    withdrawProfitsSignedBy: async (size: number, sign: (nonce: number) => Promise<object>) => {
      calls.push([`${asker} withdraw ${size}`, await sign(7)])
      return { id: '0xid' }
    },
  })
  const person: Person = {
    primary: PRIMARY,
    isPersistent: true,
    sessions: {
      open: async (account: string) => kept.get(account),
      async *places(stage: CapitalStage) {
        for (let index = 0; index < 100; index += 1)
          yield { place: { stage, index }, account: addressOf({ stage, index }) }
      },
      prove: async (place: CapitalPlace) => proven(place),
      async registerPlace(place: CapitalPlace, _isPersistent: boolean, before?: (given: object) => unknown) {
        await before?.(proven(place))
        calls.push(['register', addressOf(place)])
        return { ...PRIMARY, account: addressOf(place), place }
      },
      signProfit: async (asked: object) => ({ ...asked, signature: '0x77' }),
    } as never,
  }
  const capital = createCapitalSessions({
    person: async () => (isSignedIn ? person : undefined),
    clientOf: ({ account }) => client(account === PRIMARY.account ? 'primary' : 'other') as never,
    current: () => ({ client: client('current') as never, account: inUse.at(-1) }),
    use: async (session) => {
      kept.set(session.account, session)
      inUse.push(session.account)
    },
  })
  return {
    capital,
    calls,
    inUse,
    signOut: () => {
      isSignedIn = false
    },
  }
}
const asked = ({ calls }: ReturnType<typeof createWorld>) => calls.map(([what]) => what)

describe('a plan', () => {
  it('[7.7] is bought for the next free wallet, with its proof, the token and the e-mail of the sign-in', async () => {
    const world = createWorld({ [evaluation(0)]: 'goal_failed_hidden', [funded(0)]: 'claimed' })
    expect(await world.capital.checkout('price_gold')).toEqual({
      url: 'https://pay.example',
      sessionId: 'cs_1',
      account: evaluation(1),
    })
    expect(world.calls).toEqual([
      [
        'primary checkout',
        {
          address: evaluation(1),
          priceId: 'price_gold',
          email: PRIMARY.email,
          accessToken: TOKEN,
          proof: { signingAddr: '0x', expiryTime: 1, signature: '0x' },
        },
      ],
    ])
  })

  it('whose payment is under way is asked for with the same wallet; one that was used before is passed over', async () => {
    const waiting = createWorld({ [evaluation(0)]: 'claimed', [evaluation(3)]: 'created' })
    expect(await waiting.capital.checkout('p')).toMatchObject({ account: evaluation(3) })
    const used = createWorld({}, [evaluation(0), evaluation(1)])
    expect(await used.capital.checkout('p')).toMatchObject({ account: evaluation(2) })
    const always = createWorld(
      {},
      Array.from({ length: 99 }, (_, index) => evaluation(index)),
    )
    await expect(always.capital.checkout('p')).rejects.toMatchObject({ code: REFUSAL.ACTION_NOT_AVAILABLE })
    expect(always.calls).toHaveLength(20)
  })

  it('[4.16] [7.3] is opened as its owner, then registered, and in use', async () => {
    const world = createWorld({ [evaluation(2)]: 'pre_eval' })
    await world.capital.open(evaluation(2))
    const given = { primaryAddr: evaluation(2), accessToken: TOKEN, isFunded: false }
    expect(world.calls).toEqual([
      ['primary register', given],
      ['register', evaluation(2)],
    ])
    expect(world.inUse).toEqual([evaluation(2)])
    await expect(world.capital.open(evaluation(9))).rejects.toThrow('not of this wallet')
  })
})

describe('a claim', () => {
  it('[4.14] [7.4] takes the next free funded wallet with its proof, or the one that waits', async () => {
    const world = createWorld({ [evaluation(0)]: 'goal_passed', [funded(0)]: 'claimed' })
    expect(await world.capital.claim(evaluation(0))).toEqual({ funded_address: funded(1), status: 'done' })
    expect(world.calls[0]![1]).toMatchObject({
      funded_register_params: { primaryAddr: funded(1), accessToken: TOKEN, isFunded: true },
      eval_address: evaluation(0),
    })
    const waiting = createWorld({ [evaluation(0)]: 'goal_passed', [funded(4)]: 'pre_funded' })
    expect(await waiting.capital.claim(evaluation(0))).toMatchObject({ funded_address: funded(4) })
  })
})

describe('an account', () => {
  it.each([
    ['active', ['register'], true],
    ['funded_active', ['register'], true],
    ['goal_failed_max_drawdown', ['register'], true],
    ['pre_eval', ['primary register', 'register'], true],
    ['pre_funded', [], false],
  ] as const)('that is %s is used with %j', async (status, calls, isUsed) => {
    const account = status.includes('funded') ? funded(1) : evaluation(1)
    const world = createWorld({ [account]: status })
    expect(await world.capital.activate(account)).toBe(isUsed)
    expect(asked(world)).toEqual(calls)
    // The second time its session is kept.
    expect(await world.capital.activate(account)).toBe(isUsed)
    expect(asked(world)).toEqual(calls)
  })

  it('of another user is not used, and nothing is proven for it', async () => {
    const world = createWorld({ [evaluation(0)]: 'active' })
    expect(await world.capital.activate(`0x${'99'.repeat(20)}`)).toBe(false)
    expect(world.calls).toEqual([])
  })

  it('[7.23] pays its profit by the frame’s signature, where it is funded and in use', async () => {
    const world = createWorld({ [funded(3)]: 'funded_active', [evaluation(0)]: 'active' })
    await world.capital.activate(evaluation(0))
    await expect(world.capital.withdrawProfit(5_000_000)).rejects.toThrow('not funded')
    await world.capital.activate(funded(3))
    expect(await world.capital.withdrawProfit(5_000_000)).toEqual({ id: '0xid' })
    expect(world.calls.at(-1)).toEqual([
      'current withdraw 5000000',
      { index: 3, nonce: 7, size: 5_000_000, signature: '0x77' },
    ])
  })
})

it('[5.13] [6.7] a person who has not signed in with e-mail or Google buys, claims and opens nothing', async () => {
  const world = createWorld({ [evaluation(0)]: 'pre_eval' })
  world.signOut()
  const { capital } = world
  expect(await capital.wallets()).toEqual([])
  expect(await capital.activate(evaluation(0))).toBe(false)
  for (const attempt of [
    () => capital.checkout('p'),
    () => capital.open(evaluation(0)),
    () => capital.claim(evaluation(0)),
    () => capital.withdrawProfit(1),
  ])
    await expect(attempt()).rejects.toBeInstanceOf(SignInFirstError)
  expect(world.calls).toEqual([])
})
