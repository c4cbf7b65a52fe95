/**
 * Changes the rules of one folder of the core one operator at a time, and asks the units of that folder alone; below
 * 80 % noticed the run has failed. By `npm run test:long -- mutation`, folder after folder, and from then on for one
 * file by `VEST_MUTATION_FOLDER=core/engine npx stryker run tools/mutation/stryker.config.mjs --mutate
 * core/engine/src/funding.ts`.
 */

/** Rules of the engine, apart from its tables, texts and views. */
const ENGINE_RULES = [
  ...['reduceOnly', 'deposits', 'withdrawals', 'funding', 'marketMode', 'staleness', 'indexPrices'],
  ...['placeOrder', 'amendOrder', 'replaceOrder', 'cancelTimer', 'triggers', 'attachedLegs', 'opposite'],
  ...['liquidate', 'takeover', 'backstop', 'deleverage', 'draft', 'ledger', 'split', 'dividend', 'delisting'],
  ...['lpOrders', 'lpPool', 'lpQueue', 'referrals', 'points', 'washTrades', 'replayGuard', 'register'],
  ...['capitalAccount', 'judgeCapital', 'withdrawProfit', 'impact', 'cross', 'paymentsOfDay'],
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
