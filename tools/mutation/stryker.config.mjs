/**
 * Changes the rules of the core one operator at a time; below 80 % noticed the run has failed. By
 * `npm run test:long -- mutation`, and from then on for one file by
 * `npx stryker run tools/mutation/stryker.config.mjs --mutate core/engine/src/funding.ts`.
 */

/** Rules of the engine, apart from its tables, texts and views. */
const ENGINE_RULES = [
  ...['reduceOnly', 'deposits', 'withdrawals', 'funding', 'marketMode', 'staleness', 'indexPrices'],
  ...['placeOrder', 'amendOrder', 'replaceOrder', 'cancelTimer', 'triggers', 'attachedLegs', 'opposite'],
  ...['liquidate', 'takeover', 'backstop', 'deleverage', 'draft', 'ledger', 'split', 'dividend', 'delisting'],
  ...['lpOrders', 'lpPool', 'lpQueue', 'referrals', 'points', 'washTrades', 'replayGuard', 'register'],
]

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  plugins: ['@stryker-mutator/vitest-runner'],
  testRunner: 'vitest',
  vitest: { configFile: 'tools/mutation/vitest.config.ts' },
  coverageAnalysis: 'perTest',
  mutate: [
    'core/formulas/src/*.ts',
    '!core/formulas/src/*.test.ts',
    ...ENGINE_RULES.map((name) => `core/engine/src/${name}.ts`),
  ],
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
  reporters: ['clear-text', 'json'],
  clearTextReporter: { allowColor: false, logTests: false },
  jsonReporter: { fileName: 'build/mutation.json' },
  thresholds: { high: 90, low: 80, break: 80 },
}
