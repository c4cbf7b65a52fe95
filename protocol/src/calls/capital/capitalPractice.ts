import { z } from 'zod'
import { walletProof } from '../../wire/outsideParts.ts'
import { FULL } from '../access.ts'
import type { Call } from '../call.ts'
import { capitalRegisterResponse } from './capitalRegister.ts'

/** A practice evaluation under the rules of a plan, for a wallet of the caller. */
export const capitalPracticeRequest = z.object({
  address: z.string().max(64),
  /** Absent: the rules that practice has where no plan is named, as while none is for sale. */
  priceId: z.string().max(128).nullish(),
  accessToken: z.string().max(8192).nullish(),
  proof: walletProof.nullish(),
})
export type CapitalPracticeRequest = z.infer<typeof capitalPracticeRequest>

export const capitalPracticeCall = {
  group: 'Capital',
  method: 'POST',
  path: '/capital/practice',
  ...FULL,
  outside: 'capital',
  summary:
    'Opens a practice evaluation under the rules of a plan, or the rules of practice if none is named: free, and never claimed. One at a time.',
  body: capitalPracticeRequest,
  answer: capitalRegisterResponse,
  refusals: ['INVALID_SIGNATURE', 'ACCOUNT_NOT_FOUND'],
  example: {
    body: { address: '0x1563915e194d8cfba1943570603f7606a3115508', priceId: 'price_10k' },
    answer: {
      address: '0x1563915e194d8cfba1943570603f7606a3115508',
      is_funded: false,
      capital_status: 'active',
      collateral: '10000.000000',
      active_capital_plan: null,
      time: 1700000000000,
    },
  },
} as const satisfies Call
