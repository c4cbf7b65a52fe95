/**
 * A call that a part outside the engine answers. Where this exchange has no such part the answer is 503 with code 0
 * and a sentence, after the body was judged: nothing is invented, and a client learns of its own mistakes all the same.
 */
import { isErrorCode } from '@vest/protocol'
import { type OutsidePorts, type OutsideRefusal, OutsideUnavailableError } from '@vest/runtime'
import type { Edge } from '../edge.ts'
import { isRefusal, refuse, unavailable, type Refusal } from '../refusal.ts'

const ABSENT: Readonly<Record<keyof OutsidePorts, string>> = {
  capital: 'Vest Capital is not open here yet',
  onRamp: 'Buying USDC with a card is not open here yet',
  solana: 'Deposits from Solana are not open here yet',
  social: 'Posting is not open here yet',
}

export async function askOutside<Name extends keyof OutsidePorts, Answer extends object>(
  { outside }: Pick<Edge, 'outside'>,
  name: Name,
  ask: (port: NonNullable<OutsidePorts[Name]>) => Promise<Answer | OutsideRefusal>,
): Promise<Answer | Refusal> {
  const port = outside[name]
  if (port === undefined) return unavailable(ABSENT[name])
  const answer = await ask(port as NonNullable<OutsidePorts[Name]>).catch((error: unknown) => {
    if (error instanceof OutsideUnavailableError) return unavailable(error.message, 5)
    throw error
  })
  if (isRefusal(answer)) return answer
  return isOutsideRefusal(answer) ? refuse(answer.refused, answer.message) : answer
}

const isOutsideRefusal = (answer: object): answer is OutsideRefusal =>
  'refused' in answer && isErrorCode(answer.refused as number)
