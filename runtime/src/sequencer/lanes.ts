/**
 * Priority when more commands wait than one group holds. Each kind of command has a lane; lanes are drained in order
 * of urgency, but each has a guaranteed share of the group, so that none starves: a flood of orders does not delay a
 * cancel, and a flood of cancels does not stop prices.
 */
import type { Command, CommandKind } from '@vest/engine'
import { GROUP_COMMANDS_MAX } from '../bounds.ts'

/** In order of urgency. */
export const LANES = ['operator', 'cancel', 'market', 'order'] as const
export type Lane = (typeof LANES)[number]

/** Guaranteed places of each lane in a group; unused ones go to the others in order of urgency. */
export const LANE_SHARES: Readonly<Record<Lane, number>> = {
  operator: GROUP_COMMANDS_MAX / 8,
  cancel: (GROUP_COMMANDS_MAX * 3) / 8,
  market: GROUP_COMMANDS_MAX / 4,
  order: GROUP_COMMANDS_MAX / 4,
}

const LANE_OF_KIND: Readonly<Record<CommandKind, Lane>> = {
  Activate: 'operator',
  ListMarket: 'operator',
  SeedSystemAccount: 'operator',
  SetMarketMode: 'operator',
  ChangeParameters: 'operator',
  ApplySplit: 'operator',
  PayDividend: 'operator',
  AnnounceDelisting: 'operator',
  DelistMarket: 'operator',
  RenameMarket: 'operator',
  OpenSimAccount: 'operator',
  SetSimAccountStatus: 'operator',
  CloseSimPositions: 'operator',
  NotePayment: 'operator',
  AllocateEvaluation: 'operator',
  CloseFunded: 'operator',
  DecideReview: 'operator',
  FundCapitalTreasury: 'operator',
  CancelOrder: 'cancel',
  CancelClientOrder: 'cancel',
  CancelAllOrders: 'cancel',
  SetCancelTimer: 'cancel',
  ChangeSession: 'market',
  UpdateIndexPrices: 'market',
  TickTimer: 'market',
  TickFunding: 'market',
  CreditDeposit: 'market',
  CreditDust: 'market',
  FinalizeDeposit: 'market',
  OrphanDeposit: 'market',
  AnnounceDeposit: 'market',
  RejectDeposit: 'market',
  VerifyWithdrawal: 'market',
  CompleteWithdrawal: 'market',
  RefundWithdrawal: 'market',
  PlaceOrder: 'order',
  ReplaceOrder: 'order',
  AmendOrder: 'order',
  CloseAllPositions: 'order',
  Register: 'order',
  RequestWithdrawal: 'order',
  WithdrawProfit: 'order',
  BeginPurchase: 'order',
  OpenEvaluation: 'order',
  DismissEvaluation: 'order',
  AllocateFunded: 'order',
  ActivateFunded: 'order',
  SetLeverage: 'order',
  // A person who stops an account does not wait behind orders.
  SetGuardrails: 'cancel',
  // Nor does one who locks it.
  ChangeAddressBook: 'cancel',
  PlaceLpOrder: 'order',
  // Not before the order that it cancels.
  CancelLpOrder: 'order',
  SetReferralCode: 'order',
  ApplyReferral: 'order',
  CreateApiKey: 'order',
  // A revocation is urgent.
  RevokeApiKey: 'cancel',
  SetAccountCluster: 'operator',
}

export const laneOf = (command: Command): Lane => LANE_OF_KIND[command.kind]

/** Commands of users share one bound of the inbox, those of the system another. */
export const isUserCommand = (command: Command): boolean => {
  const lane = laneOf(command)
  return lane === 'order' || lane === 'cancel'
}

/**
 * Commands accepted while the journal is on its last segment: those that lower risk or report facts that have happened
 * anyway, and none that begins something new.
 */
export function isTakenWhenLow(command: Command): boolean {
  if (command.kind === 'PlaceOrder') return command.reduceOnly
  if (command.kind === 'ReplaceOrder') return command.place.reduceOnly
  if (command.kind === 'CloseAllPositions') return true
  return laneOf(command) !== 'order' && command.kind !== 'AnnounceDeposit'
}
