/**
 * The certificate of a verdict: everything that a pass or breach was decided from, signed by the exchange. Money is whole
 * micro-dollars, prices ticks, sizes lots, shares 10⁻⁴ of the size, times epoch milliseconds; accumulators of funding are
 * decimal texts. There is one text of a certificate, byte by byte.
 */
import { z } from 'zod'
import { utf8 } from '../abi.ts'
import type { Keccak256 } from '../signing.ts'

export const VERDICT_FORMAT = 'vest-verdict-1'

const whole = z.int()
const bigText = z.string().regex(/^(0|-?[1-9]\d*)$/)
const address = z.string().regex(/^0x[0-9a-f]{40}$/)

const verdictPosition = z.strictObject({
  symbol: z.string(),
  priceDecimals: whole,
  sizeDecimals: whole,
  isLong: z.boolean(),
  size: whole,
  cost: whole,
  entryFunding: bigText,
  isolatedMargin: whole.nullable(),
  mark: whole,
  /** The mark that stood before the one that decided; null: it did not move with the verdict. */
  markBefore: whole.nullable(),
  /** Index of the five minutes before the verdict, one for each 10 s, oldest first, and the time of the last. */
  indexTrail: z.array(whole),
  indexTrailTime: whole,
  cumFunding: bigText,
  /** The accumulator that stood before; null: no funding accrued with the verdict. */
  cumFundingBefore: bigText.nullable(),
  /** When its market reopened last; null: it has had no halt. */
  reopenedTime: whole.nullable(),
})

export const verdictBody = z.strictObject({
  format: z.literal(VERDICT_FORMAT),
  /** Place in the journal. */
  seq: whole,
  time: whole,
  account: address,
  owner: address,
  stage: z.enum(['EVAL', 'FUNDED']),
  /** What was agreed when the plan was bought; null: an account without a purchase. */
  purchase: z
    .strictObject({
      id: z.string(),
      time: whole,
      plan: z.string(),
      priceId: z.string(),
    })
    .nullable(),
  /** Version of the rules, as the purchase pinned it. */
  rulebook: z.string(),
  rules: z.strictObject({
    size: whole,
    goalRatio: whole.nullable(),
    maxDailyLossRatio: whole,
    maxDrawdownRatio: whole,
    minTradingDays: whole,
  }),
  openedTime: whole,
  verdict: z.enum(['GOAL', 'MAX_DRAWDOWN', 'MAX_DAILY_LOSS']),
  equity: whole,
  limits: z.strictObject({
    target: whole.nullable(),
    maxDrawdown: whole,
    maxDailyLoss: whole,
  }),
  balance: whole,
  dayBalance: whole,
  tradingDays: whole,
  /** Goal: since when it stood there. */
  passingSince: whole.nullable(),
  positions: z.array(verdictPosition),
  /** Balances with which days began, the opening first. */
  resets: z.array(z.strictObject({ time: whole, balance: whole })),
  fills: z.array(
    z.strictObject({
      tradeId: whole,
      time: whole,
      symbol: z.string(),
      isBuy: z.boolean(),
      price: whole,
      size: whole,
      value: whole,
      fee: whole,
      pnl: whole,
    }),
  ),
  funding: z.array(z.strictObject({ time: whole, symbol: z.string(), payment: whole, reason: z.string() })),
  /** What corporate actions realised without a fill. */
  adjustments: z.array(z.strictObject({ time: whole, symbol: z.string(), pnl: whole })),
  /** Profit that was taken out. */
  withdrawals: z.array(z.strictObject({ time: whole, size: whole })),
})
export type VerdictBody = z.infer<typeof verdictBody>

export const verdictCertificate = z.strictObject({
  body: verdictBody,
  signer: address,
  signature: z.string().regex(/^0x[0-9a-f]{128}(1b|1c)$/),
})
export type VerdictCertificate = z.infer<typeof verdictCertificate>

/** The one text of a certificate. */
export const verdictText = (certificate: VerdictCertificate): string =>
  `${JSON.stringify(certificate, undefined, 1)}\n`

/** Undefined of whatever is not, byte by byte, the text of a certificate. */
export function readVerdict(text: string): VerdictCertificate | undefined {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return undefined
  }
  const read = verdictCertificate.safeParse(json)
  return read.success && verdictText(read.data) === text ? read.data : undefined
}

/** The 32 bytes that are signed: keccak256 of a line that says what it is, and the body without white space. */
export const verdictDigest = (body: VerdictBody, keccak256: Keccak256): Uint8Array =>
  keccak256(utf8(`Vest verdict certificate\n${JSON.stringify(body)}`))

/** `certificate` is the file as it is to be kept; `signer` the key of this exchange. */
export const capitalVerdictResponse = z.object({ certificate: z.string(), signer: z.string() })
export type CapitalVerdictResponse = z.infer<typeof capitalVerdictResponse>
