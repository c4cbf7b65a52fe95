/** What is told of a call. A call stands in one file of its room, with the schemas that it alone uses. */
import type { z } from 'zod'
import type { ApiKeyScope } from '../enums.ts'
import type { RefusalName } from '../errors.ts'
import type { FieldTexts } from '../fieldTexts.ts'

export const CALL_GROUPS = [
  'Markets',
  'Service',
  'Account',
  'Orders',
  'Money',
  'Pool',
  'Rewards',
  'Notices',
  'Capital',
  'Outside',
] as const

interface CallBase {
  /** The chapter of the reference, and the room of its file. */
  readonly group: (typeof CALL_GROUPS)[number]
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Relative to /v2; `{name}` stands for one of `params`. */
  readonly path: string
  /** From which allowance it draws. */
  readonly bucket: 'requests' | 'orders' | 'cancels' | 'registrations'
  /** The body carries a signature of the account's signing or primary key. */
  readonly isSigned?: true
  /** The part that answers it; an exchange without it says 503 with code 0. */
  readonly outside?: 'capital' | 'onRamp' | 'solana' | 'social'
  readonly summary: string
  readonly params?: Readonly<Record<string, QueryField>>
  readonly query?: Readonly<Record<string, QueryField>>
  readonly body?: z.ZodType
  /** Where it may be larger than those of other calls. */
  readonly bodyBytesMax?: number
  readonly answer: z.ZodType
  /** What it may be refused with beside what every call of its kind may (`refusals.ts`). */
  readonly refusals?: readonly RefusalName[]
  /** What fields of body and answer mean, where the vocabulary of all (`fieldTexts.ts`) does not say it. */
  readonly fields?: FieldTexts
  /**
   * How the SDK's method is made; absent: from the call, and it takes the parameters of the path, then query or body.
   * `argument`: it takes this one field in place of the object. `written`: it does more than to send (signed ones do
   * always) and stands in `clients/sdk/src`. `none`: the SDK has none.
   */
  readonly sdk?: { readonly argument: string } | 'written' | 'none'
  readonly example: CallExample
}
export interface PublicCall extends CallBase {
  readonly auth: 'none'
}
export interface KeyCall extends CallBase {
  readonly auth: 'key'
  /** What an API key needs to be allowed; `full`: the key of a session alone. */
  readonly scope: ApiKeyScope | 'full'
}
export type Call = PublicCall | KeyCall

export interface QueryField {
  readonly schema: z.ZodType
  readonly text: string
  readonly isRequired?: true
  /** Several may be named, with commas between them. */
  readonly isList?: true
}

/** One call as it goes over the wire, signed by a key of the tests; a test holds it to the schemas. */
export interface CallExample {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly answer: unknown
}
