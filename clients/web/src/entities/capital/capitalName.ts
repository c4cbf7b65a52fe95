/** What an account of the programme is called; practice says so wherever its name stands. */
import type { TFunction } from 'i18next'
import type { CapitalFacts } from '../../live/index.ts'

export const capitalName = (
  t: TFunction,
  { isPractice, isFunded, plan }: Pick<CapitalFacts, 'isPractice' | 'isFunded' | 'plan'>,
): string =>
  isPractice
    ? t('capital.practice')
    : t(isFunded ? 'capital.fundedOf' : 'capital.evaluationOf', { plan: plan?.name ?? t('nav.capital') })
