/**
 * Commands as bytes of the journal and back, exactly. The kind of a record is the kind of its command; the first byte
 * of the payload gives the form of the rest (a timer tick has no payload at all). The numbers of this file are part of
 * the journal's format and never change: new kinds and forms are added at the end.
 */
import { assert } from '@vest/protocol'
import type { Command, CommandKind } from '@vest/engine'
import { COMMAND_BYTES_MAX } from '../bounds.ts'
import { canEncodeIndexPrices, readIndexPrices, writeIndexPrices } from './indexPricesCodec.ts'
import { fromJsonText, toJsonText } from './jsonCommand.ts'
import {
  canEncodeCancelOrder,
  canEncodePlaceOrder,
  readCancelOrder,
  readPlaceOrder,
  writeCancelOrder,
  writePlaceOrder,
} from './orderCodec.ts'
import type { ByteCursor } from './varint.ts'

export const COMMAND_CODES: Readonly<Record<CommandKind, number>> = {
  ListMarket: 1,
  SeedSystemAccount: 2,
  Activate: 3,
  Register: 4,
  PlaceOrder: 5,
  CancelOrder: 6,
  SetLeverage: 7,
  UpdateIndexPrices: 8,
  ChangeSession: 9,
  SetMarketMode: 10,
  TickTimer: 11,
  TickFunding: 12,
  CreditDeposit: 13,
  FinalizeDeposit: 14,
  OrphanDeposit: 15,
  AnnounceDeposit: 16,
  RejectDeposit: 17,
  RequestWithdrawal: 18,
  VerifyWithdrawal: 19,
  CompleteWithdrawal: 20,
  RefundWithdrawal: 21,
  ChangeParameters: 22,
  ApplySplit: 23,
  PayDividend: 24,
  AnnounceDelisting: 25,
  DelistMarket: 26,
  RenameMarket: 27,
  ReplaceOrder: 30,
  CancelClientOrder: 31,
  CancelAllOrders: 32,
  CloseAllPositions: 33,
  SetCancelTimer: 34,
  AmendOrder: 35,
  PlaceLpOrder: 40,
  SetReferralCode: 41,
  ApplyReferral: 42,
  SetAccountCluster: 43,
  OpenSimAccount: 44,
  SetSimAccountStatus: 45,
  CloseSimPositions: 46,
  CreateApiKey: 47,
  RevokeApiKey: 48,
  WithdrawProfit: 49,
  CreditDust: 50,
  BeginPurchase: 51,
  NotePayment: 52,
  AllocateEvaluation: 53,
  OpenEvaluation: 54,
  DismissEvaluation: 55,
  AllocateFunded: 56,
  ActivateFunded: 57,
  CloseFunded: 58,
  CancelLpOrder: 59,
  DecideReview: 60,
  FundCapitalTreasury: 61,
  SetGuardrails: 62,
  ChangeAddressBook: 63,
}

const KIND_OF_CODE: ReadonlyMap<number, CommandKind> = new Map(
  Object.entries(COMMAND_CODES).map(([kind, code]) => [code, kind as CommandKind]),
)

const FORM_JSON = 0
const FORM_COMPACT = 1

/** The command does not fit a record: nothing was sequenced. */
export class CommandTooLargeError extends Error {
  override readonly name = 'CommandTooLargeError'
}

export interface EncodedCommand {
  readonly kind: number
  /** A view on the encoder's own buffer: valid until its next call. */
  readonly payload: Buffer
}

export type CommandEncoder = (command: Command) => EncodedCommand

export function createCommandEncoder(): CommandEncoder {
  const cursor: ByteCursor = { bytes: Buffer.alloc(COMMAND_BYTES_MAX), at: 0 }
  return (command) => {
    const kind = COMMAND_CODES[command.kind]
    assert(kind !== undefined, 'every command kind has a code')
    cursor.at = 0
    writeCommand(cursor, command)
    return { kind, payload: cursor.bytes.subarray(0, cursor.at) }
  }
}

function writeCommand(cursor: ByteCursor, command: Command): void {
  if (command.kind === 'TickTimer' && Object.keys(command).length === 1) return
  if (command.kind === 'PlaceOrder' && canEncodePlaceOrder(command)) {
    cursor.bytes[cursor.at++] = FORM_COMPACT
    writePlaceOrder(cursor, command)
  } else if (command.kind === 'CancelOrder' && canEncodeCancelOrder(command)) {
    cursor.bytes[cursor.at++] = FORM_COMPACT
    writeCancelOrder(cursor, command)
  } else if (
    command.kind === 'UpdateIndexPrices' &&
    fitsCompact(command.prices.length) &&
    canEncodeIndexPrices(command)
  ) {
    cursor.bytes[cursor.at++] = FORM_COMPACT
    writeIndexPrices(cursor, command)
  } else {
    cursor.bytes[cursor.at++] = FORM_JSON
    writeJson(cursor, command)
  }
}

/** One price takes at most 27 bytes. */
const fitsCompact = (prices: number): boolean => prices <= (COMMAND_BYTES_MAX - 32) / 27

function writeJson(cursor: ByteCursor, command: Command): void {
  const { kind, ...fields } = command
  const text = toJsonText(fields)
  const bytes = Buffer.byteLength(text)
  if (bytes > COMMAND_BYTES_MAX - cursor.at)
    throw new CommandTooLargeError(
      `${kind} takes ${bytes} bytes, a record holds ${COMMAND_BYTES_MAX - cursor.at}`,
    )
  cursor.at += cursor.bytes.write(text, cursor.at)
}

/** The command of a record. Throws if a newer version wrote it. */
export function decodeCommand(code: number, payload: Buffer): Command {
  const kind = KIND_OF_CODE.get(code)
  assert(kind !== undefined, `the journal holds a command of a newer version (kind ${code})`)
  if (payload.length === 0) {
    assert(kind === 'TickTimer', `a ${kind} has a payload`)
    return { kind }
  }
  const form = payload[0]
  if (form === FORM_JSON) return { kind, ...(fromJsonText(payload.toString('utf8', 1)) as object) } as Command
  assert(form === FORM_COMPACT, `the journal holds a form of ${kind} of a newer version (${form})`)
  const cursor: ByteCursor = { bytes: payload, at: 1 }
  const command = readCompact(kind, cursor)
  assert(cursor.at === payload.length, `a record of ${kind} holds nothing behind it`)
  return command
}

function readCompact(kind: CommandKind, cursor: ByteCursor): Command {
  if (kind === 'PlaceOrder') return readPlaceOrder(cursor)
  if (kind === 'CancelOrder') return readCancelOrder(cursor)
  assert(kind === 'UpdateIndexPrices', `${kind} has no compact form in this version`)
  return readIndexPrices(cursor)
}
