/**
 * The chapter Account: what its calls are asked with, and the methods of those that need nothing but to be sent. Errors by
 * their names stand in `errors.ts`. Written by `node tools/program.mjs reference` from the files of the calls.
 */
import type { AnswerOf, BodyOf } from '@vest/protocol'

/** What `equityHistory` is asked with. */
export interface EquityHistoryQuery {
  /** From 1h on; default 1h. */
  readonly interval?: '1h' | '2h' | '4h' | '6h' | '8h' | '12h' | '1d' | '3d' | '1w' | '1M' | undefined
  /** Epoch milliseconds, inclusive. */
  readonly startTime?: number | undefined
  /** Epoch milliseconds, inclusive. */
  readonly endTime?: number | undefined
  /** At most so many rows; default and maximum 1000. */
  readonly limit?: number | undefined
}

export interface AccountCalls {
  /**
   * Balances, margin, positions and leverage settings of the account.
   * With a key that may read.
   * @returns
   * - `address` text: Address of the account.
   * - `balances` list of object: One row per asset.
   *   - `asset` text: What the balance is in.
   *   - `total` decimal text: All of it.
   *   - `locked` decimal text: What positions and orders hold.
   * - `collateral` decimal text: Money of the account, without unrealised profit.
   * - `withdrawable` decimal text: What can be withdrawn now.
   * - `softCredit` decimal text: Of deposits that are credited and not final on their chain yet: traded with, not
   *   withdrawn.
   * - `totalAccountValue` decimal text: Collateral and unrealised profit: the equity.
   * - `openOrderMargin` decimal text: Reserved for resting orders.
   * - `totalMaintMargin` decimal text: Maintenance margin of all positions.
   * - `positions` list of object: Open positions.
   *   - `symbol` text: Symbol of the market.
   *   - `isLong` boolean: Long, else short.
   *   - `size` decimal text: Size, in units of the base.
   *   - `entryPrice` decimal text: Average price of what came in.
   *   - `entryFunding` decimal text: The accumulator of the market when funding was settled last.
   *   - `unrealizedPnl` decimal text: At the mark, funding owed included.
   *   - `settledFunding` decimal text: Funding settled so far, in USDC; above zero = received.
   *   - `markPrice` decimal text: Price at which positions are valued and liquidated.
   *   - `indexPrice` decimal text: Price of what is traded, from outside.
   *   - `liqPrice` decimal text or null: Mark at which it is liquidated, all else the same; null = at none.
   *   - `initMargin` decimal text: Initial margin, in USDC.
   *   - `maintMargin` decimal text: Maintenance margin, in USDC.
   *   - `initMarginRatio` decimal text: Margin of a new position as a part of its value: 1 ÷ leverage.
   *   - `cost` decimal text: Entry value in USDC, exact.
   *   - `isolatedMargin` decimal text: Margin of its own, in an isolated market.
   * - `leverages` list of object: Leverage by market, where it is not the standard.
   *   - `symbol` text: Symbol of the market.
   *   - `value` integer: Leverage.
   * - `lp` object: Shares of the LP pool.
   *   - `balance` decimal text: What the shares are worth, in USDC.
   *   - `shares` decimal text: Shares of the LP pool.
   *   - `unrealizedPnl` decimal text: At the mark, funding owed included.
   *   - `netDeposits` decimal text: What came in from outside, less what left; shares of the pool are outside.
   *   - `scheduledShares` decimal text: Shares in scheduled withdrawals.
   *   - `lockedShares` decimal text: Shares too young to be withdrawn at once.
   *   - `unlockTime` time, epoch ms or null: When the last of these is free.
   * - `time` time, epoch ms: When, epoch milliseconds.
   * - `twitterUsername` text or null: Linked account, if any.
   * - `discordUsername` text or null: Linked account, if any.
   * - `capital` object or null: Of accounts of Vest Capital; null otherwise.
   *   - `capital_status` not_eligible | unknown | created | paid | pre_eval | active | goal_passed |
   *     goal_failed_max_drawdown | goal_failed_max_daily_loss | goal_failed_hidden | pre_funded | funded_active |
   *     funded_claimed | funded_failed_max_drawdown | funded_failed_max_daily_loss | claimed: Where the evaluation
   *     stands.
   *   - `is_funded` boolean: It is a funded account.
   *   - `is_practice` boolean: It is a free evaluation for practice: it is never claimed.
   *   - `is_frozen` boolean: Nothing may be ordered or paid out.
   *   - `reason` DISPUTED | DISPUTE_LOST | REFUNDED | EXPIRED | CLOSED | IN_REVIEW | DECLINED or null: Why it is
   *     frozen, or has ended without a verdict.
   *   - `initial_capital` decimal text: What the account began with.
   *   - `equity` decimal text: Collateral and unrealised profit.
   *   - `target_equity` decimal text or null: Equity at which the evaluation is passed.
   *   - `max_daily_loss_limit` decimal text: Equity below which the day’s loss ends it.
   *   - `max_drawdown_limit` decimal text: Equity below which the whole loss ends it.
   *   - `prior_day_balance` decimal text: Balance at the last reset.
   *   - `next_reset_time` time, epoch ms: When the day’s loss is counted anew.
   *   - `trading_days` integer: Days with a fill.
   *   - `failed_time` time, epoch ms or null: When it failed; null while it has not.
   *   - `claimable_time` time, epoch ms or null: From when on a passed evaluation may be claimed.
   *   - `available_profit` decimal text or null: Profit that can be withdrawn.
   *   - `profit_time` time, epoch ms or null: From when on the next profit may be withdrawn; null where the plan
   *     names no wait.
   *   - `network_type?` integer: 0 = EVM, 1 = Solana.
   *   - `primary_address` text: Primary account of its owner.
   *   - `updated_time` time, epoch ms: When this was worked out.
   *   - `active_capital_plan` object or null: The plan that is being traded; null without one.
   *     - `name` text: Name.
   *     - `priceId` text: Price of a plan.
   *     - `unitAmount` integer: Price in the smallest unit of its currency.
   *     - `metadata` object: Goals and limits of the plan.
   * @throws `CallError<'account'>`: what `PrivateReadError` names.
   */
  account(): Promise<AnswerOf<'account'>>

  /**
   * The highest nonce that was accepted of the signing key, 0 if none.
   * With a key that may read.
   * @returns
   * - `lastNonce` integer: The highest nonce that was accepted of the signing key.
   * @throws `CallError<'nonce'>`: what `PrivateReadError` names.
   */
  nonce(): Promise<AnswerOf<'nonce'>>

  /**
   * What the account was worth, oldest first: of each interval its begin and the last hourly value in it; where
   *   nothing had changed, the one before.
   * With a key that may read.
   * @returns
   *   - `time` time, epoch ms: Begin of the interval.
   *   - `equity` decimal text: Collateral and unrealised profit.
   *   - `collateral` decimal text: Money of the account, margin of isolated positions included.
   *   - `unrealizedPnl` decimal text: At the mark, funding owed included.
   *   - `netDeposits` decimal text: What came in from outside, less what left; shares of the pool are outside.
   * @throws `CallError<'equityHistory'>`: what `PrivateReadError` names.
   */
  equityHistory(query?: EquityHistoryQuery | undefined): Promise<AnswerOf<'equityHistory'>>

  /**
   * The limits that the owner has set for the account, what waits to loosen them, and what is left of the day.
   * With a key that may read.
   * @returns
   * - `limits` object: The limits that hold now; null = there is none.
   *   - `dailyStop` decimal text or null: Loss of a UTC day in USDC from which on nothing is opened; open losses
   *     count.
   *   - `sizeMax` decimal text or null: The largest position in one market, as a value in USDC.
   *   - `leverageMax` integer or null: The highest leverage.
   *   - `coolDown` object or null: After so much realised loss nothing is opened for so many minutes.
   *     - `loss` decimal text: Realised loss in USDC since the best balance, at which the cool-down begins.
   *     - `minutes` integer: How long the cool-down lasts.
   * - `pending` object or null: Looser limits that hold from nextResetTime on; null = none were asked for.
   *   - `dailyStop` decimal text or null: Loss of a UTC day in USDC from which on nothing is opened; open losses
   *     count.
   *   - `sizeMax` decimal text or null: The largest position in one market, as a value in USDC.
   *   - `leverageMax` integer or null: The highest leverage.
   *   - `coolDown` object or null: After so much realised loss nothing is opened for so many minutes.
   *     - `loss` decimal text: Realised loss in USDC since the best balance, at which the cool-down begins.
   *     - `minutes` integer: How long the cool-down lasts.
   * - `nextResetTime` time, epoch ms: The next 00:00 UTC.
   * - `dayResult` decimal text: Result of the UTC day in USDC, deposits apart: a loss is negative.
   * - `dailyLeft` decimal text or null: What may still be lost until the daily stop holds; null = there is no
   *   daily stop.
   * - `isStopped` boolean: The daily stop holds until nextResetTime.
   * - `coolUntil` time, epoch ms or null: The end of the cool-down that runs; null = none.
   * @throws `CallError<'guardrails'>`: ACCOUNT_NOT_FOUND, and what `PrivateReadError` names.
   */
  guardrails(): Promise<AnswerOf<'guardrails'>>

  /**
   * Sets all limits of the owner: what is stricter holds at once, what is looser from 00:00 UTC on.
   * With the key of a session alone.
   * @param body
   * - `dailyStop?` text or null: Loss of a UTC day in USDC from which on nothing is opened; open losses count.
   * - `sizeMax?` text or null: The largest position in one market, as a value in USDC.
   * - `leverageMax?` number or null: The highest leverage.
   * - `coolDown?` object or null: After so much realised loss nothing is opened for so many minutes.
   *   - `loss` text: Realised loss in USDC since the best balance, at which the cool-down begins.
   *   - `minutes` number: How long the cool-down lasts.
   * @returns
   * - `limits` object: The limits that hold now; null = there is none.
   *   - `dailyStop` decimal text or null: Loss of a UTC day in USDC from which on nothing is opened; open losses
   *     count.
   *   - `sizeMax` decimal text or null: The largest position in one market, as a value in USDC.
   *   - `leverageMax` integer or null: The highest leverage.
   *   - `coolDown` object or null: After so much realised loss nothing is opened for so many minutes.
   *     - `loss` decimal text: Realised loss in USDC since the best balance, at which the cool-down begins.
   *     - `minutes` integer: How long the cool-down lasts.
   * - `pending` object or null: Looser limits that hold from nextResetTime on; null = none were asked for.
   *   - `dailyStop` decimal text or null: Loss of a UTC day in USDC from which on nothing is opened; open losses
   *     count.
   *   - `sizeMax` decimal text or null: The largest position in one market, as a value in USDC.
   *   - `leverageMax` integer or null: The highest leverage.
   *   - `coolDown` object or null: After so much realised loss nothing is opened for so many minutes.
   *     - `loss` decimal text: Realised loss in USDC since the best balance, at which the cool-down begins.
   *     - `minutes` integer: How long the cool-down lasts.
   * - `nextResetTime` time, epoch ms: The next 00:00 UTC.
   * - `dayResult` decimal text: Result of the UTC day in USDC, deposits apart: a loss is negative.
   * - `dailyLeft` decimal text or null: What may still be lost until the daily stop holds; null = there is no
   *   daily stop.
   * - `isStopped` boolean: The daily stop holds until nextResetTime.
   * - `coolUntil` time, epoch ms or null: The end of the cool-down that runs; null = none.
   * @throws `CallError<'setGuardrails'>`: ACCOUNT_NOT_FOUND, and what `PrivateReadError` names.
   */
  setGuardrails(body: BodyOf<'setGuardrails'>): Promise<AnswerOf<'setGuardrails'>>

  /**
   * Makes the key of the private socket, or answers the one there is.
   * With a key that may read.
   * @returns
   * - `listenKey` text: Opens the private feed.
   * @throws `CallError<'createListenKey'>`: what `PrivateReadError` names.
   */
  createListenKey(): Promise<AnswerOf<'createListenKey'>>

  /**
   * Extends the key of the private socket.
   * With a key that may read.
   * @returns
   * - `listenKey` text: Opens the private feed.
   * @throws `CallError<'extendListenKey'>`: INVALID_LISTEN_KEY, and what `PrivateReadError` names.
   */
  extendListenKey(): Promise<AnswerOf<'extendListenKey'>>

  /**
   * Ends the key of the private socket.
   * With a key that may read.
   * @throws `CallError<'deleteListenKey'>`: INVALID_LISTEN_KEY, and what `PrivateReadError` names.
   */
  deleteListenKey(): Promise<AnswerOf<'deleteListenKey'>>

  /**
   * Who may act for the account: its sessions and the keys of its programs.
   * With the key of a session alone.
   * @returns
   *   - `id` hex text, 0x…: Hash of the key, by which it is revoked.
   *   - `kind` session | program: Of a session or of a program.
   *   - `label` text: Name that its owner gave it.
   *   - `scopes` list of read | trade: What it may do: read, trade.
   *   - `createTime` time, epoch ms: When it was made.
   *   - `expiryTime` time, epoch ms or null: Until when the key holds.
   *   - `createdFrom` text or null: The network that it was made from, cut to /24 or /64; null where that is not
   *     known.
   *   - `browser` text or null: Browser and system of the program that made it, as far as it told.
   *   - `lastUsedTime` time, epoch ms or null: When it was used last, as far as this server knows.
   *   - `lastUsedFrom` text or null: The network that it was used from last, cut to /24 or /64.
   *   - `ipAllowList` list of text: Addresses or networks from which it may be used; none = from anywhere.
   *   - `signingAddr` address, 0x and 40 digits: Address of the signing key.
   *   - `maxDailyLoss` decimal text or null: The most that the signing key of the program may give away in a day
   *     (UTC), in USDC; null: no bound.
   *   - `lostToday` decimal text or null: What it has given away since 00:00 UTC, fees included; null where there
   *     is no bound.
   *   - `isCurrent` boolean: It is the key that asks.
   * @throws `CallError<'apiKeys'>`: what `PrivateReadError` names.
   */
  apiKeys(): Promise<AnswerOf<'apiKeys'>>

  /**
   * Makes a key for a program: what it may do, until when, and from which addresses. It is told this once.
   * With the key of a session alone.
   * @param body
   * - `label` text: Name that its owner gave it.
   * - `scopes` list of read | trade: What it may do: read, trade.
   * - `expiryTime?` number or null: Until when the key holds.
   * - `ipAllowList?` list of text or null: Addresses or networks from which it may be used; none = from anywhere.
   * - `signingAddr?` text or null: The key that the program signs with. With scope trade one of its own that was
   *   never used here; without, one that was registered before, and absent, that of this session.
   * - `maxDailyLoss?` text or null: The most that the signing key of the program may give away in a day (UTC), in
   *   USDC; null: no bound.
   * @returns
   * - `id` hex text, 0x…: Hash of the key, by which it is revoked.
   * - `apiKey` text: The key in clear; it is told this once.
   * @throws `CallError<'createApiKey'>`: what `PrivateReadError` names.
   */
  createApiKey(body: BodyOf<'createApiKey'>): Promise<AnswerOf<'createApiKey'>>

  /**
   * Ends the key of a program, or a session and its registration. Its socket is closed; the approval of a session
   *   opens no more keys.
   * With the key of a session alone.
   * @param id The id of the key in the list.
   * @throws `CallError<'revokeApiKey'>`: what `PrivateReadError` names.
   */
  revokeApiKey(id: string): Promise<AnswerOf<'revokeApiKey'>>

  /**
   * Saved addresses, whether only they are paid, the lock of withdrawals, and who was paid before.
   * With a key that may read.
   * @returns
   * - `addresses` list of object: Saved addresses, in the order in which they were saved.
   *   - `recipient` text: Who is paid on the chain.
   *   - `chainId` integer or null: Chain; 0 = Solana.
   *   - `label` text: Name that its owner gave it.
   *   - `usableTime` time, epoch ms: While only saved addresses are paid, this one is paid from then on.
   * - `isListOn` boolean: Only saved addresses are paid.
   * - `listEndTime` time, epoch ms or null: The list goes off then; null = it stays as it is.
   * - `lockedUntil` time, epoch ms or null: Nothing leaves until then; null = withdrawals are not locked.
   * - `coolDown` integer: Milliseconds until what is looser holds.
   * - `paid` list of object: Addresses that withdrawals have reached, the last one first.
   *   - `recipient` text: Who is paid on the chain.
   *   - `chainId` integer: Chain; 0 = Solana.
   *   - `lastTime` time, epoch ms: When the last of these withdrawals was asked for.
   * @throws `CallError<'addressBook'>`: ACCOUNT_NOT_FOUND, and what `PrivateReadError` names.
   */
  addressBook(): Promise<AnswerOf<'addressBook'>>
}
