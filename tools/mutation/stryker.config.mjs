/**
 * Changes the rules of one folder of the core one operator at a time, and asks the units of that folder alone; below
 * 80 % noticed the run has failed. By `npm run test:long -- mutation`, folder after folder, and from then on for one
 * file by `VEST_MUTATION_FOLDER=core/engine npx stryker run tools/mutation/stryker.config.mjs --mutate
 * core/engine/src/funding/accrual.ts`.
 */

/** Rules of the engine, apart from its tables, texts and views. */
const ENGINE_RULES = [
  ...['accounts/register', 'book/attachedLegs', 'book/reduceOnly', 'keys/nonces', 'keys/orderIds'],
  ...['capital/evaluateAccounts', 'capital/withdrawProfit', 'sim/capitalLimits'],
  ...['corporateActions/delisting', 'corporateActions/dividend', 'corporateActions/split'],
  ...['funding/accrual', 'funding/owedFunding', 'funding/settleFunding', 'timer/tickFunding'],
  ...['ledger/fees', 'ledger/shortfall', 'ledger/washTrades', 'state/operations/money'],
  ...['liquidation/autoDeleverage', 'liquidation/deleverageCandidates', 'liquidation/liquidate'],
  ...['liquidation/takeover', 'matching/settleTakeover', 'matching/indexCross'],
  ...['lp/dailyPayouts', 'lp/lpOrders', 'lp/scheduledWithdrawals', 'lp/shares'],
  ...['margin/affordability', 'margin/projectedPosition', 'pool/backstop', 'pool/poolFills'],
  ...['markets/reopening', 'markets/tradingMode', 'markets/volatility', 'state/operations/staleness'],
  ...['orders/amendOrder', 'orders/deadMansSwitch', 'orders/fireTriggers', 'orders/placeOrder'],
  ...['orders/replaceOrder', 'prices/acceptIndexPrice', 'prices/impactPrices', 'prices/markPrice'],
  ...['prices/updateIndexPrices', 'rewards/points', 'rewards/referrals'],
  ...['transfers/deposits', 'transfers/withdrawals'],
]

const MUTATED = {
  'core/formulas': ['core/formulas/src/*.ts', '!core/formulas/src/*.test.ts'],
  'core/engine': ENGINE_RULES.map((name) => `core/engine/src/${name}.ts`),
}
const folder = process.env.VEST_MUTATION_FOLDER ?? ''
if (!Object.hasOwn(MUTATED, folder))
  throw new Error(`VEST_MUTATION_FOLDER names the folder to change: ${Object.keys(MUTATED).join(' or ')}`)

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  plugins: ['@stryker-mutator/vitest-runner'],
  testRunner: 'vitest',
  vitest: { configFile: 'tools/mutation/vitest.config.ts' },
  coverageAnalysis: 'perTest',
  mutate: MUTATED[folder],
  // The words of a message are not a rule.
  mutator: { excludedMutations: ['StringLiteral'] },
  ignoreStatic: true,
  ignorePatterns: [
    ...[
      'adapters',
      'bench',
      'build',
      'clients',
      'contracts',
      'data',
      'devnet',
      'docs',
      'runtime',
      'services',
    ],
    'tests',
  ],
  // Its step that rewrites a tsconfig needs the programming interface that TypeScript 7 does not have; nothing here reads one.
  tsconfigFile: 'none',
  tempDirName: 'build/stryker',
  concurrency: 2,
  reporters: ['clear-text', 'json', 'progress-append-only'],
  clearTextReporter: { allowColor: false, logTests: false },
  jsonReporter: { fileName: `build/mutation-${folder.replace('/', '-')}.json` },
  thresholds: { high: 90, low: 80, break: 80 },
}
