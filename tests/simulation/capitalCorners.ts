/**
 * Corners and stories of evaluation and funded accounts: terms that the exchange refuses, goals that are reached and stood
 * at, losses of a day, of all days and of one gap, days that begin with a loss, profits that are taken or may not be.
 */
import type { CapitalTerms, Command, ReviewDecision, WithdrawProfit } from '@vest/engine'
import { ratio4, timeMs, usd6, type Address, type Hex, type Id } from '@vest/protocol'
import { type Scene } from './scene.ts'
import type { StoryStep } from './corporateCorners.ts'
import type { Prng } from './prng.ts'
import { createSimScene, SIM_STRANGER } from './simScene.ts'

const DAY_MS = 86_400_000
/** Longer than a market takes to reopen and to warm up, in steps shorter than its price grows old. */
const EVENING_MS = 26_000
const EVENING_STEP_MS = 4_000
const SIZE_DOLLARS = 25_000
/** A loss of 2 % a day, and room enough beyond it. */
const DAY_OF_TWO = { maxDailyLossRatio: ratio4(200), maxDrawdownRatio: ratio4(800) }
const TICK: Command = { kind: 'TickTimer' }

/** The same, signed or priced so much later. */
function postponed(command: Command, byMs: number): Command {
  if (command.kind === 'UpdateIndexPrices')
    return {
      ...command,
      prices: command.prices.map((price) => ({ ...price, sourceTimeMs: timeMs(price.sourceTimeMs + byMs) })),
    }
  if (!('orderTimeMs' in command)) return command
  return { ...command, orderTimeMs: timeMs(command.orderTimeMs + byMs) }
}

export function createCapitalCorners(prng: Prng, scene: Scene): readonly (() => readonly StoryStep[])[] {
  const { open, status, close, allowed, order, priceOf, signed, simAccount, someone, tickAt } =
    createSimScene(prng, scene)
  const evaluated = (change: object = {}): CapitalTerms => ({
    stage: 'EVAL',
    goalRatio: ratio4(prng.pick([10, 100, 800])),
    maxDailyLossRatio: ratio4(prng.pick([30, 400])),
    maxDrawdownRatio: ratio4(prng.pick([60, 800])),
    minTradingDays: prng.pick([0, 0, 0, 2]),
    ...change,
  })
  const funded = (change: object = {}): CapitalTerms => ({
    stage: 'FUNDED',
    maxDailyLossRatio: ratio4(400),
    maxDrawdownRatio: ratio4(800),
    profitSplitRatio: ratio4(prng.pick([9_000, 8_001])),
    minTradingDays: 0,
    firstProfitAfterMs: 0,
    profitEveryMs: DAY_MS,
    ...change,
  })
  const opened = (terms: CapitalTerms) => {
    const account = scene.freshAccount()
    const owner = scene.owner()
    const command = open({
      account,
      ownerId: owner,
      amountUsd6: usd6(SIZE_DOLLARS * 1_000_000),
      capital: terms,
    })
    return { account, owner, command }
  }
  /** A market that trades, at its index. */
  const trading = (marketId: number): readonly Command[] => [
    { kind: 'SetMarketMode', marketId, mode: 'OPEN' },
    ...[1, 1, 1].map(() => priceOf(marketId, 1)),
  ]
  const taken = (account: Address, marketId: number, times: number): Command =>
    order(account, marketId, times * SIZE_DOLLARS, 1.05, { isBuy: true, timeInForce: 'IOC' })
  const closed = (account: Address): Command => ({ kind: 'CloseAllPositions', ...signed(account) })
  const profit = (account: Address, recipient: Address, dollars: number): WithdrawProfit => ({
    kind: 'WithdrawProfit',
    id: scene.freshId(),
    account,
    signer: account,
    nonce: scene.freshNonce(),
    orderTimeMs: timeMs(scene.nowMs()),
    recipient,
    sizeUsd6: usd6(Math.round(dollars * 1_000_000)),
    signature: `0x${'1b'.repeat(65)}` as Hex,
  })
  const decide = (id: Id, decision: ReviewDecision, why = 'looked at'): Command => ({
    kind: 'DecideReview',
    id,
    decision,
    by: 'operator',
    why,
  })
  const fund = (dollars: number, why = 'room for claims'): Command => ({
    kind: 'FundCapitalTreasury',
    amountUsd6: usd6(dollars * 1_000_000),
    by: 'operator',
    why,
  })
  const untilMidnightMs = (): number => DAY_MS - (scene.nowMs() % DAY_MS)
  /** What follows after a pause, signed and priced then; `beforeMs` is how long the story has paused already. */
  const after = (pauseMs: number, steps: readonly Command[], beforeMs = 0): readonly StoryStep[] => [
    { pauseMs },
    ...steps.map((step) => postponed(step, pauseMs + beforeMs)),
  ]

  /** The loss of a day, of all days, and both in one gap; what is left of the orders goes. */
  const lossOf = (terms: CapitalTerms): readonly StoryStep[] => {
    const marketId = allowed()
    const { account, command } = opened(terms)
    return [
      command,
      ...trading(marketId),
      taken(account, marketId, 4),
      order(account, marketId, 100, 0.5, { isBuy: true }),
      priceOf(marketId, prng.pick([0.995, 0.989, 0.97, 0.9])),
      priceOf(marketId, 0.97),
      close(account),
      priceOf(marketId, 1),
    ]
  }

  return [
    // Whatever its trades bring it.
    () => [opened(evaluated()).command],
    () => [opened(funded()).command],
    () => [
      opened(evaluated({ goalRatio: ratio4(prng.pick([0, 10_001])) })).command,
      opened(evaluated({ maxDailyLossRatio: ratio4(prng.pick([0, 10_001])) })).command,
      opened(funded({ profitSplitRatio: prng.pick([0.5, 10_001]) })).command,
      opened(funded({ minTradingDays: -1 })).command,
      open({ capital: evaluated(), amountUsd6: usd6(4_000_000_000_000_001) }),
    ],
    // It stands at its goal, now and then not long enough, now and then with nothing left open.
    () => {
      const marketId = allowed()
      const { account, command } = opened(evaluated({ goalRatio: ratio4(50), minTradingDays: 0 }))
      const waitMs = prng.pick([400, 999, 1_000])
      return [
        command,
        ...trading(marketId),
        taken(account, marketId, 3),
        order(account, marketId, 100, 0.9, { isBuy: true }),
        priceOf(marketId, 1.01),
        ...(prng.chance(0.5) ? [closed(account)] : []),
        ...after(waitMs, [prng.chance(0.5) ? TICK : priceOf(marketId, prng.pick([1.01, 1]))]),
        ...after(
          1_000,
          [
            priceOf(marketId, 1.01),
            TICK,
            status(account, 'ACTIVE'),
            taken(account, marketId, 1),
            priceOf(marketId, 1),
          ],
          waitMs,
        ),
      ]
    },
    () => lossOf(evaluated({ minTradingDays: 0 })),
    () => lossOf(funded()),
    // A loss floats into the next day, and the new limit lies above it: at once, or with the first price that is one.
    () => {
      const [marketId, other] = [allowed(), allowed()]
      const { account, command } = opened(evaluated({ ...DAY_OF_TWO, goalRatio: ratio4(800) }))
      const isHalted = prng.chance(0.3)
      const nightMs = untilMidnightMs()
      // Markets that have warmed up by midnight, and a last price that it still finds good.
      const isAwake = !isHalted && nightMs > EVENING_MS && prng.chance(0.5)
      const eveningMs = isAwake ? nightMs - EVENING_MS : 0
      const evening = [
        ...after(eveningMs, [...trading(other), ...trading(marketId)]),
        ...[1, 2, 3, 4, 5, 6].flatMap((n) =>
          after(
            EVENING_STEP_MS,
            [priceOf(other, 1), priceOf(marketId, 0.993)],
            eveningMs + (n - 1) * EVENING_STEP_MS,
          ),
        ),
      ]
      const sleptMs = isAwake ? eveningMs + 6 * EVENING_STEP_MS : 0
      return [
        command,
        ...trading(marketId),
        // What was won today is in the balance of tomorrow.
        taken(account, marketId, 4),
        priceOf(marketId, 1.006),
        closed(account),
        priceOf(marketId, 1),
        taken(account, marketId, 4),
        ...(prng.chance(0.5) ? [taken(account, other, 0.2)] : []),
        priceOf(marketId, 0.993),
        ...(isHalted ? [{ kind: 'SetMarketMode', marketId, mode: 'HALT' } as const] : []),
        ...(isAwake ? evening : []),
        ...after(
          nightMs - sleptMs,
          [
            ...(prng.chance(0.6) ? [priceOf(other, 1), priceOf(marketId, 0.993)] : []),
            TICK,
            priceOf(other, 1),
            ...trading(marketId),
            priceOf(marketId, 0.995),
          ],
          sleptMs,
        ),
        ...after(11_000, [priceOf(marketId, 0.995), TICK], nightMs),
      ]
    },
    // Frozen by the operator with a position open: it is not judged before it is let go.
    () => {
      const marketId = allowed()
      const { account, command } = opened(evaluated())
      return [
        command,
        ...trading(marketId),
        taken(account, marketId, 4),
        status(account, 'FROZEN'),
        priceOf(marketId, 0.95),
        status(account, 'ACTIVE'),
        priceOf(marketId, 0.95),
        priceOf(marketId, 1),
      ]
    },
    // Profit: too early, while something is held, more than there is, once, and again too soon.
    () => {
      const marketId = allowed()
      const isLate = prng.chance(0.3)
      const nightMs = untilMidnightMs()
      const { account, owner, command } = opened(
        funded(isLate ? { firstProfitAfterMs: DAY_MS, minTradingDays: 2 } : {}),
      )
      const first = profit(account, owner, 120)
      // Looked at first: held, and released or rejected.
      const looked: WithdrawProfit = {
        ...(scene.isReviewed ? profit(account, owner, 1.000001) : first),
        signals: ['BRIEF_TRADES'],
      }
      const reviewed: readonly Command[] = [
        looked,
        looked,
        { kind: 'CloseFunded', account, by: 'OWNER' },
        ...[decide(first.id, 'HOLD'), decide(looked.id, 'HOLD', ' '), decide(looked.id, 'HOLD')],
        ...[decide(looked.id, isLate ? 'REJECT' : 'RELEASE'), decide(looked.id, 'RELEASE')],
        ...[fund(0), fund(0.000001), fund(1_000_000_000)],
      ]
      return [
        command,
        ...trading(marketId),
        taken(account, marketId, 4),
        priceOf(marketId, 1.02),
        profit(account, owner, 10),
        closed(account),
        order(account, marketId, 100, 0.9, { isBuy: true }),
        profit(account, owner, 1_000_000),
        profit(account, someone(), 10),
        profit(account, owner, 0.5),
        first,
        first,
        profit(account, owner, 1.000001),
        ...after(nightMs, [...trading(marketId), TICK]),
        ...after(11_000, [taken(account, marketId, 1), priceOf(marketId, 1.01), closed(account)], nightMs),
        ...after(
          DAY_MS,
          [
            ...(scene.isReviewed ? reviewed : [profit(account, owner, 1.000001)]),
            priceOf(marketId, 1),
            status(account, 'FROZEN'),
            profit(account, owner, 1),
          ],
          nightMs + 11_000,
        ),
      ]
    },
    () => [
      profit(SIM_STRANGER, scene.owner(), 10),
      profit(scene.owner(), scene.owner(), 10),
      profit(simAccount(), scene.owner(), 10),
    ],
    // Above its goal on a day too early, and at a limit price that fills while it is looked at.
    () => {
      const marketId = allowed()
      const { account, command } = opened(evaluated({ goalRatio: ratio4(10), minTradingDays: 2 }))
      const nightMs = untilMidnightMs()
      return [
        command,
        ...trading(marketId),
        taken(account, marketId, 3),
        order(account, marketId, 3 * SIZE_DOLLARS, 1.01, {
          isBuy: false,
          orderType: 'TAKE_PROFIT',
          reduceOnly: true,
          limitPrice: tickAt(marketId, 1.01),
        }),
        priceOf(marketId, 1.012),
        ...after(nightMs, [...trading(marketId), TICK, taken(account, marketId, 0.1)]),
        ...after(1_500, [TICK, priceOf(marketId, 1)], nightMs),
      ]
    },
  ]
}
