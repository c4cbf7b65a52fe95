/**
 * The ledger in the forms that tools for taxes and accounts read: a row for each movement, times in UTC, amounts in USDC
 * without rounding. Each form's incoming amounts less its outgoing ones are the sum of the ledger's rows.
 */
import { csvText } from '../../shared/csv/index.ts'
import { amountText, type LedgerKind, type LedgerRow } from './ledgerRows.ts'

export const TAX_FORMS = ['cointracker', 'koinly', 'blockpit', 'vest'] as const
export type TaxForm = (typeof TAX_FORMS)[number]

const ASSET = 'USDC'

const pad = (value: number, length = 2): string => String(value).padStart(length, '0')
function partsOf(timeMs: number) {
  const time = new Date(timeMs)
  return {
    day: `${pad(time.getUTCFullYear(), 4)}-${pad(time.getUTCMonth() + 1)}-${pad(time.getUTCDate())}`,
    americanDay: `${pad(time.getUTCMonth() + 1)}/${pad(time.getUTCDate())}/${pad(time.getUTCFullYear(), 4)}`,
    europeanDay: `${pad(time.getUTCDate())}.${pad(time.getUTCMonth() + 1)}.${pad(time.getUTCFullYear(), 4)}`,
    clock: `${pad(time.getUTCHours())}:${pad(time.getUTCMinutes())}:${pad(time.getUTCSeconds())}`,
  }
}

/** What comes in and what goes out; one of both is empty. */
const inOf = ({ amountUsd6 }: LedgerRow): readonly [string, string] =>
  amountUsd6 > 0 ? [amountText(amountUsd6), ASSET] : ['', '']
const outOf = ({ amountUsd6 }: LedgerRow): readonly [string, string] =>
  amountUsd6 < 0 ? [amountText(-amountUsd6), ASSET] : ['', '']

const noteOf = ({ kind, symbol }: LedgerRow): string => (symbol === undefined ? kind : `${kind} ${symbol}`)

/** A transfer is none of these tags; funding counts as result where it is received and as cost where it is paid. */
const isCost = ({ kind, amountUsd6 }: LedgerRow): boolean =>
  (kind === 'FEE' || kind === 'FUNDING') && amountUsd6 < 0
const isTransfer = ({ kind }: LedgerRow): boolean => kind === 'DEPOSIT' || kind === 'WITHDRAWAL'

function coinTrackerTag(row: LedgerRow): string {
  if (isTransfer(row)) return ''
  if (isCost(row)) return 'margin fee'
  return row.amountUsd6 > 0 ? 'margin gain' : 'margin loss'
}
function koinlyLabel(row: LedgerRow): string {
  if (isTransfer(row)) return ''
  return isCost(row) ? 'margin fee' : 'realized gain'
}
const BLOCKPIT_TRANSFER: Partial<Record<LedgerKind, string>> = {
  DEPOSIT: 'Deposit',
  WITHDRAWAL: 'Withdrawal',
}
function blockpitLabel(row: LedgerRow): string {
  const transfer = BLOCKPIT_TRANSFER[row.kind]
  if (transfer !== undefined) return transfer
  if (isCost(row)) return 'Derivative Fee'
  return row.amountUsd6 > 0 ? 'Derivative Profit' : 'Derivative Loss'
}

const FORMS: Readonly<Record<TaxForm, (rows: readonly LedgerRow[]) => string>> = {
  cointracker: (rows) =>
    csvText(
      [
        'Date',
        'Received Quantity',
        'Received Currency',
        'Sent Quantity',
        'Sent Currency',
        'Fee Amount',
        'Fee Currency',
        'Tag',
      ],
      rows.map((row) => {
        const { americanDay, clock } = partsOf(row.timeMs)
        return [`${americanDay} ${clock}`, ...inOf(row), ...outOf(row), '', '', coinTrackerTag(row)]
      }),
    ),
  koinly: (rows) =>
    csvText(
      [
        'Date',
        'Sent Amount',
        'Sent Currency',
        'Received Amount',
        'Received Currency',
        'Fee Amount',
        'Fee Currency',
        'Net Worth Amount',
        'Net Worth Currency',
        'Label',
        'Description',
        'TxHash',
      ],
      rows.map((row) => {
        const { day, clock } = partsOf(row.timeMs)
        const ends = [koinlyLabel(row), noteOf(row), row.id]
        return [`${day} ${clock} UTC`, ...outOf(row), ...inOf(row), '', '', '', '', ...ends]
      }),
    ),
  blockpit: (rows) =>
    csvText(
      [
        'Date (UTC)',
        'Integration Name',
        'Label',
        'Outgoing Asset',
        'Outgoing Amount',
        'Incoming Asset',
        'Incoming Amount',
        'Fee Asset (optional)',
        'Fee Amount (optional)',
        'Comment (optional)',
        'Trx. ID (optional)',
      ],
      rows.map((row) => {
        const { europeanDay, clock } = partsOf(row.timeMs)
        const [incoming, inAsset] = inOf(row)
        const [outgoing, outAsset] = outOf(row)
        const amounts = [outAsset, outgoing, inAsset, incoming]
        return [
          `${europeanDay} ${clock}`,
          'Vest',
          blockpitLabel(row),
          ...amounts,
          '',
          '',
          noteOf(row),
          row.id,
        ]
      }),
    ),
  vest: (rows) =>
    csvText(
      ['time', 'kind', 'market', 'amount', 'asset', 'id'],
      rows.map((row) => [
        new Date(row.timeMs).toISOString(),
        row.kind,
        row.symbol ?? '',
        amountText(row.amountUsd6),
        ASSET,
        row.id,
      ]),
    ),
}

export const taxForm = (form: TaxForm, rows: readonly LedgerRow[]): string => FORMS[form](rows)
