import { tickersResponse } from '../../wire/marketAnswers.ts'
import { PUBLIC } from '../access.ts'
import type { Call } from '../call.ts'
import { SYMBOLS } from '../queryFields.ts'

export const tickersCall = {
  group: 'Markets',
  method: 'GET',
  path: '/ticker/latest',
  ...PUBLIC,
  summary: 'Mark and index price, funding rate and status of markets, as they are now.',
  query: { symbols: SYMBOLS },
  answer: tickersResponse,
  refusals: ['BAD_SYMBOL'],
  fields: {
    time: 'When the next session begins.',
  },
} as const satisfies Call
