/**
 * `npm run verdict -- FILE`: recomputes the verdict of a pass or breach from its certificate, without the exchange. Exit
 * code 0: signed by the exchange and correct; 1: altered, or not what its entries lead to; 2: wrong arguments or no file.
 */
import { readFileSync } from 'node:fs'
import { verdictLevel } from '@vest/formulas'
import { formatDecimal, formatUsd6, type VerdictBody } from '@vest/protocol'
import { verifyVerdict, type CheckedVerdict } from '@vest/sdk'

const HELP = `Usage: npm run verdict -- FILE [--signer ADDRESS]

Reads the certificate of a verdict, checks that no byte of it was changed, and computes limits, balance, positions, equity
and verdict once more from its fills, payments, resets and marks. --signer: the key that the exchange names for its
verdicts; without it the key in the file is printed, and it is for you to compare.
`

const FAULTS = {
  ALTERED: 'altered: this is not what was signed',
  OTHER_SIGNER: 'signed by another key than the one named',
  OTHER_RULEBOOK: 'judged by rules of another version: check it with the release of that version',
  NOT_FOLLOWING: 'signed, but its own entries lead elsewhere',
} as const

export function main(argv: readonly string[]): number {
  const [file, option, signer] = argv
  const isAsked =
    file !== undefined && !file.startsWith('--') && (option === undefined || option === '--signer')
  if (!isAsked || (option !== undefined && signer === undefined)) {
    process.stdout.write(HELP)
    return argv.includes('--help') ? 0 : 2
  }
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    process.stderr.write(`${file} cannot be read: ${(error as Error).message}\n`)
    return 2
  }
  const checked = verifyVerdict(text, signer)
  process.stdout.write(reportOf(checked))
  return checked.ok ? 0 : 1
}

function reportOf(checked: CheckedVerdict): string {
  if (!checked.ok) {
    const differences = checked.recomputed?.differences ?? []
    return `${FAULTS[checked.fault]}${differences.length === 0 ? '' : `: ${differences.join(', ')}`}\n`
  }
  const { body, recomputed, signer } = checked
  const { verdict, limits } = body
  const sign = verdict === 'GOAL' ? '>=' : '<='
  const lines = [
    `the same verdict: ${verdict}`,
    `equity ${formatUsd6(recomputed.equity)} ${sign} ${formatUsd6(verdictLevel(verdict, limits))}`,
    ...(recomputed.equityBefore === undefined
      ? []
      : [`${formatUsd6(recomputed.equityBefore)} at the marks before`]),
    ...body.positions.map(marksOf),
    `account ${body.account}, ${new Date(body.time).toISOString()}, command ${body.seq}`,
    `from ${body.fills.length} fills, ${body.funding.length} payments of funding, ${body.resets.length} days`,
    `rules ${body.rulebook}`,
    `signed by ${signer}`,
  ]
  return `${lines.join('\n')}\n`
}

/** Such as `AAPL-PERP 229.50, before 229.51, index 229.49 to 231.50 in the 5 minutes before`. */
function marksOf(position: VerdictBody['positions'][number]): string {
  const { symbol, priceDecimals, mark, markBefore, indexTrail } = position
  const price = (value: number): string => formatDecimal(value, priceDecimals)
  const parts = [
    `${symbol} ${price(mark)}`,
    ...(markBefore === null ? [] : [`before ${price(markBefore)}`]),
    ...(indexTrail.length === 0
      ? []
      : [
          `index ${price(Math.min(...indexTrail))} to ${price(Math.max(...indexTrail))} in the 5 minutes before`,
        ]),
  ]
  return parts.join(', ')
}
