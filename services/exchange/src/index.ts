/** The door of `services/exchange`: everything in one process. */
export { PROGRAM_HEADER } from './access/createAccess.ts'
export { addressesOf, isAbsentAddress } from './access/listen.ts'
export { isNetwork } from './rest/ipAllowList.ts'
export { installCrashGuard, EXIT_BROKEN } from './crashGuard.ts'
export { DEVNET_SEEDS, type GenesisOptions } from './genesis.ts'
export { createLogger, type Logger, type LoggerOptions } from './logger.ts'
export type { CandleQuery, CandleUpdate, Projector, Stats24h } from './projectorPort.ts'
export {
  startExchange,
  type ExchangeOptions,
  type RunningExchange,
  type StopOracle,
} from './startExchange.ts'
export { createProjector, type ProjectorOptions, type RunningProjector } from './projector/index.ts'
export {
  startWalletServer,
  type WalletServer,
  type WalletServerOptions,
} from './identity/startWalletServer.ts'
export { createWalletProofs } from './verify/walletProofs.ts'
export type { VerdictSigner } from './capital/verdictCertificate.ts'
export { PAYMENT_MESSAGES_PATH } from './capital/paymentRoutes.ts'
