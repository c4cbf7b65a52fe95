/**
 * A twin with one rule a little wrong lives beside the engine until the comparison notices: to it a wrong rule of the
 * twin and one of the engine are the same. What passes here would pass in the product.
 */
import { isDeepStrictEqual } from 'node:util'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { apply, createExchange, type CreditDust } from '@vest/engine'
import { timeMs, usd6, type Address, type Hex, type Id } from '@vest/protocol'
import { AAPL, createWorld, type World } from '../../../core/engine/src/testing/world.ts'
import { simulate } from '../simulate.ts'
import { floorDiv } from './arithmetic.ts'
import { engineDigest } from './engineDigest.ts'
import { createTwin } from './twin.ts'
import { equityOf } from './values.ts'

/** Those of the twin's modules in which a rule is planted. */
interface Modules {
  readonly band: typeof import('./band.ts')
  readonly 'sim/capital': typeof import('./sim/capital.ts')
  readonly deleverage: typeof import('./deleverage.ts')
  readonly guardrails: typeof import('./guardrails.ts')
  readonly ledger: typeof import('./ledger.ts')
  readonly legs: typeof import('./legs.ts')
  readonly margin: typeof import('./margin.ts')
  readonly rewards: typeof import('./rewards.ts')
  readonly sweep: typeof import('./sweep.ts')
  readonly 'vault/addressBook': typeof import('./vault/addressBook.ts')
  readonly 'vault/outflow': typeof import('./vault/outflow.ts')
  readonly 'vault/waitingDust': typeof import('./vault/waitingDust.ts')
}

interface PlantedRule {
  readonly path: string
  readonly plant: (real: never) => object
}

/** Some functions of a module as other modules find them, in place of the real ones. */
const planted = <Path extends keyof Modules>(
  path: Path,
  plant: (real: Modules[Path]) => Partial<Modules[Path]>,
): PlantedRule => ({ path, plant })

/** So many commands suffice to notice each, in the life of this seed or of the one that stands with the rule. */
const OPS = 4_000
const SEED = 10

/** Each with what the two must differ in. */
const RULES: readonly (readonly [
  name: string,
  finding: RegExp,
  rule: PlantedRule,
  seed?: number | undefined,
])[] = [
  [
    'the daily stop of a person refuses nothing',
    /./,
    planted('guardrails', (real) => ({
      guardrailRefusal: (world, accountId, market, after) =>
        world.accounts[accountId]!.guardrails?.isStopped === true
          ? undefined
          : real.guardrailRefusal(world, accountId, market, after),
    })),
  ],
  [
    'no day begins for guardrails',
    /guardrails/,
    planted('guardrails', () => ({ beginGuardedDays: () => undefined })),
  ],
  [
    'the shares of insurance and treasury in a fee are swapped',
    /money (INSURANCE|TREASURY)/,
    planted('rewards', (real) => ({
      distributeFee(world, market, net, accountId) {
        const { INSURANCE, TREASURY } = world.money
        real.distributeFee(world, market, net, accountId)
        const [insurance, treasury] = [world.money.INSURANCE - INSURANCE, world.money.TREASURY - TREASURY]
        world.money.INSURANCE = INSURANCE + treasury
        world.money.TREASURY = TREASURY + insurance
      },
    })),
  ],
  [
    'the fee of a maker is rounded down',
    /fees .* fee=/,
    planted('ledger', () => ({
      makerFee: (world, value, { spec }) =>
        floorDiv(
          value * floorDiv(BigInt(spec.takerFeeRate) * BigInt(world.parameters.makerFeePercent), 100n),
          100_000n,
        ),
    })),
  ],
  [
    'the fee of a taker is rounded down',
    /fees .* fee=/,
    planted('ledger', () => ({
      takerFee: (value, { spec }) => floorDiv(value * BigInt(spec.takerFeeRate), 100_000n),
    })),
  ],
  [
    'who was referred pays the whole fee',
    /fees .* fee=/,
    planted('rewards', () => ({ charged: (_world, _accountId, fee) => fee })),
    2,
  ],
  [
    'the margin of resting orders is missing',
    /verdict|order/,
    planted('margin', (real) => ({
      isAffordable: (input) => real.isAffordable({ ...input, after: { ...input.after, orders: [] } }),
    })),
    2,
  ],
  [
    'accounts are liquidated at twice their maintenance margin',
    /fees|fills/,
    planted('margin', (real) => ({
      crossStatus(world, account) {
        const status = real.crossStatus(world, account)
        return { ...status, maintMargin: 2n * status.maintMargin }
      },
    })),
    1,
  ],
  [
    'funding is rounded in favour of the payer',
    /position .*settledFunding|account/,
    planted('margin', () => ({
      fundingOwed: (market, { isLong, size, entryFunding }) =>
        floorDiv(
          (isLong ? size : -size) * (market.cumFunding - entryFunding),
          10n ** BigInt(market.spec.sizeDecimals + 6),
        ),
    })),
    3,
  ],
  [
    'the fill of a maker tells no result',
    /fills .* maker .*pnl/,
    planted('ledger', (real) => ({
      fillUser(world, account, market, fill) {
        const outcome = real.fillUser(world, account, market, fill)
        const { fills, fees } = account.booked!
        if (fill.isMaker === true)
          account.booked = { fills: [...fills.slice(0, -1), { ...fills.at(-1)!, pnl: 0n }], fees }
        return outcome
      },
    })),
    2,
  ],
  [
    'the margin of what is opened in an isolated market is rounded down',
    /account|position/,
    planted('ledger', (real) => ({
      charge(account, market, fee, opened) {
        real.charge(account, market, fee, opened)
        const position = account.positions.get(market.id)
        if (!market.spec.isolated || position === undefined) return
        if ((opened.value * opened.ratio) % 10_000n === 0n) return
        position.isolatedMargin -= 1n
        account.collateral += 1n
      },
    })),
  ],
  [
    'a cost that is released in part is rounded the other way',
    /account|position|fills/,
    planted('ledger', (real) => ({
      fillUser(world, account, market, fill) {
        const before = account.positions.get(market.id)
        const outcome = real.fillUser(world, account, market, fill)
        const after = account.positions.get(market.id)
        const isPart = outcome.isDecrease && !outcome.isEnd && before !== undefined && after !== undefined
        if (!isPart || market.spec.isolated || (before.cost * fill.size) % before.size === 0n) return outcome
        const by = before.isLong ? 1n : -1n
        after.cost += by
        account.collateral += 1n
        return outcome
      },
    })),
  ],
  [
    'a resting order may grow beyond the cap on open interest',
    /order|fills|verdict/,
    planted('sweep', () => ({ fitsOpenInterest: () => true })),
    1,
  ],
  [
    'nothing is too far from the mark',
    /order|fills|verdict/,
    planted('band', () => ({ isTooDear: () => false })),
    3,
  ],
  [
    'legs do not grow with their parent',
    /fees|fills/,
    planted('legs', (real) => ({
      fillLegs(world, parent, lots) {
        if (parent.filled === lots) real.fillLegs(world, parent, lots)
      },
    })),
    5,
  ],
  [
    'one leg leaves the other one its whole size',
    /order .*type=(TAKE_PROFIT|STOP_LOSS)|fills/,
    planted('legs', () => ({ shrinkSibling: () => undefined })),
    13,
  ],
  [
    'one lot in a market that takes no orders shields its holder',
    /fees|fills/,
    planted('deleverage', (real) => ({
      isUntrusted: (world, market) => market.operatorMode !== undefined || real.isUntrusted(world, market),
    })),
    3,
  ],
  [
    'the least of profits is deleveraged first',
    /fills|position/,
    planted('deleverage', (real) => ({
      ranked: (world, marketIds, of) => real.ranked(world, marketIds, of).toReversed(),
    })),
    2,
  ],
  [
    'a goal counts at its first print',
    /capital .*status=goal_passed|account|fills|fees|verdict/,
    planted('sim/capital', (real) => ({
      judgeAll(sim, isConcerned) {
        for (const { capital } of sim.accounts)
          if (capital?.status === 'active') capital.passingMs ??= sim.nowMs - 1_000
        const hasEnded = real.judgeAll(sim, isConcerned)
        for (const { capital } of sim.accounts)
          if (capital?.passingMs === sim.nowMs - 1_000) capital.passingMs = undefined
        return hasEnded
      },
    })),
    2,
  ],
  [
    'a day begins with equity, not with the balance',
    /capital .*dayBalance=/,
    planted('sim/capital', (real) => ({
      beginDays(world) {
        const days = new Map(world.sim!.accounts.map(({ id, capital }) => [id, capital?.day]))
        real.beginDays(world)
        for (const account of world.sim!.accounts) {
          const { capital } = account
          if (capital === undefined || days.get(account.id) === capital.day) continue
          const change = equityOf(world.sim!, account) - capital.dayBalance
          capital.dayBalance += change
          capital.dailyLimit += change
        }
      },
    })),
    7,
  ],
  [
    'a payout counts as a loss of the day',
    /capital .*dayBalance=/,
    planted('sim/capital', (real) => ({
      withdrawProfit(world, command) {
        const account = world.sim!.accounts.find(({ address }) => address === command.account)
        const before = account?.capital && { ...account.capital }
        const result = real.withdrawProfit(world, command)
        if (before !== undefined)
          Object.assign(account!.capital!, { dayBalance: before.dayBalance, dailyLimit: before.dailyLimit })
        return result
      },
    })),
    1,
  ],
]

/** Seldom met by chance: each is found in `lifeOfTheVault`. */
const VAULT_RULES: readonly (readonly [name: string, rule: PlantedRule])[] = [
  [
    'an owner takes a whole hour while others wait',
    planted('vault/outflow', (real) => ({
      hoursOf(world, input) {
        const parameters = { ...world.parameters, ownerHourPercent: 100 }
        return real.hoursOf({ ...world, parameters }, input)
      },
    })),
  ],
  ['small sums have no lane of their own', planted('vault/outflow', () => ({ fitsLane: () => false }))],
  ['a rush of releases queues nothing', planted('vault/outflow', () => ({ isQueued: () => false }))],
  ['a list of addresses refuses none', planted('vault/addressBook', () => ({ barredBy: () => undefined }))],
  [
    'dust that is told again counts again',
    planted('vault/waitingDust', (real) => ({
      creditDust(world, command) {
        world.registry.dust.marks.delete(command.chainId)
        return real.creditDust(world, command)
      },
    })),
  ],
]

/** Two owners ask within an hour, one of them a small sum too, a third in the midst of a rush; dust is told twice. */
function lifeOfTheVault(): World['log'] {
  const world = createWorld({ markets: [AAPL], audit: false })
  const [first, second, third] = [1, 2, 3].map(() => world.trader(2_000_000).address)
  world.run({ kind: 'ChangeParameters', exchange: { quickWithdrawalUsd6: usd6(1_000_000_000_000) } })
  world.run({ kind: 'TickTimer' }, 3_600_000)
  let nonce = 2 ** 50
  const hex = (digits: number): Hex => `0x${(nonce += 1).toString(16).padStart(digits, '0')}`
  const token = hex(40) as Address
  const asks = (account: Address, dollars: number): void =>
    void world.run({
      kind: 'RequestWithdrawal',
      id: hex(64) as Id,
      account,
      signer: account,
      recipient: account,
      nonce: (nonce += 1),
      orderTimeMs: timeMs(world.now()),
      recvWindowMs: 5_000,
      token,
      isTrustedRecipient: true,
      sizeUsd6: usd6(dollars * 1_000_000),
      chainId: 42_161,
      execute: false,
      networkFeeUsd6: usd6(0),
      requestArgs: '0x',
      signature: '0x',
      signatureProof: '0x',
    })
  asks(first!, 200_000)
  asks(second!, 800_000)
  asks(second!, 900)
  asks(third!, 2_000)
  world.run({
    kind: 'ChangeAddressBook',
    account: third!,
    signer: third!,
    nonce: (nonce += 1),
    recvWindowMs: 5_000,
    orderTimeMs: timeMs(world.now()),
    change: { kind: 'LOCK', durationMs: 3_600_000 },
  })
  asks(third!, 2_000)
  const dust: CreditDust = {
    kind: 'CreditDust',
    id: hex(64) as Id,
    chainId: 42_161,
    blockNumber: 7,
    logIndex: 1,
    token,
    txHash: hex(64),
    blockHash: hex(64),
    account: first!,
    amountUsd6: usd6(400_000),
  }
  world.run(dust)
  world.run(dust)
  return world.log
}

/** Where the twin first says something else than the engine. */
function firstDifference(log: World['log'], twin: ReturnType<typeof createTwin>): string | undefined {
  const state = createExchange()
  for (const sequenced of log) {
    const { answer } = apply(state, sequenced)
    const isSame = isDeepStrictEqual(answer, twin.apply(sequenced).answer)
    if (!isSame || engineDigest(state) !== twin.digest()) return sequenced.command.kind
  }
  return undefined
}

/** The twin as it is with the rule planted in it. */
async function twinWith({ path, plant }: PlantedRule): Promise<typeof createTwin> {
  vi.resetModules()
  vi.doMock(`./${path}.ts`, async (importReal) => {
    const real = await importReal<object>()
    return { ...real, ...plant(real as never) }
  })
  const found = (await import('./twin.ts')).createTwin
  vi.doUnmock(`./${path}.ts`)
  return found
}

describe('the twin', () => {
  afterEach(() => vi.resetModules())

  it.each(RULES.map(([name, finding, rule, seed = SEED]) => [name, finding, rule, seed] as const))(
    'is found out when in it %s',
    async (_, finding, rule, seed) => {
      const twin = await twinWith(rule)
      const { violations } = simulate({ seed, ops: OPS, twin })
      expect(violations[0]).toMatch(/^the twin differs at seq \d+/)
      expect(violations[0]).toMatch(finding)
    },
  )

  it.each(VAULT_RULES)('of the vault is found out when in it %s', async (_, rule) => {
    const log = lifeOfTheVault()
    expect(firstDifference(log, createTwin())).toBeUndefined()
    expect(firstDifference(log, (await twinWith(rule))())).toMatch(/^(RequestWithdrawal|CreditDust)$/)
  })
})
