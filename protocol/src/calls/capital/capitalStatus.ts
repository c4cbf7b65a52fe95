import { z } from 'zod'
import { capitalEntry } from '../../wire/outsideParts.ts'
import { PRIVATE } from '../access.ts'
import type { Call } from '../call.ts'

/** Of an address that is unknown or of another person. */
const noCapitalEntry = z.object({
  capital_status: z.literal('not_eligible'),
  active_capital_plan: z.null(),
})
export const capitalStatusResponse = z.record(z.string(), z.union([capitalEntry, noCapitalEntry]))
export type CapitalStatusResponse = z.infer<typeof capitalStatusResponse>

export const capitalStatusCall = {
  group: 'Capital',
  method: 'GET',
  path: '/capital/status',
  ...PRIVATE,
  outside: 'capital',
  summary: 'Where evaluation and funded accounts stand, by address; of those of others nothing is told.',
  query: {
    address: {
      schema: z.string(),
      text: 'Comma list of at most 50 addresses; absent: that of the key.',
      isList: true,
    },
    all: {
      schema: z.enum(['true', 'false']),
      text: 'All evaluation and funded accounts of the owner, oldest first.',
    },
    get_network_type: { schema: z.enum(['true', 'false']), text: 'With the kind of network.' },
  },
  answer: capitalStatusResponse,
  refusals: ['ACCOUNT_NOT_FOUND'],
  fields: {
    equity: 'Equity of the account.',
  },
  example: {
    query: { address: '0x1563915e194d8cfba1943570603f7606a3115508', get_network_type: 'true' },
    answer: {
      '0x1563915e194d8cfba1943570603f7606a3115508': {
        capital_status: 'not_eligible',
        active_capital_plan: null,
      },
    },
  },
} as const satisfies Call
