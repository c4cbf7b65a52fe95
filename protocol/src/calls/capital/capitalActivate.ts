import { z } from 'zod'
import { id, timeMs } from '../../wire/valueForms.ts'
import { FULL } from '../access.ts'
import type { Call } from '../call.ts'
import { capitalRegisterRequest } from './capitalRegister.ts'

export const capitalActivateRequest = z.object({
  funded_register_params: capitalRegisterRequest,
  eval_address: z.string().max(64).nullish(),
})
export type CapitalActivateRequest = z.infer<typeof capitalActivateRequest>
export const capitalActivateResponse = z.object({
  claim: z.object({
    id,
    eval_address: z.string(),
    funded_address: z.string(),
    status: z.enum(['pending', 'done', 'rejected']),
    time: timeMs,
  }),
})
export type CapitalActivateResponse = z.infer<typeof capitalActivateResponse>

export const capitalActivateCall = {
  group: 'Capital',
  method: 'POST',
  path: '/capital/activateFunded',
  ...FULL,
  outside: 'capital',
  summary: 'Claims the funded account after an evaluation that was passed.',
  body: capitalActivateRequest,
  answer: capitalActivateResponse,
  refusals: ['INVALID_SIGNATURE', 'ACCOUNT_NOT_FOUND'],
  fields: {
    status: 'Whether it was activated.',
    id: 'Of the funded account.',
    funded_register_params: 'Registration of the funded account.',
    claim: 'What proves that the account may be activated.',
    funded_address: 'The funded account.',
  },
  example: {
    body: {
      funded_register_params: {
        primaryAddr: '0x1563915e194d8cfba1943570603f7606a3115508',
        accessToken: 'token of the sign-in',
        isFunded: true,
      },
    },
    answer: {
      claim: {
        id: '0xabababababababababababababababababababababababababababababababab',
        eval_address: '0x1563915e194d8cfba1943570603f7606a3115508',
        funded_address: '0x1563915e194d8cfba1943570603f7606a3115508',
        status: 'pending',
        time: 1700000000000,
      },
    },
  },
} as const satisfies Call
