import { z } from 'zod'
import { CAPITAL_STATUSES } from '../../enums.ts'
import { capitalPlan, walletProof } from '../../wire/outsideParts.ts'
import { decimalText, timeMs } from '../../wire/valueForms.ts'
import type { Call } from '../call.ts'

export const capitalRegisterRequest = z.object({
  primaryAddr: z.string().max(64),
  accessToken: z.string().max(8192),
  isFunded: z.boolean(),
  /** Of a wallet that is to be funded: what was passed, and that it is the caller’s. */
  eval_address: z.string().max(64).nullish(),
  proof: walletProof.nullish(),
})
export type CapitalRegisterRequest = z.infer<typeof capitalRegisterRequest>
export const capitalRegisterResponse = z.object({
  address: z.string(),
  is_funded: z.boolean(),
  capital_status: z.enum(CAPITAL_STATUSES),
  collateral: decimalText,
  active_capital_plan: capitalPlan.nullable(),
  time: timeMs,
})
export type CapitalRegisterResponse = z.infer<typeof capitalRegisterResponse>

export const capitalRegisterCall = {
  group: 'Capital',
  method: 'POST',
  path: '/register/capital',
  auth: 'none',
  bucket: 'registrations',
  outside: 'capital',
  summary: 'Opens the capital account of an allocated wallet, by the token of its owner.',
  body: capitalRegisterRequest,
  answer: capitalRegisterResponse,
  refusals: ['ACCOUNT_NOT_FOUND', 'UNAUTHORIZED', 'ACTION_NOT_AVAILABLE'],
  fields: {
    collateral: 'What the account begins with.',
  },
  example: {
    body: {
      primaryAddr: '0x1563915e194d8cfba1943570603f7606a3115508',
      accessToken: 'token of the sign-in',
      isFunded: false,
    },
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
