/**
 * Pages that tell what a part of the product is: those that open later, and the legal ones. Each is a title, one
 * sentence, a list of facts and one action; the texts are in the language bundles under `info`.
 */
export const INFO_PAGES = {
  'vest-capital': {
    text: 'info.capital',
    facts: [
      'info.capital.evaluation',
      'info.capital.limits',
      'info.capital.funded',
      'info.capital.leverage',
      'info.capital.buying',
      'info.capital.access',
    ],
    isOpening: true,
    action: 'trade',
  },
  referrals: {
    text: 'info.referrals',
    facts: ['info.referrals.code', 'info.referrals.link', 'info.referrals.once', 'info.referrals.card'],
    isOpening: true,
    action: 'trade',
  },
  points: {
    text: 'info.points',
    facts: ['info.points.trades', 'info.points.equities', 'info.points.access'],
    isOpening: true,
    action: 'trade',
  },
  terms: {
    text: 'info.terms',
    facts: [
      'info.terms.network',
      'info.terms.keys',
      'info.terms.risk',
      'info.terms.liquidation',
      'info.terms.software',
      'info.terms.operator',
    ],
    isOpening: false,
    action: 'privacy',
  },
  privacy: {
    text: 'info.privacy',
    facts: [
      'info.privacy.browser',
      'info.privacy.exchange',
      'info.privacy.chain',
      'info.privacy.others',
      'info.privacy.forget',
    ],
    isOpening: false,
    action: 'terms',
  },
} as const satisfies Record<string, InfoPageSpec>

interface InfoPageSpec {
  /** Where its texts are; `title` and `lead` below it, and `title` and `text` below each fact. */
  readonly text: string
  readonly facts: readonly string[]
  /** True while the page stands for something that is not open on this network yet. */
  readonly isOpening: boolean
  readonly action: 'trade' | 'markets' | 'terms' | 'privacy'
}

export type InfoPageName = keyof typeof INFO_PAGES
