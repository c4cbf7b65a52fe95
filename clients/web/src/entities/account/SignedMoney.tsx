/** A gain or a loss in its colour, sign in front. */
import type { Usd6 } from '@vest/protocol'
import { formatSignedMoney } from '../../shared/format/index.ts'
import { signClass } from './signClass.ts'

export function SignedMoney({ value }: { readonly value: Usd6 | undefined }) {
  return <span className={signClass(value)}>{formatSignedMoney(value)}</span>
}
