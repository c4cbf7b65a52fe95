/**
 * Pages that tell what a part of the product is that opens later. Each is a title, one
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
} as const satisfies Record<string, InfoPageSpec>

interface InfoPageSpec {
  /** Where its texts are; `title` and `lead` below it, and `title` and `text` below each fact. */
  readonly text: string
  readonly facts: readonly string[]
  /** True while the page stands for something that is not open on this network yet. */
  readonly isOpening: boolean
  readonly action: 'trade'
}

export type InfoPageName = keyof typeof INFO_PAGES
