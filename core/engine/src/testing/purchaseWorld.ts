/**
 * The capital programme from the checkout on, in a small exchange: each step is a command, each status a path to it.
 */
import { ratio4, usd6, type Id } from '@vest/protocol'
import { type Applied } from '../apply.ts'
import { type CapitalAccountView, type CapitalPlan, type PaymentFact } from '../api/capital.ts'
import { type Command } from '../api/commands.ts'
import { query } from '../queries/query.ts'
import { type CapitalWorld, setEquity } from './capitalWorld.ts'
import { createSim, INDEX, USDC } from './simWorld.ts'
import { AAPL, type Trader, traderAddress, type World } from './world.ts'

/** W15's plan, without waiting times. */
export const PLAN: CapitalPlan = {
  name: 'Test',
  priceId: 'price_test',
  priceCents: 11_000,
  currency: 'usd',
  sizeUsd6: usd6(100_000 * USDC),
  goalRatio: ratio4(800),
  maxDailyLossRatio: ratio4(400),
  maxDrawdownRatio: ratio4(800),
  profitSplitRatio: ratio4(9_000),
  minTradingDays: 0,
  minFundedDays: 0,
  reviewMs: 0,
  firstProfitAfterMs: 0,
  profitEveryMs: 0,
}

export interface PurchaseWorld {
  readonly world: World
  readonly owner: Trader
  readonly id: Id
  readonly evaluation: Trader
  readonly funded: Trader
  readonly plan: CapitalPlan
}

/** No purchase yet; CAPITAL_TREASURY holds 100 000. */
export function createPurchaseWorld(change: Partial<CapitalPlan> = {}): PurchaseWorld {
  const { world, owner } = createSim()
  world.run({ kind: 'SeedSystemAccount', account: 'CAPITAL_TREASURY', amountUsd6: usd6(100_000 * USDC) })
  return another({ world, owner, plan: { ...PLAN, ...change } }, 1)
}

/** Another purchase of the same owner, or of another owner. */
export const another = (
  { world, owner, plan }: Pick<PurchaseWorld, 'world' | 'owner' | 'plan'>,
  number: number,
): PurchaseWorld => ({
  world,
  owner,
  plan,
  id: `0x${number.toString(16).padStart(64, 'b')}`,
  evaluation: { address: traderAddress(7_000 + 2 * number) },
  funded: { address: traderAddress(7_001 + 2 * number) },
})

export const steps = ({ id, owner, evaluation, funded, plan }: PurchaseWorld) =>
  ({
    begin: {
      kind: 'BeginPurchase',
      id,
      ownerId: owner.address,
      account: evaluation.address,
      networkType: 0,
      plan,
    },
    allocate: { kind: 'AllocateEvaluation', id },
    open: { kind: 'OpenEvaluation', account: evaluation.address },
    dismiss: { kind: 'DismissEvaluation', account: evaluation.address },
    wait: {
      kind: 'AllocateFunded',
      evaluation: evaluation.address,
      account: funded.address,
      networkType: 0,
    },
    claim: { kind: 'ActivateFunded', evaluation: evaluation.address, account: funded.address },
    close: { kind: 'CloseFunded', account: funded.address, by: 'OWNER' },
    remove: { kind: 'CloseFunded', account: funded.address, by: 'OPERATOR' },
  }) as const satisfies Record<string, Command>

export type Step = keyof ReturnType<typeof steps> | PaymentFact

export const run = (scene: PurchaseWorld, step: Step): Applied =>
  scene.world.run(
    step in steps(scene)
      ? steps(scene)[step as keyof ReturnType<typeof steps>]
      : { kind: 'NotePayment', id: scene.id, fact: step as PaymentFact },
  )

/** The step was taken. */
export function take(scene: PurchaseWorld, ...list: readonly Step[]): PurchaseWorld {
  for (const step of list) {
    const { answer } = run(scene, step)
    if (!answer.ok) throw new Error(`${step} was refused: ${answer.code}`)
  }
  return scene
}

export const standing = (
  { world, evaluation, funded }: PurchaseWorld,
  isFunded = false,
): CapitalAccountView | undefined =>
  query(world.exchange, 'capital', { accounts: [(isFunded ? funded : evaluation).address] })[0]

/** The account's own world, of either stage. */
export const traded = (
  { world, owner, evaluation, funded }: PurchaseWorld,
  isFunded = false,
): CapitalWorld => ({
  world,
  owner,
  trader: isFunded ? funded : evaluation,
})

/** Sets its equity and has it evaluated twice, a second apart. */
export function standsAt(scene: PurchaseWorld, dollars: number, isFunded = false): void {
  const { world } = scene
  const { trader } = traded(scene, isFunded)
  world.order(trader, AAPL, 'buy', { size: 100 })
  setEquity(traded(scene, isFunded), usd6(dollars * USDC))
  for (const _ of [1, 2]) world.prices({ AAPL: INDEX }, 1_000)
}
