/**
 * The code by which others come to the exchange through an account. It is drawn here, by chance, when its owner first
 * asks for it: no order of codes tells how many there are, and none of its letters is taken for another.
 */
import { randomInt } from 'node:crypto'
import type { Command } from '@vest/engine'
import { assert, type Address, REFUSAL } from '@vest/protocol'
import { type Edge } from '../edge.ts'
import { submit } from '../engineCalls.ts'
import { isRefusal, refuse, type Refusal } from '../refusal.ts'

/** Without 0 and O, 1, I and L. */
export const REFERRAL_LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
export const REFERRAL_CODE_LENGTH = 6
/** Every code that was ever given has this form; it is read in either case. */
export const REFERRAL_CODE_FORM = /^[A-Z0-9]{6,12}$/

/** Codes like this one, offered where it is taken: with a digit behind it, with an X. */
export const likeCodes = (code: string): readonly string[] =>
  [7, 1, 2, 3, 5, 8, 9].flatMap((digit) =>
    [`${code}${digit}`, `${code}X${digit}`].filter((like) => REFERRAL_CODE_FORM.test(like)),
  )

/** Of 887 million codes so many in a row are never all taken. */
const DRAWS_MAX = 16

export const drawReferralCode = (): string =>
  Array.from(
    { length: REFERRAL_CODE_LENGTH },
    () => REFERRAL_LETTERS[randomInt(REFERRAL_LETTERS.length)],
  ).join('')

/** The account's code, given now where it has none; undefined before the first deposit. */
export async function referralCodeOf(
  edge: Pick<Edge, 'engine'>,
  account: Address,
  draw: () => string = drawReferralCode,
): Promise<string | undefined | Refusal> {
  const known = (await edge.engine.query('referral', { account }))?.code
  if (known !== undefined) return known
  for (let draws = 0; draws < DRAWS_MAX; draws += 1) {
    const command = { kind: 'SetReferralCode', account, code: draw() } as const satisfies Command
    const done = await submit(edge, command)
    if (isRefusal(done)) return done
    if (done.answer.ok) return command.code
    const { code } = done.answer
    if (code === REFUSAL.ACCOUNT_NOT_FOUND) return undefined
    // Two requests at once: the other one's code stands.
    if (code === REFUSAL.REFERRAL_ALREADY_USED)
      return (await edge.engine.query('referral', { account }))?.code
    if (code !== REFUSAL.REFERRAL_CLAIMED_BY_OTHER) return refuse(code)
  }
  assert(false, 'no referral code is free')
}
