/**
 * The first commands of an empty exchange: its own money, then its markets. Money first, so that a market in the
 * list proves that the money is complete; a process that dies in between goes on where it stopped.
 */
import { FEATURES, type MarketSpec, type SeedSystemAccount } from '@vest/engine'
import { assert, usd6 } from '@vest/protocol'
import type { EngineClient } from '@vest/runtime'

export interface GenesisOptions {
  readonly markets: readonly MarketSpec[]
  /** USDC that really lies in the vault, by system account, in order. */
  readonly seeds: readonly Omit<SeedSystemAccount, 'kind'>[]
}

const USDC = 1_000_000

/** What a fresh devnet holds (mechanics 7.1). */
export const DEVNET_SEEDS: GenesisOptions['seeds'] = [
  { account: 'POOL', amountUsd6: usd6(10_000_000 * USDC) },
  { account: 'INSURANCE', amountUsd6: usd6(1_000_000 * USDC) },
  { account: 'POOL_ISO', amountUsd6: usd6(500_000 * USDC) },
  { account: 'CAPITAL_TREASURY', amountUsd6: usd6(500_000 * USDC) },
]

export async function submitGenesis(engine: EngineClient, { markets, seeds }: GenesisOptions): Promise<void> {
  // A market that was renamed since is the one that the list knows by its former name.
  const listed = new Set(
    (await engine.query('markets', {})).flatMap(({ spec, formerSymbols = [] }) => [
      spec.symbol,
      ...formerSymbols,
    ]),
  )
  if (listed.size === 0) {
    const { vault } = await engine.query('exchange', {})
    for (const seed of missingSeeds(seeds, vault))
      await expectOk(engine.submit({ kind: 'SeedSystemAccount', ...seed }))
  }
  // One group of records: markets get their numbers in the order of the list.
  const missing = markets.filter((spec) => !listed.has(spec.symbol))
  await Promise.all(missing.map((spec) => expectOk(engine.submit({ kind: 'ListMarket', spec }))))
}

/** What this version can do and this exchange does not do yet: from here on it does, by journalled commands. */
export async function activateFeatures(engine: EngineClient): Promise<void> {
  const { activations } = await engine.query('exchange', {})
  for (const feature of FEATURES)
    if (!activations.includes(feature)) await expectOk(engine.submit({ kind: 'Activate', feature }))
}

/** Before the first market nothing but the seeds can have moved the vault: its sum says which of them are in. */
function missingSeeds(seeds: GenesisOptions['seeds'], vaultUsd6: number): GenesisOptions['seeds'] {
  let sum = 0
  for (const [index, seed] of seeds.entries()) {
    if (sum === vaultUsd6) return seeds.slice(index)
    sum += seed.amountUsd6
  }
  assert(sum === vaultUsd6, `the vault holds ${vaultUsd6}, which is no part of the genesis`)
  return []
}

async function expectOk(submitted: ReturnType<EngineClient['submit']>): Promise<void> {
  const { answer } = await submitted
  assert(answer.ok, `genesis was refused with ${answer.ok ? '' : answer.code}`)
}
