/**
 * `npm run capital -- COMMAND`: what an operator of Vest Capital does, over the operator's port of a running exchange.
 * Exit code 0: done; 1: the exchange refused, or could not be reached; 2: wrong arguments.
 */
import { userInfo } from 'node:os'
import { parseArgs } from 'node:util'
import { parseDecimal, USD6_DECIMALS } from '@vest/protocol'
import { askOperator, operatorUrl } from '../operator/askOperator.ts'
import { tableOf, type TableRow } from '../operator/tableOf.ts'

const HELP = `Usage: npm run capital -- COMMAND [--operator URL] [--by NAME] [--json]

  queue                         claims and payouts that wait, oldest first
  show ID                       one of them, with all wallets and purchases of its owner, and other owners of plans in the same browsers
  hold ID --reason TEXT         goes on waiting, and says why
  release ID --reason TEXT      a claim is opened, a payout paid, as far as the treasury goes
  reject ID --reason TEXT       a claim ends without a verdict, a payout goes back to its account
  purchases                     what was bought, and where it stands
  refund ID --reason TEXT       gives the price of a plan back and ends it, unless it was judged
  treasury                      what it holds, may owe, and has promised
  fund AMOUNT --reason TEXT     moves USDC that the exchange has earned to the treasury

--operator: the address that the start names (or VEST_OPERATOR_URL, or http://127.0.0.1:VEST_OPERATOR_PORT).
--by: who decides; without it the name of your login. --json: the answer as it came.
`

/** [method, path, body] of what is asked, or undefined where the arguments are wrong. */
type Ask = readonly [method: 'GET' | 'POST', path: string, body?: object]
interface Words {
  readonly word: string | undefined
  readonly subject: string | undefined
  readonly why: string | undefined
  readonly by: string
}

function askOf({ word, subject, why, by }: Words): Ask | undefined {
  switch (word) {
    case 'queue':
    case 'treasury':
    case 'purchases':
      return subject === undefined ? ['GET', `/capital/${word}`] : undefined
    case 'show':
      return subject === undefined ? undefined : ['GET', `/capital/queue/${encodeURIComponent(subject)}`]
    case 'hold':
    case 'release':
    case 'reject':
      return subject === undefined || why === undefined
        ? undefined
        : ['POST', '/capital/decisions', { id: subject, decision: word.toUpperCase(), by, why }]
    case 'refund':
      return subject === undefined || why === undefined
        ? undefined
        : ['POST', '/capital/refunds', { id: subject, by, why }]
    case 'fund': {
      const amount = subject === undefined ? undefined : parseDecimal(subject, USD6_DECIMALS)
      return amount?.ok !== true || why === undefined
        ? undefined
        : ['POST', '/capital/treasury', { amount: String(amount.value), by, why }]
    }
    default:
      return undefined
  }
}

export async function main(
  argv: readonly string[],
  write: (text: string) => void = (text) => void process.stdout.write(text),
): Promise<number> {
  const read = argumentsOf(argv)
  const ask = read && askOf(read)
  if (read?.isHelp === true || ask === undefined) {
    write(HELP)
    return read?.isHelp === true ? 0 : 2
  }
  const [method, path, body] = ask
  const { url, isJson, word } = read!
  return askOperator({ url, method, path, body, isJson }, (found: TableRow) => textOf(word!, found), write)
}

function argumentsOf(argv: readonly string[]) {
  try {
    const { positionals, values } = parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        operator: { type: 'string' },
        reason: { type: 'string' },
        by: { type: 'string' },
        json: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    })
    const url = operatorUrl(values.operator)
    const [word, subject] = positionals
    if (values.help === true) return { ...NO_WORDS, url: '', isJson: false, isHelp: true }
    if (url === undefined || positionals.length > 2) return undefined
    const words: Words = { word, subject, why: values.reason, by: values.by ?? userInfo().username }
    return { ...words, url, isJson: values.json === true, isHelp: false }
  } catch {
    return undefined
  }
}

const NO_WORDS: Words = { word: undefined, subject: undefined, why: undefined, by: '' }

const rowsOf = (value: unknown): readonly TableRow[] => (Array.isArray(value) ? (value as TableRow[]) : [])

function textOf(word: string, found: TableRow): string {
  switch (word) {
    case 'queue':
      return tableOf(rowsOf(found.waiting), ['state', 'subject', 'since', 'payout', 'signals', 'owner', 'id'])
    case 'purchases':
      return tableOf(rowsOf(found.purchases), [
        'status',
        'plan',
        'dispute',
        'began',
        'refundedBy',
        'refundedFor',
        'owner',
        'id',
      ])
    case 'show': {
      const { wallets, purchases, decisions, sharedDevices, ...review } = found
      const shared = rowsOf(sharedDevices).map(({ owner, ...more }) => ({ ...more, 'same browser': owner }))
      return [
        tableOf([review], ['state', 'subject', 'since', 'size', 'payout', 'signals', 'account', 'id']),
        tableOf(rowsOf(decisions), ['time', 'decision', 'by', 'why']),
        tableOf(rowsOf(wallets), ['status', 'size', 'equity', 'tradingDays', 'account']),
        tableOf(rowsOf(purchases), ['status', 'plan', 'dispute', 'began', 'refundedBy', 'refundedFor', 'id']),
        ...(shared.length === 0 ? [] : [tableOf(shared, ['accounts', 'active', 'same browser'])]),
      ].join('\n')
    }
    case 'treasury':
    case 'fund':
      return tableOf([found], ['state', 'balance', 'owed', 'waiting', 'income'])
    case 'refund':
      return tableOf([found], ['status', 'plan', 'owner', 'id'])
    default:
      return tableOf([found], ['decision', 'state', 'id'])
  }
}
