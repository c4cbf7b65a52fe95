/**
 * `npm run rebalance -- COMMAND`: lots between the vaults, over the operator's port of a running exchange. Exit code 0: done;
 * 1: the exchange refused, or could not be reached; 2: wrong arguments.
 */
import { parseArgs } from 'node:util'
import { askOperator, operatorUrl } from '../operator/askOperator.ts'
import { tableOf } from '../operator/tableOf.ts'

const HELP = `Usage: npm run rebalance -- [show | hold | go] [--operator URL] [--json]

  show   what each vault holds, what waits there, and the lots between them (also without a word)
  hold   nothing more is sent, over restarts, until "go"; what is burned is made all the same
  go     lots move again by their rules

--operator: the address that the start names (or VEST_OPERATOR_URL, or http://127.0.0.1:VEST_OPERATOR_PORT).
--json: the answer as it came.
`
const PAUSES: Readonly<Record<string, boolean | undefined>> = { show: undefined, hold: true, go: false }

export async function main(
  argv: readonly string[],
  write: (text: string) => void = (text) => void process.stdout.write(text),
): Promise<number> {
  const read = argumentsOf(argv)
  if (read === undefined || read.isHelp) {
    write(HELP)
    return read === undefined ? 2 : 0
  }
  const { url, isJson, word } = read
  const isPaused = PAUSES[word]
  const [method, body] = isPaused === undefined ? (['GET'] as const) : (['PUT', { isPaused }] as const)
  return askOperator({ url, method, path: '/rebalancing', body, isJson }, textOf, write)
}

function argumentsOf(argv: readonly string[]) {
  try {
    const { positionals, values } = parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: { operator: { type: 'string' }, json: { type: 'boolean' }, help: { type: 'boolean' } },
    })
    const url = operatorUrl(values.operator)
    const [word = 'show'] = positionals
    if (values.help === true) return { word, url: '', isJson: false, isHelp: true }
    if (url === undefined || !Object.hasOwn(PAUSES, word) || positionals.length > 1) return undefined
    return { word, url, isJson: values.json === true, isHelp: false }
  } catch {
    return undefined
  }
}

interface RebalancingStatus {
  readonly error?: string
  readonly holds: 'PAUSED' | 'BREAKER' | 'RESERVES' | null
  readonly rules: Readonly<Record<'low' | 'target' | 'lotMin' | 'lotMax', string>>
  readonly vaults: readonly Readonly<Record<string, string | number>>[]
  readonly lots: readonly Readonly<Record<string, string | number>>[]
}

const WHY = {
  PAUSED: 'an operator holds them ("go" lets them move)',
  BREAKER: 'the breaker of withdrawals tripped; it closes by itself',
  RESERVES: 'a vault holds less than its logs say',
} as const

function textOf({ holds, rules, vaults, lots }: RebalancingStatus): string {
  const { low, target, lotMin, lotMax } = rules
  return [
    holds === null ? 'Lots move by their rules.' : `Nothing is sent: ${WHY[holds]}.`,
    `A vault below ${low} is filled up to ${target} by those that have more, in lots of ${lotMin} to ${lotMax}.`,
    '',
    tableOf(vaults, ['chainId', 'held', 'waiting', 'coming']),
    lots.length === 0
      ? 'No lot so far.\n'
      : tableOf(lots, ['state', 'from', 'to', 'nonce', 'size', 'plannedMs', 'burnTxHash']),
  ].join('\n')
}
