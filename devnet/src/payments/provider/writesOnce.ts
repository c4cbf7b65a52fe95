/**
 * Calls that write, once under each key: for a day the same key with the same request has the first answer, whatever it
 * was; another request has none. What is malformed was never begun and leaves its key free.
 */
import type { Books } from '../paymentBooks.ts'
import type { Fields } from '../formFields.ts'
import { ApiRefusal, refusal, type StandInAnswer } from './apiAnswer.ts'

export interface WritesOncePorts {
  readonly books: Pick<Books, 'answers'>
  readonly nowS: () => number
  /** Does what is asked; what refuses it is thrown. */
  readonly write: (path: readonly string[], fields: Fields) => object
  readonly onChange: () => void
}

export interface WritesOnce {
  /** Without a key each call is the first. */
  answer(path: readonly string[], fields: Fields, key: string | undefined): StandInAnswer
  /** The next call is not done, but answered with this status, and under its key again and again. */
  failNext(status: number): void
}

const ANSWER_KEPT_S = 86_400

export function createWritesOnce({ books, nowS, write, onChange }: WritesOncePorts): WritesOnce {
  let nextFailure: number | undefined
  return {
    answer(path, fields, key) {
      const asked = JSON.stringify([path, fields])
      const known = key === undefined || !Object.hasOwn(books.answers, key) ? undefined : books.answers[key]
      if (known !== undefined && nowS() - known.created < ANSWER_KEPT_S) {
        if (known.asked !== asked)
          throw new ApiRefusal(
            400,
            '',
            'Keys for idempotent requests can only be used with the same parameters.',
            'idempotency_error',
          )
        return { status: known.status, body: known.body, isRepeated: true }
      }
      const made = firstAnswer(path, fields)
      if (key !== undefined) books.answers[key] = { asked, created: nowS(), ...made }
      onChange()
      return made
    },
    failNext(status) {
      nextFailure = status
    },
  }

  function firstAnswer(path: readonly string[], fields: Fields): StandInAnswer {
    if (nextFailure !== undefined) {
      const status = nextFailure
      nextFailure = undefined
      return refusal(new ApiRefusal(status, '', 'Something went wrong.', 'api_error'))
    }
    try {
      return { status: 200, body: structuredClone(write(path, fields)) }
    } catch (error) {
      if (!(error instanceof ApiRefusal) || error.code.startsWith('parameter_')) throw error
      return refusal(error)
    }
  }
}
