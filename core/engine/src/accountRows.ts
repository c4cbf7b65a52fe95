/**
 * The accounts of an exchange: dense by id, found by address through an open hash table, and with the two figures
 * that every order moves beside each other in one row of numbers. An account is never removed.
 */
import { type Address, type Hex, type NetworkType, type Usd6, usd6 } from '@vest/protocol'
import type { MarketId } from './command.ts'
import type { Draft } from './draft.ts'
import type { Order } from './order.ts'
import type { Position, RecentWithdrawal, Registration, SignerNonces } from './state.ts'
import { slotOf, textPrint } from './textPrint.ts'

const COLLATERAL = 0
const OPEN_ORDER_MARGIN = 1
const ROW = 2
const ACCOUNTS_AT_FIRST = 512

export interface AccountRows {
  numbers: Float64Array
  /** By the print of the address, at most half full: the print (0 = empty) and the id of its account. */
  prints: Float64Array
  ids: Int32Array
  mask: number
  readonly secret: number
}

export const createAccountRows = (secret: number): AccountRows => ({
  numbers: new Float64Array(ACCOUNTS_AT_FIRST * ROW),
  prints: new Float64Array(2 * ACCOUNTS_AT_FIRST),
  ids: new Int32Array(2 * ACCOUNTS_AT_FIRST),
  mask: 2 * ACCOUNTS_AT_FIRST - 1,
  secret,
})

export class Account {
  /** Dense, in order of registration: the universal tie-breaker. */
  readonly id: number
  readonly address: Address
  /** From the first credit on. */
  exists = false
  /** Derived: has it set any leverage? */
  hasLeverages = false
  // Derived from the live orders.
  openOrders = 0
  reduceOnlyOrders = 0
  oldestOrder: Order | undefined = undefined
  youngestOrder: Order | undefined = undefined
  /** By market id, ascending. */
  positions: Position[] = []
  /** Nonces of the keys that have signed for the account in the last day, in order of their first use. */
  signers: SignerNonces[] = []
  // Of the sweep under way (`work.plan`): the future that it plans for the account.
  draft: Draft | undefined = undefined
  draftOfSweep = 0
  private readonly rows: AccountRows
  softCredit: Usd6 = usd6(0)
  leverages: Map<MarketId, number> = new Map()
  readonly networkType: NetworkType
  registrations: Registration[] = []
  /** Recipients that the primary key has signed for. */
  trustedRecipients: Hex[] = []
  /** Withdrawals of the last 24 hours that are not refused. */
  withdrawals: RecentWithdrawal[] = []

  constructor(rows: AccountRows, id: number, address: Address, networkType: NetworkType) {
    this.rows = rows
    this.id = id
    this.address = address
    this.networkType = networkType
  }

  get collateral(): Usd6 {
    return this.rows.numbers[this.id * ROW + COLLATERAL] as Usd6
  }
  set collateral(value: Usd6) {
    this.rows.numbers[this.id * ROW + COLLATERAL] = value
  }
  /** Σ of what its resting orders reserve; derived. */
  get openOrderMargin(): Usd6 {
    return this.rows.numbers[this.id * ROW + OPEN_ORDER_MARGIN] as Usd6
  }
  set openOrderMargin(value: Usd6) {
    this.rows.numbers[this.id * ROW + OPEN_ORDER_MARGIN] = value
  }
}

/** Adds an account under the next id; its address is new. */
export function addAccount(
  rows: AccountRows,
  accounts: Account[],
  address: Address,
  networkType: NetworkType,
): Account {
  const id = accounts.length
  if (id * ROW === rows.numbers.length) grow(rows, accounts)
  const account = new Account(rows, id, address, networkType)
  accounts.push(account)
  put(rows, account)
  return account
}

export function findAccount(
  rows: AccountRows,
  accounts: readonly Account[],
  address: Address,
): Account | undefined {
  const { prints, ids, mask } = rows
  const print = textPrint(address)
  for (let slot = slotOf(print, rows.secret, mask); prints[slot] !== 0; slot = (slot + 1) & mask)
    if (prints[slot] === print && accounts[ids[slot]!]!.address === address) return accounts[ids[slot]!]
  return undefined
}

function put(rows: AccountRows, account: Account): void {
  const { prints, ids, mask } = rows
  const print = textPrint(account.address)
  let slot = slotOf(print, rows.secret, mask)
  while (prints[slot] !== 0) slot = (slot + 1) & mask
  prints[slot] = print
  ids[slot] = account.id
}

function grow(rows: AccountRows, accounts: readonly Account[]): void {
  const wider = new Float64Array(2 * rows.numbers.length)
  wider.set(rows.numbers)
  rows.numbers = wider
  const slots = 2 * rows.prints.length
  rows.prints = new Float64Array(slots)
  rows.ids = new Int32Array(slots)
  rows.mask = slots - 1
  for (const account of accounts) put(rows, account)
}
