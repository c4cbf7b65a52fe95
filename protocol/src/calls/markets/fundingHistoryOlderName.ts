import type { Call } from '../call.ts'
import { fundingHistoryCall } from './fundingHistory.ts'

export const fundingHistoryOlderNameCall = {
  ...fundingHistoryCall,
  path: '/fundingHistory',
  summary: 'The same under its older name.',
  sdk: 'none',
} as const satisfies Call
