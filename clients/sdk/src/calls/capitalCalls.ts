/**
 * The chapter Capital: what its calls are asked with, and the methods of those that need nothing but to be sent. Errors by
 * their names stand in `errors.ts`. Written by `node tools/program.mjs reference` from the files of the calls.
 */
import type { AnswerOf, BodyOf } from '@vest/protocol'

/** What `capitalStatus` is asked with. */
export interface CapitalStatusQuery {
  /** At most 50 addresses; absent: that of the key. */
  readonly address?: string | readonly string[] | undefined
  /** All evaluation and funded accounts of the owner, oldest first. */
  readonly all?: boolean | undefined
  /** With the kind of network. */
  readonly get_network_type?: boolean | undefined
}

export interface CapitalCalls {
  /**
   * Evaluation plans with their price, goal and limits.
   * An exchange without this part answers 503 with code 0.
   * @returns
   * - `products` list of object: Plans that can be bought.
   *   - `name` text: Name.
   *   - `priceId` text: Price of a plan.
   *   - `unitAmount` integer: Price in the smallest unit of its currency.
   *   - `metadata` object: Goals and limits of the plan.
   *   - `currency` text: Currency of the price.
   * - `rulebook` text: Version of the rules that a purchase of today pins.
   * @throws `CallError<'capitalPlans'>`: what `ReadError` names.
   */
  capitalPlans(): Promise<AnswerOf<'capitalPlans'>>

  /**
   * Where evaluation and funded accounts stand, by address; of those of others nothing is told.
   * With a key that may read.
   * An exchange without this part answers 503 with code 0.
   * @returns
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
   *   - `equity` decimal text: Equity of the account.
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
   * @throws `CallError<'capitalStatus'>`: ACCOUNT_NOT_FOUND, and what `PrivateReadError` names.
   */
  capitalStatus(query?: CapitalStatusQuery | undefined): Promise<AnswerOf<'capitalStatus'>>

  /**
   * Begins the payment of a plan: the page to send the buyer to.
   * With the key of a session alone.
   * An exchange without this part answers 503 with code 0.
   * @param body
   * - `address` text: Address of the account.
   * - `priceId` text: Price of a plan.
   * - `email` text: Where the receipt goes.
   * - `accessToken?` text or null: From the sign-in with the identity provider.
   * - `proof?` object or null: The wallet approves a signing key, as for a registration.
   *   - `signingAddr` text: Address of the signing key.
   *   - `expiryTime` number: Until when the key holds.
   *   - `signature` text: Of the account or of its signing key: r, s and v, 65 bytes in hex. Registration also
   *     takes what a contract wallet (ERC-1271) holds for its own, up to 2,048 bytes.
   * @returns
   * - `url` text: Where to go on.
   * - `session_id` text: Of the checkout.
   * - `expires_time` time, epoch ms: Until when the address holds.
   * @throws `CallError<'capitalCheckout'>`: INVALID_SIGNATURE, ACCOUNT_NOT_FOUND, and what `PrivateReadError`
   *   names.
   */
  capitalCheckout(body: BodyOf<'capitalCheckout'>): Promise<AnswerOf<'capitalCheckout'>>

  /**
   * Opens the capital account of an allocated wallet, by the token of its owner.
   * An exchange without this part answers 503 with code 0.
   * @param body
   * - `primaryAddr` text: Address of the primary key: the account.
   * - `accessToken` text: From the sign-in with the identity provider.
   * - `isFunded` boolean: It is a funded account of Vest Capital.
   * - `eval_address?` text or null: Account of the evaluation.
   * - `proof?` object or null: The wallet approves a signing key, as for a registration.
   *   - `signingAddr` text: Address of the signing key.
   *   - `expiryTime` number: Until when the key holds.
   *   - `signature` text: Of the account or of its signing key: r, s and v, 65 bytes in hex. Registration also
   *     takes what a contract wallet (ERC-1271) holds for its own, up to 2,048 bytes.
   * @returns
   * - `address` text: Address of the account.
   * - `is_funded` boolean: It is a funded account.
   * - `capital_status` not_eligible | unknown | created | paid | pre_eval | active | goal_passed |
   *   goal_failed_max_drawdown | goal_failed_max_daily_loss | goal_failed_hidden | pre_funded | funded_active |
   *   funded_claimed | funded_failed_max_drawdown | funded_failed_max_daily_loss | claimed: Where the evaluation
   *   stands.
   * - `collateral` decimal text: What the account begins with.
   * - `active_capital_plan` object or null: The plan that is being traded; null without one.
   *   - `name` text: Name.
   *   - `priceId` text: Price of a plan.
   *   - `unitAmount` integer: Price in the smallest unit of its currency.
   *   - `metadata` object: Goals and limits of the plan.
   * - `time` time, epoch ms: When, epoch milliseconds.
   * @throws `CallError<'capitalRegister'>`: ACCOUNT_NOT_FOUND, UNAUTHORIZED, ACTION_NOT_AVAILABLE, and what
   *   `ReadError` names.
   */
  capitalRegister(body: BodyOf<'capitalRegister'>): Promise<AnswerOf<'capitalRegister'>>

  /**
   * Claims the funded account after an evaluation that was passed.
   * With the key of a session alone.
   * An exchange without this part answers 503 with code 0.
   * @param body
   * - `funded_register_params` object: Registration of the funded account.
   *   - `primaryAddr` text: Address of the primary key: the account.
   *   - `accessToken` text: From the sign-in with the identity provider.
   *   - `isFunded` boolean: It is a funded account of Vest Capital.
   *   - `eval_address?` text or null: Account of the evaluation.
   *   - `proof?` object or null: The wallet approves a signing key, as for a registration.
   *     - `signingAddr` text: Address of the signing key.
   *     - `expiryTime` number: Until when the key holds.
   *     - `signature` text: Of the account or of its signing key: r, s and v, 65 bytes in hex. Registration also
   *       takes what a contract wallet (ERC-1271) holds for its own, up to 2,048 bytes.
   * - `eval_address?` text or null: Account of the evaluation.
   * @returns
   * - `claim` object: What proves that the account may be activated.
   *   - `id` id, 0x and 64 digits: Of the funded account.
   *   - `eval_address` text: Account of the evaluation.
   *   - `funded_address` text: The funded account.
   *   - `status` pending | done | rejected: Whether it was activated.
   *   - `time` time, epoch ms: When, epoch milliseconds.
   * @throws `CallError<'capitalActivate'>`: INVALID_SIGNATURE, ACCOUNT_NOT_FOUND, and what `PrivateReadError`
   *   names.
   */
  capitalActivate(body: BodyOf<'capitalActivate'>): Promise<AnswerOf<'capitalActivate'>>

  /**
   * Opens a practice evaluation under the rules of a plan, or the rules of practice if none is named: free, and
   *   never claimed. One at a time.
   * With the key of a session alone.
   * An exchange without this part answers 503 with code 0.
   * @param body
   * - `address` text: Address of the account.
   * - `priceId?` text or null: Price of a plan.
   * - `accessToken?` text or null: From the sign-in with the identity provider.
   * - `proof?` object or null: The wallet approves a signing key, as for a registration.
   *   - `signingAddr` text: Address of the signing key.
   *   - `expiryTime` number: Until when the key holds.
   *   - `signature` text: Of the account or of its signing key: r, s and v, 65 bytes in hex. Registration also
   *     takes what a contract wallet (ERC-1271) holds for its own, up to 2,048 bytes.
   * @returns
   * - `address` text: Address of the account.
   * - `is_funded` boolean: It is a funded account.
   * - `capital_status` not_eligible | unknown | created | paid | pre_eval | active | goal_passed |
   *   goal_failed_max_drawdown | goal_failed_max_daily_loss | goal_failed_hidden | pre_funded | funded_active |
   *   funded_claimed | funded_failed_max_drawdown | funded_failed_max_daily_loss | claimed: Where the evaluation
   *   stands.
   * - `collateral` decimal text: Money of the account, without unrealised profit.
   * - `active_capital_plan` object or null: The plan that is being traded; null without one.
   *   - `name` text: Name.
   *   - `priceId` text: Price of a plan.
   *   - `unitAmount` integer: Price in the smallest unit of its currency.
   *   - `metadata` object: Goals and limits of the plan.
   * - `time` time, epoch ms: When, epoch milliseconds.
   * @throws `CallError<'capitalPractice'>`: INVALID_SIGNATURE, ACCOUNT_NOT_FOUND, and what `PrivateReadError`
   *   names.
   */
  capitalPractice(body: BodyOf<'capitalPractice'>): Promise<AnswerOf<'capitalPractice'>>

  /**
   * The signed certificate of a pass or breach, with everything that it was decided from.
   * With a key that may read.
   * An exchange without this part answers 503 with code 0.
   * @param address A wallet of the same owner; absent: that of the key.
   * @returns
   * - `certificate` text: The file of the certificate, byte by byte as it is signed.
   * - `signer` text: Who signed.
   * @throws `CallError<'capitalVerdict'>`: ACCOUNT_NOT_FOUND, and what `PrivateReadError` names.
   */
  capitalVerdict(address?: string | undefined): Promise<AnswerOf<'capitalVerdict'>>

  /**
   * When the plan of an evaluation was paid, step by step.
   * With a key that may read.
   * An exchange without this part answers 503 with code 0.
   * @param address A wallet of the same owner; absent: that of the key.
   * @returns
   * - `address` text: Address of the account.
   * - `began_time` time, epoch ms: When the checkout was begun.
   * - `finished_time` time, epoch ms or null: When the buyer finished the checkout, as the payment provider says;
   *   null: not yet, or unknown.
   * - `paid_time` time, epoch ms or null: When the exchange recorded that the plan is paid; null while it has not.
   * @throws `CallError<'capitalPayment'>`: ACCOUNT_NOT_FOUND, and what `PrivateReadError` names.
   */
  capitalPayment(address?: string | undefined): Promise<AnswerOf<'capitalPayment'>>
}
