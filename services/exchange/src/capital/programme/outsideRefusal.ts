/** A refusal of the programme as a value, and the sentence that several calls share. */
import type { ErrorCode } from '@vest/protocol'
import type { OutsideRefusal } from '@vest/runtime'

export const WALLET_TAKEN = 'This wallet cannot be used: it has been used before'

export const no = (refused: ErrorCode, message?: string): OutsideRefusal => ({
  refused,
  ...(message === undefined ? {} : { message }),
})

export const isNo = (value: object): value is OutsideRefusal => 'refused' in value
