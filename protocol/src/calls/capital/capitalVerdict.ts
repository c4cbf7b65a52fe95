import { z } from 'zod'
import { capitalVerdictResponse } from '../../wire/verdictAnswers.ts'
import { PRIVATE } from '../access.ts'
import type { Call } from '../call.ts'

export const capitalVerdictCall = {
  group: 'Capital',
  method: 'GET',
  path: '/capital/verdict',
  ...PRIVATE,
  outside: 'capital',
  summary: 'The signed certificate of a pass or breach, with everything that it was decided from.',
  query: { address: { schema: z.string(), text: 'A wallet of the same owner; absent: that of the key.' } },
  answer: capitalVerdictResponse,
  refusals: ['ACCOUNT_NOT_FOUND'],
  fields: {
    certificate: 'The file of the certificate, byte by byte as it is signed.',
  },
  sdk: { argument: 'address' },
  example: {
    query: { address: '0x1563915e194d8cfba1943570603f7606a3115508' },
    answer: { certificate: '{}', signer: '0x1563915e194d8cfba1943570603f7606a3115508' },
  },
} as const satisfies Call
