/**
 * A validator that runs elsewhere, over HTTP: `POST /sign` with a withdrawal and how far the journal is durable answers
 * `{signature}`, or 409 with `{refusal}`; `POST /follow` tells it how far it can copy. What was heard of each is kept for the
 * operator's metrics.
 */
import type { Address, Hex } from '@vest/protocol'
import { ValidatorRefusedError, type WithdrawalSigner } from './withdrawalSigner.ts'

export interface RemoteValidatorOptions {
  readonly address: Address
  /** Undefined while the validator has no known address. */
  readonly place: () => { readonly url: string; readonly token: string } | undefined
  /** The last command that is durable and applied. */
  readonly durableSeq: () => Promise<number>
  readonly answerMs?: number
}

export interface ValidatorHealth {
  readonly address: Address
  /** It answered when it was asked last. */
  readonly isUp: boolean
  /** Withdrawals that it would not sign, and calls that it did not answer, since this process began. */
  readonly refusals: number
  readonly failures: number
  /** The last command in its copy of the journal; absent until it has said. */
  readonly seq?: number
}

export interface RemoteValidator extends WithdrawalSigner {
  /** Has it copy the journal up to what is durable now. Never rejects. */
  follow(): Promise<void>
  health(): ValidatorHealth
}

/** The first time it may have a long journal to copy; a withdrawal that waits asks again. */
const ANSWER_MS = 20_000

export function remoteValidator(options: RemoteValidatorOptions): RemoteValidator {
  const address = options.address.toLowerCase() as Address
  let health: ValidatorHealth = { address, isUp: false, refusals: 0, failures: 0 }

  async function post(path: '/sign' | '/follow', body: object): Promise<Record<string, unknown>> {
    try {
      const place = options.place()
      if (place === undefined) throw new Error('it does not run')
      const response = await fetch(`${place.url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${place.token}` },
        body: JSON.stringify({ ...body, seq: await options.durableSeq() }),
        signal: AbortSignal.timeout(options.answerMs ?? ANSWER_MS),
      })
      const answer = (await response.json()) as Record<string, unknown>
      if (response.status !== 200 && response.status !== 409)
        throw new Error(`it answered ${response.status}: ${String(answer['error'])}`)
      const { seq } = answer
      health = { ...health, isUp: true, ...(typeof seq === 'number' ? { seq } : {}) }
      return answer
    } catch (error) {
      health = { ...health, isUp: false, failures: health.failures + 1 }
      throw new Error(`validator ${address} gave no answer (${(error as Error).message})`, { cause: error })
    }
  }

  return {
    address,
    health: () => health,
    follow: () =>
      post('/follow', {}).then(
        () => undefined,
        // Told by its health; a withdrawal that needs it says it again.
        () => undefined,
      ),
    sign: async (withdrawal) => {
      const answer = await post('/sign', withdrawal)
      if (typeof answer['refusal'] === 'string') {
        health = { ...health, refusals: health.refusals + 1 }
        throw new ValidatorRefusedError(`validator ${address} refused: ${answer['refusal']}`)
      }
      return answer['signature'] as Hex
    },
  }
}
