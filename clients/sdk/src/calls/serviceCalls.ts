/**
 * The chapter Service: what its calls are asked with, and the methods of those that need nothing but to be sent. Errors by
 * their names stand in `errors.ts`. Written by `node tools/program.mjs reference` from the files of the calls.
 */
import type { AnswerOf } from '@vest/protocol'

export interface ServiceCalls {
  /**
   * Whether the service is up, and what to tell people if it is not.
   * @returns
   * - `status` UP | HASISSUES | UNDERMAINTENANCE: UP, or HASISSUES.
   * - `message` text or null: What is the matter; null while all is well.
   * - `time` time, epoch ms: When, epoch milliseconds.
   * @throws `CallError<'status'>`: what `ReadError` names.
   */
  status(): Promise<AnswerOf<'status'>>

  /**
   * Incidents of the service, and its own measurements by the minute.
   * @returns
   * - `time` time, epoch ms: When, epoch milliseconds.
   * - `startTime` time, epoch ms: Since when this process runs; of an incident, when it began.
   * - `incidents` list of object: Newest first.
   *   - `startTime` time, epoch ms: Since when this process runs; of an incident, when it began.
   *   - `endTime` time, epoch ms or null: When it was over; null: it is not.
   *   - `status` HASISSUES | UNDERMAINTENANCE | DOWN: HASISSUES, UNDERMAINTENANCE, or DOWN: nothing ran.
   *   - `message` text or null: One sentence for people; null: none.
   * - `samples` list of object: Oldest first, a minute each, of a day at most.
   *   - `time` time, epoch ms: When, epoch milliseconds.
   *   - `engineMs` integer: Milliseconds until the engine answered.
   *   - `historyMs` integer: Milliseconds until everything that had happened could be read.
   * @throws `CallError<'statusHistory'>`: what `ReadError` names.
   */
  statusHistory(): Promise<AnswerOf<'statusHistory'>>

  /**
   * Chains and tokens for deposits and withdrawals, with the addresses of their contracts.
   * @returns
   *   - `chainId` integer: Chain; 0 = Solana.
   *   - `name` text: Name.
   *   - `networkType` integer: 0 = EVM, 1 = Solana.
   *   - `isDefault` boolean: It is chosen for those who choose none.
   *   - `vault` address, 0x and 40 digits: Contract that holds the money.
   *   - `router` address, 0x and 40 digits: Contract that pays withdrawals out.
   *   - `cctpDomain` integer or null: Number of the chain in Circle’s transfer protocol.
   *   - `withdrawFee` decimal text: Fee where the exchange executes the withdrawal.
   *   - `minDeposit` decimal text: The smallest deposit that is credited.
   *   - `withdrawSeconds` integer: How long a withdrawal takes as a rule, from its release to the money.
   *   - `explorerTx` text or null: Address of a transaction in an explorer; `{hash}` stands for its hash. On
   *     devnet a path of this origin.
   *   - `rpcUrl` text or null: Node that a browser may use.
   *   - `tokens` list of object: Tokens that are accepted.
   *     - `symbol` text: Symbol of the market.
   *     - `address` address, 0x and 40 digits: Contract of the token.
   *     - `decimals` integer: Decimals of the token on the chain.
   *     - `authorization` object or null: Domain of the token’s signed transfers; null where gasless deposits are
   *       impossible.
   *       - `name` text: Name.
   *       - `version` text: Version in that domain.
   * @throws `CallError<'chains'>`: what `ReadError` names.
   */
  chains(): Promise<AnswerOf<'chains'>>
}
