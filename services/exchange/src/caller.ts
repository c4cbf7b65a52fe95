/** Who calls, and from where. */
import type { KeyHolder } from './keyRing.ts'

/** The account is taken from the API key, never from a parameter. */
export type Caller = KeyHolder

export interface CallOrigin {
  readonly address: string
  /** What its program calls itself; empty where it says nothing. */
  readonly browser: string
  /** Not limited: a program of the installation itself. */
  readonly isExempt: boolean
}
