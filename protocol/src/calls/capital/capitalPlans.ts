import { z } from 'zod'
import { capitalPlan } from '../../wire/outsideParts.ts'
import { PUBLIC } from '../access.ts'
import type { Call } from '../call.ts'

export const capitalPlansResponse = z.object({
  products: z.array(capitalPlan.extend({ currency: z.string() })),
  /** Version of the rules that a purchase of now pins; its verdict is judged by them. */
  rulebook: z.string(),
})
export type CapitalPlansResponse = z.infer<typeof capitalPlansResponse>

export const capitalPlansCall = {
  group: 'Capital',
  method: 'GET',
  path: '/capital/plans',
  ...PUBLIC,
  outside: 'capital',
  summary: 'Evaluation plans with their price, goal and limits.',
  answer: capitalPlansResponse,
  fields: {
    products: 'Plans that can be bought.',
    currency: 'Currency of the price.',
    rulebook: 'Version of the rules that a purchase of today pins.',
  },
  example: { answer: { products: [], rulebook: 'vest-capital-1' } },
} as const satisfies Call
