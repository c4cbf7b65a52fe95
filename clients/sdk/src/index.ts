/** The door of the client, safe for browsers. Node programs take `@vest/sdk/node`, which brings a WebSocket. */
export * from './checkReserves.ts'
export { systemClock, type ClientClock } from './clientClock.ts'
export type {
  ConfirmedOrder,
  ConfirmOptions,
  LostLpOrderOutcome,
  LostOrderOutcome,
  LostTransferOutcome,
  OrderEventSource,
} from './confirmOrder.ts'
export type { AnswerOf, BodyOf, CallName } from '@vest/protocol'
export type * from './calls/index.ts'
export {
  createVestClient,
  type ClientFeedOptions,
  type Session,
  type VestClient,
  type VestClientOptions,
} from './createVestClient.ts'
export { createDevnetClient, type DevnetClient, type DevnetClientOptions } from './devnet.ts'
export * from './errors.ts'
export {
  createFeed,
  type Channel,
  type ChannelData,
  type Feed,
  type FeedHealth,
  type FeedOptions,
  type FeedState,
  type SocketEvent,
  type SocketLike,
  type Unsubscribe,
  type WebSocketConstructor,
} from './feed.ts'
export type { FetchLike } from './http.ts'
export type { LpOrderIntent, LpOrdersError, CancelLpOrderError, PlaceLpOrderError } from './lp.ts'
export type { SymbolReadError } from './marketData.ts'
export { nextNonce } from './nonceSource.ts'
export {
  checkOrderIntent,
  FIELD_FAULTS,
  numberFault,
  priceText,
  signatureFault,
  sizeText,
  type Amendment,
  type FieldFault,
  type MarketDecimals,
  type OrderIntent,
} from './orderIntent.ts'
export type {
  AmendOrderError,
  BulkOrderError,
  BulkScope,
  CancelOrderError,
  CancelRefusal,
  CancelTimerError,
  OrdersError,
  PlaceOrderError,
  ReplaceOrderError,
} from './orders.ts'
export {
  isCapitalAccount,
  isEvaluation,
  isHiddenAccount,
  nextCapitalStatus,
  opensCapitalResult,
} from './capital/capitalRules.ts'
export { verifyVerdict, type CheckedVerdict, type VerdictFault } from './capital/verifyVerdict.ts'
export type { RegisterError, RegisterSessionInput } from './registration.ts'
export {
  addressBookParts,
  type AddressBookIntent,
  type ChangeAddressBookError,
  type SignedAddressBookChange,
  writtenRecipient,
} from './addressBook.ts'
export type { SetLeverageError } from './account.ts'
export {
  addressOf,
  createLocalPrimary,
  createLocalSigner,
  createPrivateKey,
  signDigest,
  type DepositSigner,
  type PrimarySigner,
  type RegistrationTypedData,
  type SessionSigner,
  type SolanaPrimarySigner,
} from './sessionSigner.ts'
export { keccak256 } from './keccak256.ts'
export { createLocalSolanaPrimary } from './solanaPrimary.ts'
export type { Accepted, AcceptedMany, CancelTimer, WriteOptions } from './signedWrite.ts'
export type { DepositAuthorizedError, GaslessDeposit, WithdrawError, WithdrawIntent } from './transfers.ts'
export {
  depositAuthorizationTypedData,
  registrationTypedData,
  type DepositAuthorizationMessage,
  type RegistrationMessage,
} from './typedData.ts'
export * from './solana/index.ts'
