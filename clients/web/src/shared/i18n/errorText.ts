/** The sentence for an error code in the language of the screen; an unknown code reads as code 0 ([8.1]). */
import { isErrorCode } from '@vest/protocol'
import type { TFunction } from 'i18next'

export type ErrorTextKey = 'errors.0'

/** Key of a code's text. Every code of the table has one; a test compares both directions. */
export const errorKey = (code: number): ErrorTextKey =>
  `errors.${isErrorCode(code) ? code : 0}` as ErrorTextKey

export const errorText = (t: TFunction, code: number): string => t(errorKey(code))
