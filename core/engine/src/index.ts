/** The door of `core/engine`: the deterministic state machine of the exchange. */
export { type CapitalTerms, type CapitalView } from './api/capital.ts'
export {
  type Activate,
  type AmendOrder,
  type AnnounceDelisting,
  type AnnounceDeposit,
  type ApplyReferral,
  type ApplySplit,
  type AttachedLeg,
  type CancelAllOrders,
  type CancelClientOrder,
  type CancelOrder,
  type ChangeParameters,
  type ChangeSession,
  type CloseAllPositions,
  type CloseSimPositions,
  type Command,
  type CommandKind,
  type CompleteWithdrawal,
  type CreateApiKey,
  type CreditDeposit,
  type DelistMarket,
  type FinalizeDeposit,
  type IndexPrice,
  type ListMarket,
  type OpenSimAccount,
  type OrphanDeposit,
  type PayDividend,
  type PlaceLpOrder,
  type PlaceOrder,
  type RefundWithdrawal,
  type Register,
  type RejectDeposit,
  type RenameMarket,
  type ReplaceOrder,
  type RequestWithdrawal,
  type RevokeApiKey,
  type SeedSystemAccount,
  type SequencedCommand,
  type SetAccountCluster,
  type SetCancelTimer,
  type SetLeverage,
  type SetMarketMode,
  type SetReferralCode,
  type SetSimAccountStatus,
  type SignedCommand,
  type TickFunding,
  type TickTimer,
  type UpdateIndexPrices,
  type VerifyWithdrawal,
  type WithdrawProfit,
} from './api/commands.ts'
export {
  type AccountChanged,
  type AccountsValued,
  type ApiKeyCreated,
  type ApiKeyRevoked,
  type BooksChanged,
  type CancelTimerSet,
  type CapitalChanged,
  type DelistingAnnounced,
  type EngineEvent,
  type EngineEventKind,
  type EventEnvelope,
  type FeatureActivated,
  type FillBooked,
  type FundingApplied,
  type FundingReason,
  type FundingSettled,
  type LeverageSet,
  type LpOrderUpdated,
  type MarketDelisted,
  type MarketListed,
  type MarketRenamed,
  type MarketStatusChanged,
  type OrderUpdated,
  type ParametersChanged,
  type PointsAllocated,
  type PoolValued,
  type PositionAdjusted,
  type PositionChanged,
  type PositionHeld,
  type PresentTold,
  type ReferralApplied,
  type ReferralCodeSet,
  type SignerRegistered,
  type SimAccountOpened,
  type SimAccountStatusChanged,
  type SplitApplied,
  type TickersChanged,
  type TradeExecuted,
  type TransferUpdated,
  type WithdrawalApproved,
} from './api/events.ts'
export { FEATURES } from './api/features.ts'
export {
  type HandHalt,
  type MarketId,
  type MarketRisk,
  type MarketSpec,
  type OperatorMode,
  type Tier,
} from './api/marketSpec.ts'
export {
  type MarketParameterChange,
  type MarketParameters,
  type ParameterChange,
  type Parameters,
} from './api/parameters.ts'
export {
  type AccountValue,
  type Answer,
  type LpOrderRecord,
  type OrderRecord,
  type TickerRow,
  type TransferRecord,
} from './api/records.ts'
export {
  type AccountView,
  type ApiKeyView,
  type DepthView,
  type ExchangeView,
  type LedgerView,
  type LpView,
  type MarketView,
  type PointsView,
  type PoolView,
  type PositionView,
  type Queries,
  type QueryName,
  type ReferralView,
  type SignerView,
} from './api/views.ts'
export { type Applied, advance, advanceRow, apply, applyTold, applyUntold } from './apply.ts'
export { tellPresent } from './events/currentState.ts'
export { Telling, type Told, createToldReader, takeTold, tellEvents } from './events/publisher.ts'
export { readEnvelopes } from './events/readEvents.ts'
export { assertCheapInvariants } from './invariants/cheapInvariants.ts'
export { assertInvariants, assertTouched } from './invariants/invariants.ts'
export { launchMarkets } from './listing/launchMarkets.ts'
export { MARKET_TABLE, type MarketRow } from './listing/marketTable.ts'
export { query } from './queries/query.ts'
export {
  decodeState,
  decodeStateBytes,
  encodeState,
  encodeStateBytes,
  isStateText,
} from './snapshot/snapshot.ts'
export { type Exchange, ORDERS_OF_SERVER, createExchange } from './state/exchange.ts'
export { touchRoom } from './state/operations/prefault.ts'
export { type EventRows, takeRows } from './state/tables/eventRows.ts'
export {
  COMMAND_ROW,
  type CommandRows,
  createCommandRows,
  writeCancel,
  writeOrder,
} from './state/tables/orderRequests.ts'
export { V8_FLAGS } from './v8Flags.ts'
