/**
 * The chapter Outside: what its calls are asked with, and the methods of those that need nothing but to be sent. Errors by
 * their names stand in `errors.ts`. Written by `node tools/program.mjs reference` from the files of the calls.
 */
import type { AnswerOf, BodyOf } from '@vest/protocol'

export interface OutsideCalls {
  /**
   * The page on which the account buys USDC with a card.
   * With the key of a session alone.
   * An exchange without this part answers 503 with code 0.
   * @returns
   * - `url` text: Where to go on.
   * - `expires_time` time, epoch ms: Until when the address holds.
   * @throws `CallError<'onRampUrl'>`: what `PrivateReadError` names.
   */
  onRampUrl(): Promise<AnswerOf<'onRampUrl'>>

  /**
   * Names a deposit that was sent on Solana, by its transaction.
   * With the key of a session alone.
   * An exchange without this part answers 503 with code 0.
   * @param transactionHash Transaction that moved the money.
   * @returns
   * - `id` id, 0x and 64 digits: Id: 0x and 64 digits, lower case.
   * @throws `CallError<'depositSolana'>`: INVALID_TRANSACTION, ALREADY_USE_TRANSACTION, and what
   *   `PrivateReadError` names.
   */
  depositSolana(
    transactionHash: BodyOf<'depositSolana'>['transactionHash'],
  ): Promise<AnswerOf<'depositSolana'>>

  /**
   * The account at the network that the owner of the account has linked.
   * With a key that may read.
   * An exchange without this part answers 503 with code 0.
   * @returns
   * - `username` text or null: Name at the network; null: none is linked.
   * @throws `CallError<'socialAccount'>`: what `PrivateReadError` names.
   */
  socialAccount(): Promise<AnswerOf<'socialAccount'>>

  /**
   * Begins to link an account at the network: the page on which its owner gives leave. Needs a deposit.
   * With the key of a session alone.
   * An exchange without this part answers 503 with code 0.
   * @returns
   * - `url` text: Where to go on.
   * - `expires_time` time, epoch ms: Until when the address holds.
   * @throws `CallError<'linkSocial'>`: what `PrivateReadError` names.
   */
  linkSocial(): Promise<AnswerOf<'linkSocial'>>

  /**
   * Ends it, with what the browser came back with.
   * With the key of a session alone.
   * An exchange without this part answers 503 with code 0.
   * @param body
   * - `code` text: As the browser came back with it.
   * - `state` text: As the browser came back with it.
   * @returns
   * - `username` text or null: Name at the network; null: none is linked.
   * @throws `CallError<'completeSocialLink'>`: what `PrivateReadError` names.
   */
  completeSocialLink(body: BodyOf<'completeSocialLink'>): Promise<AnswerOf<'completeSocialLink'>>

  /**
   * Takes the leave back, here and at the network.
   * With the key of a session alone.
   * An exchange without this part answers 503 with code 0.
   * @returns
   * - `username` text or null: Name at the network; null: none is linked.
   * @throws `CallError<'unlinkSocial'>`: what `PrivateReadError` names.
   */
  unlinkSocial(): Promise<AnswerOf<'unlinkSocial'>>

  /**
   * Posts a text with a picture in the name of the owner of the account.
   * With the key of a session alone.
   * An exchange without this part answers 503 with code 0.
   * @param body
   * - `text` text: What is posted.
   * - `image` text: Picture of the post, as a data URL.
   * @returns
   * - `id` text: Of the post.
   * - `url` text: Where the post can be seen.
   * @throws `CallError<'sendPost'>`: what `PrivateReadError` names.
   */
  sendPost(body: BodyOf<'sendPost'>): Promise<AnswerOf<'sendPost'>>
}
