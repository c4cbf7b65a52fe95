import { z } from 'zod'
import { timeMs } from '../../wire/valueForms.ts'
import { FULL } from '../access.ts'
import type { Call } from '../call.ts'

export const onRampUrlResponse = z.object({ url: z.string(), expires_time: timeMs })
export type OnRampUrlResponse = z.infer<typeof onRampUrlResponse>

export const onRampUrlCall = {
  group: 'Outside',
  method: 'GET',
  path: '/onramper/url',
  ...FULL,
  outside: 'onRamp',
  summary: 'The page on which the account buys USDC with a card.',
  answer: onRampUrlResponse,
  example: { answer: { url: 'https://onramp.example/buy', expires_time: 1700000000000 } },
} as const satisfies Call
