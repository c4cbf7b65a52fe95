/**
 * What was offered to an exchange that has more to do than it can, and what it said to each: an order is offered again
 * as it is when it was refused, or never again, so that both can be looked for afterwards.
 */
import { REFUSAL } from '@vest/protocol'
import type { RawAnswer } from './pipelinedClient.ts'
import type { SignedRequest } from './signedStream.ts'

export interface Offered {
  readonly request: SignedRequest
  accepted: number
  refused: number
  duplicates: number
  /** Times that the connection ended before an answer came: then it may be there or not. */
  unknown: number
  /** An unforeseen answer. */
  other: string | undefined
}

export const offer = (request: SignedRequest): Offered => ({
  request,
  accepted: 0,
  refused: 0,
  duplicates: 0,
  unknown: 0,
  other: undefined,
})

export type Verdict = 'accepted' | 'refused' | 'duplicate' | 'unknown' | 'other'

export function note(offered: Offered, answer: RawAnswer | undefined): Verdict {
  if (answer === undefined) {
    offered.unknown += 1
    return 'unknown'
  }
  const code = answer.status === 200 ? 0 : codeOf(answer)
  if (answer.status === 200) {
    offered.accepted += 1
    return 'accepted'
  }
  if (answer.status === 429 && code === REFUSAL.TOO_MANY_REQUESTS && answer.retryAfterS !== undefined) {
    offered.refused += 1
    return 'refused'
  }
  if (code === REFUSAL.DUPLICATE) {
    offered.duplicates += 1
    return 'duplicate'
  }
  offered.other = `${answer.status} ${answer.body.toString()}`
  return 'other'
}

const codeOf = ({ body }: RawAnswer): number => (JSON.parse(body.toString()) as { code: number }).code

/** What the journal says was sequenced, and what the engine answered to it. */
export type Sequenced = Map<string, { readonly isDone: boolean }>

export const nameOf = ({ signer, nonce }: { readonly signer: string; readonly nonce: number }): string =>
  `${signer} ${nonce}`

/** Every answer that was false, in words. */
export function falseAnswers(offered: readonly Offered[], sequenced: Sequenced): readonly string[] {
  return offered.flatMap((one) => {
    const { accepted, refused, duplicates, unknown, other } = one
    const name = nameOf(one.request)
    const found = sequenced.get(name)
    const faults: string[] = []
    if (other !== undefined) faults.push(other)
    if (accepted > 1) faults.push(`accepted ${accepted} times`)
    if (accepted > 0 && found?.isDone !== true) faults.push('accepted, and not there')
    if (accepted + unknown === 0 && found !== undefined) faults.push(`refused ${refused} times, and there`)
    if (accepted + unknown === 0 && duplicates > 0) faults.push('called a duplicate of what was refused')
    return faults.map((fault) => `${name}: ${fault}`)
  })
}

export const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ??
  Number.NaN
