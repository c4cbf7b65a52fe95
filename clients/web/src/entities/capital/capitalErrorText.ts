/**
 * What to say when the programme did not do what it was asked ([8.62]). Of a purchase the exchange's own sentence comes
 * first, of a claim the text of its code; nothing where the person has only closed the wallet.
 */
import { isErrorCode, REFUSAL } from '@vest/protocol'
import { ApiError, TransportError } from '@vest/sdk'
import type { TFunction } from 'i18next'
import { errorText } from '../../shared/i18n/index.ts'
import { FrameError } from '../embedded/frameClient.ts'
import { SignInFirstError } from '../session/index.ts'

const wordsOf = (t: TFunction, error: unknown): string | undefined => {
  if (error instanceof SignInFirstError) return t('plan.signInFirst')
  if (error instanceof FrameError)
    return error.failure === 'refused' && error.code !== undefined
      ? errorText(t, error.code)
      : t(`wallet.failed.${error.failure}`)
  if (error instanceof TransportError) return t('signIn.unreachable')
  return error instanceof Error && error.message !== '' ? error.message : undefined
}

/** Undefined: there is nothing to say. */
export const purchaseErrorText = (t: TFunction, error: unknown): string | undefined =>
  isLeft(error) ? undefined : (wordsOf(t, error) ?? errorText(t, 0))

/** 1130 says what it is about in its sentence alone. */
const SAYS_NOTHING: ReadonlySet<number> = new Set([0, REFUSAL.INVALID_PARAMETER])

export function claimErrorText(t: TFunction, error: unknown): string | undefined {
  if (isLeft(error)) return undefined
  if (error instanceof ApiError && isErrorCode(error.code) && !SAYS_NOTHING.has(error.code))
    return errorText(t, error.code)
  return wordsOf(t, error) ?? errorText(t, 0)
}

/** The person has closed the wallet without an answer. */
const isLeft = (error: unknown): boolean => error instanceof FrameError && error.failure === 'userExited'
