/**
 * The chapter Money: what its calls are asked with, and the methods of those that need nothing but to be sent. Errors by
 * their names stand in `errors.ts`. Written by `node tools/program.mjs reference` from the files of the calls.
 */
import type { AnswerOf, BodyOf } from '@vest/protocol'

/** What `transfers` is asked with. */
export interface TransfersQuery {
  /** Id of one transfer. */
  readonly id?: string | undefined
  /** The nonce that the withdrawal was signed with. */
  readonly nonce?: number | undefined
  /** The key that signed it. Two keys may have used the same nonce. */
  readonly signer?: string | undefined
  /** Of this type only. */
  readonly orderType?: 'DEPOSIT' | 'WITHDRAW' | 'INTERNAL_DEPOSIT' | 'WITHDRAW_PROFIT' | undefined
  /** Epoch milliseconds, inclusive. */
  readonly startTime?: number | undefined
  /** Epoch milliseconds, inclusive. */
  readonly endTime?: number | undefined
  /** At most so many rows; default and maximum 1000. */
  readonly limit?: number | undefined
  /** As the header x-next-cursor of the page before gave it: goes on exactly behind that page. The other filters stay as they were. */
  readonly cursor?: string | undefined
}

/** What `withdrawQuote` is asked with. */
export interface WithdrawQuoteQuery {
  /** The chain that it goes to. */
  readonly chainId: number
  /** USDC, as decimal text. */
  readonly size: string
  /** Who receives it; absent: the account itself. */
  readonly recipient?: string | undefined
}

/** What `strays` is asked with. */
export interface StraysQuery {
  /** Also what waits for the owner of this address. */
  readonly sender?: string | undefined
}

export interface MoneyCalls {
  /**
   * Deposits and withdrawals of the account, newest first.
   * With a key that may read.
   * @returns
   *   - `id` id, 0x and 64 digits: Id: 0x and 64 digits, lower case.
   *   - `nonce` integer: Counted by every signing key on its own; each number once. Above the highest all are
   *     free; those left out between others are not any more, once they are hours old (3015).
   *   - `size` decimal text: Amount, in USDC.
   *   - `orderType` DEPOSIT | WITHDRAW | INTERNAL_DEPOSIT | WITHDRAW_PROFIT: DEPOSIT, WITHDRAW, or what moves
   *     money inside.
   *   - `status` NEW | VERIFIED | FILLED | REJECTED: NEW, VERIFIED (the withdrawal can be claimed on the chain),
   *     FILLED or REJECTED.
   *   - `code` integer or null: Why it ended as it did; null where nothing went wrong.
   *   - `chainId` integer: Chain; 0 = Solana.
   *   - `postTime` time, epoch ms: When the exchange recorded it.
   *   - `requestArgs` hex text, 0x… or null: What the withdrawal contract is called with.
   *   - `signer` address, 0x and 40 digits or null: Who signed.
   *   - `signature` hex text, 0x… or null: Of the account or of its signing key: r, s and v, 65 bytes in hex.
   *     Registration also takes what a contract wallet (ERC-1271) holds for its own, up to 2,048 bytes.
   *   - `signatureProof` hex text, 0x… or null: Proof of the signing key, for the contract.
   *   - `validatorSignature` hex text, 0x… or null: Approval for the contract: the signatures of enough
   *     validators, one behind the other.
   *   - `recipient` text or null: Who is paid on the chain.
   *   - `token` text: Token that moves.
   *   - `txHash` hex text, 0x… or signature in base58 or null: Transaction on the chain.
   *   - `eligibleTime` time, epoch ms or null: When a withdrawal can be approved: its delay is over and an hour
   *     has room. Known from the start, and kept; null = now.
   *   - `payout?` object or null: Of a withdrawal to Solana: how far the money is behind its burn. Absent before
   *     it, and of what was done before the last start.
   *     - `burnChainId` integer: Chain whose vault burned it.
   *     - `burnTxHash` hex text, 0x…: The burn.
   *     - `burnTime` time, epoch ms: When it was burned.
   *     - `attested` boolean: The burn is attested: the money can be made on Solana.
   *     - `expectedTime` time, epoch ms: When the money should be there.
   *   - `progress?` object or null: Of a transfer that is not done: where it stands. The private event
   *     TRANSFER_PROGRESS tells each change.
   *     - `waitsFor` TIME | BREAKER | RESERVES | FUNDS | CAP | VALIDATORS | KEEPER | CLAIM | CONFIRMATIONS |
   *       SOLANA | DEADLINE: TIME: its delay or a later hour. BREAKER: too much has left lately. RESERVES: a vault
   *       holds less than it should. FUNDS, CAP: the vault of its chain has too little, or has paid its most of
   *       this hour. VALIDATORS: their signatures. KEEPER: its transaction. CLAIM: that of the owner.
   *       CONFIRMATIONS: its block to be final. SOLANA: the money to be made there. DEADLINE: it is given back
   *       then.
   *     - `until` time, epoch ms or null: Until when it waits for that; null = not known.
   *     - `deadline` time, epoch ms or null: Not paid by then, a withdrawal is void and its money goes back to the
   *       account. Null for deposits, and for what is burned to be made on Solana.
   *     - `execute` boolean: The exchange makes the transaction, for a fee; otherwise its owner claims it.
   *     - `signedTime` time, epoch ms or null: When the validators had signed; null before that, and of those
   *       signed before the last start.
   *     - `block` object or null: Its block, while that is not final.
   *       - `number` integer: Number of the block.
   *       - `txHash` hex text, 0x…: Transaction on the chain.
   *       - `confirmations` integer: How many blocks there are from its own on.
   *       - `needed` integer or null: How many make it final; null = the chain says when.
   * @throws `CallError<'transfers'>`: INVALID_ORDER_TYPE, and what `PrivateReadError` names.
   */
  transfers(query?: TransfersQuery | undefined): Promise<AnswerOf<'transfers'>>

  /**
   * What may leave now, and how much of it at once.
   * With a key that may read.
   * @returns
   * - `withdrawable` decimal text: What can be withdrawn now.
   * - `quickThreshold` decimal text: What can be withdrawn within the window without a delay.
   * - `used24h` decimal text: What was withdrawn within the window.
   * - `quickRemaining` decimal text: What is left of the threshold.
   * - `windowMs` integer: Length of the window.
   * - `delayMs` integer: Delay of what is not quick.
   * @throws `CallError<'withdrawAllowance'>`: what `PrivateReadError` names.
   */
  withdrawAllowance(): Promise<AnswerOf<'withdrawAllowance'>>

  /**
   * What a withdrawal sent by a keeper would cost now, and when it would leave.
   * With a key that may read.
   * @returns
   * - `chainId` integer: Chain; 0 = Solana.
   * - `size` decimal text: Amount, in USDC.
   * - `fee` decimal text: Fee of the withdrawal, in USDC.
   * - `receive` decimal text: What arrives.
   * - `quick` boolean: It needs no delay.
   * - `eligibleTime` time, epoch ms or null: When a withdrawal can be approved: its delay is over and an hour has
   *   room. Known from the start, and kept; null = now.
   * - `estimatedSeconds` integer: How long it takes as a rule.
   * - `validRecipient` boolean: The address can be paid on that chain.
   * - `available` decimal text or null: What the vault of the chain can pay now, beside approved withdrawals; null
   *   where it could not be asked.
   * - `otherChains` list of integer: Where the vault cannot pay the size now: chains that can.
   * @throws `CallError<'withdrawQuote'>`: BAD_DECIMALS, TRANSFER_WITHDRAW_CAP_EXCEEDED, and what
   *   `PrivateReadError` names.
   */
  withdrawQuote(query: WithdrawQuoteQuery): Promise<AnswerOf<'withdrawQuote'>>

  /**
   * Where USDC may be sent from the address of the account, by chain.
   * With a key that may read.
   * @returns
   *   - `chainId` integer: Chain; 0 = Solana.
   *   - `networkType` integer: 0 = EVM, 1 = Solana.
   *   - `address` text: Where to send.
   *   - `memo` text or null: To be sent along; null where none is needed.
   *   - `tokens` list of text: Tokens that are accepted.
   *   - `minDeposit` decimal text: The smallest deposit that is credited.
   * @throws `CallError<'depositAddresses'>`: what `PrivateReadError` names.
   */
  depositAddresses(): Promise<AnswerOf<'depositAddresses'>>

  /**
   * What arrived and is credited to no account: other tokens and coins at the deposit address of the account, and
   *   USDC of a sender without an account.
   * With a key that may read.
   * @returns
   * - `rows` list of object: What lies there now.
   *   - `chainId` integer: Chain; 0 = Solana.
   *   - `kind` TOKEN | COIN | SENDER: TOKEN or COIN at the deposit address of the account, or SENDER: USDC in the
   *     vault of an address without an account.
   *   - `token` address, 0x and 40 digits or null: Token that moves.
   *   - `symbol` text or null: Name of the token in a list of the exchange; null for every other token.
   *   - `amount` decimal text: Decimal text in units of the token, or in base units where it tells no decimals.
   *   - `address` address, 0x and 40 digits: Where it lies.
   *   - `sender` address, 0x and 40 digits or null: Who sent it, where it waits for its sender.
   *   - `txHash` hex text, 0x… or null: The transaction that brought it, where it waits for its sender.
   *   - `claimable` boolean: The account can have it sent to its own address; false: its sender has it credited by
   *     registering.
   * - `unread` list of integer: Chains that could not be asked now.
   * @throws `CallError<'strays'>`: what `PrivateReadError` names.
   */
  strays(query?: StraysQuery | undefined): Promise<AnswerOf<'strays'>>

  /**
   * Sends a token or coin that lies at the deposit address of the account to the address of the account itself.
   * With the key of a session alone.
   * @param body
   * - `chainId` integer: Chain; 0 = Solana.
   * - `token?` address, 0x and 40 digits or null: Token that moves.
   * @returns
   * - `txHash` hex text, 0x…: Transaction on the chain.
   * @throws `CallError<'claimStray'>`: what `PrivateReadError` names.
   */
  claimStray(body: BodyOf<'claimStray'>): Promise<AnswerOf<'claimStray'>>

  /**
   * The newest signed statement of what all accounts are owed, as the root of a Merkle-sum tree, and what the
   *   vaults hold.
   * @returns
   * - `statement` object or null: Signed once in a while; null before the first.
   *   - `seq` integer: The number of the last command that it counts.
   *   - `time` time, epoch ms: When, epoch milliseconds.
   *   - `root` hex text, 0x…: Hash at the top of the Merkle-sum tree.
   *   - `leaves` integer: How many leaves the tree has: a power of two, filled up with empty ones.
   *   - `liabilities` decimal text: The sum at the root: equity of all accounts, none below 0, and their shares of
   *     the pool.
   *   - `lacking` decimal text: What accounts with equity below 0 lack together; it lessens nothing.
   *   - `chains` list of object: The vaults: in a statement at its time, beside it now.
   *     - `chainId` integer: Chain; 0 = Solana.
   *     - `vault` address, 0x and 40 digits: Contract that holds the money.
   *     - `blockNumber` integer: The final block.
   *     - `expected` decimal text: What should lie in the vault by the logs up to that block.
   *     - `found` decimal text: What does.
   *   - `underWay` list of object: Lots of the vaults that were burned on one chain and are to be made on another:
   *     they lie in no vault. In a statement at its time, beside it now.
   *     - `fromChainId` integer: Whose vault it left.
   *     - `toChainId` integer: Whose vault it goes to.
   *     - `size` decimal text: In USDC.
   *     - `since` time, epoch ms: When it was burned.
   *   - `signer` address, 0x and 40 digits: Whose signature it carries.
   *   - `signature` hex text, 0x…: Signature of the signer by personal_sign over keccak256 of the statement as
   *     text.
   * - `nextTime` time, epoch ms: When the next statement is due.
   * - `chains` list of object: The vaults: in a statement at its time, beside it now.
   *   - `chainId` integer: Chain; 0 = Solana.
   *   - `vault` address, 0x and 40 digits: Contract that holds the money.
   *   - `blockNumber` integer: The final block.
   *   - `expected` decimal text: What should lie in the vault by the logs up to that block.
   *   - `found` decimal text: What does.
   * - `underWay` list of object: Lots of the vaults that were burned on one chain and are to be made on another:
   *   they lie in no vault. In a statement at its time, beside it now.
   *   - `fromChainId` integer: Whose vault it left.
   *   - `toChainId` integer: Whose vault it goes to.
   *   - `size` decimal text: In USDC.
   *   - `since` time, epoch ms: When it was burned.
   * @throws `CallError<'reserves'>`: what `ReadError` names.
   */
  reserves(): Promise<AnswerOf<'reserves'>>

  /**
   * The leaf of the account in the newest statement and its way to the root.
   * With a key that may read.
   * @returns
   * - `statement` object or null: Signed once in a while; null before the first.
   *   - `seq` integer: The number of the last command that it counts.
   *   - `time` time, epoch ms: When, epoch milliseconds.
   *   - `root` hex text, 0x…: Hash at the top of the Merkle-sum tree.
   *   - `leaves` integer: How many leaves the tree has: a power of two, filled up with empty ones.
   *   - `liabilities` decimal text: The sum at the root: equity of all accounts, none below 0, and their shares of
   *     the pool.
   *   - `lacking` decimal text: What accounts with equity below 0 lack together; it lessens nothing.
   *   - `chains` list of object: The vaults at the time of the statement.
   *     - `chainId` integer: Chain; 0 = Solana.
   *     - `vault` address, 0x and 40 digits: Contract that holds the money.
   *     - `blockNumber` integer: The final block.
   *     - `expected` decimal text: What should lie in the vault by the logs up to that block.
   *     - `found` decimal text: What does.
   *   - `underWay` list of object: Lots of the vaults that were burned on one chain and are to be made on another:
   *     they lie in no vault. In a statement at its time, beside it now.
   *     - `fromChainId` integer: Whose vault it left.
   *     - `toChainId` integer: Whose vault it goes to.
   *     - `size` decimal text: In USDC.
   *     - `since` time, epoch ms: When it was burned.
   *   - `signer` address, 0x and 40 digits: Whose signature it carries.
   *   - `signature` hex text, 0x…: Signature of the signer by personal_sign over keccak256 of the statement as
   *     text.
   * - `proof` object or null: Null for an account that is not in the statement: it came later, or holds no real
   *   money.
   *   - `account` address, 0x and 40 digits: Account that is credited.
   *   - `owed` decimal text: What the leaf says that the account is owed.
   *   - `salt` hex text, 0x…: What keeps others from guessing the leaf.
   *   - `index` integer: The place of the leaf.
   *   - `path` list of object: The sibling at each level, from the leaf up.
   *     - `hash` hex text, 0x…: Hash of the node.
   *     - `sum` decimal text: The sum of the leaves below.
   * @throws `CallError<'reservesProof'>`: what `PrivateReadError` names.
   */
  reservesProof(): Promise<AnswerOf<'reservesProof'>>
}
