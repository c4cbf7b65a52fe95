/**
 * The chapter Notices: what its calls are asked with, and the methods of those that need nothing but to be sent. Errors by
 * their names stand in `errors.ts`. Written by `node tools/program.mjs reference` from the files of the calls.
 */
import type { AnswerOf, BodyOf } from '@vest/protocol'

/** What `notices` is asked with. */
export interface NoticesQuery {
  /** At most so many; default and maximum 200. */
  readonly limit?: number | undefined
}

export interface NoticesCalls {
  /**
   * What the account was told, newest first, and how much of it is unread. Notices begin with the first call:
   *   nothing from before it is told.
   * With a key that may read.
   * @returns
   * - `unread` integer: How many are unread.
   * - `notices` list of object: Newest first.
   *   - `noticeId` text: By which it is marked as read.
   *   - `about` FILLS | LIQUIDATION | FUNDING | TRANSFERS | CAPITAL | ALERTS | LISTINGS | MAINTENANCE: What it is
   *     about, as the settings know it.
   *   - `kind` ORDER_FILLED | ORDER_CANCELLED | EXIT_FAILED | LIQUIDATED | LIQUIDATION_NEAR | FUNDING_ABOVE |
   *     DEPOSIT_ARRIVED | DEPOSIT_REFUSED | WITHDRAWAL_APPROVED | WITHDRAWAL_SENT | WITHDRAWAL_REFUSED |
   *     ADDRESS_BOOK_CHANGED | CAPITAL_CHANGED | CAPITAL_LOSS_NEAR | PRICE_REACHED | MARKET_LISTED | SERVICE_SAID:
   *     What it says.
   *   - `time` time, epoch ms: When, epoch milliseconds.
   *   - `read` boolean: It was read on some device.
   *   - `symbol` text or null: The market; null: it is about none.
   *   - `values` object: The words that it says it with, by its kind.
   * @throws `CallError<'notices'>`: what `PrivateReadError` names.
   */
  notices(query?: NoticesQuery | undefined): Promise<AnswerOf<'notices'>>

  /**
   * Marks notices as read, here and on every other device.
   * With the key of a session alone.
   * @param noticeIds Which have been read; null: all of them.
   * @returns
   * - `unread` integer: How many are left unread.
   * @throws `CallError<'readNotices'>`: what `PrivateReadError` names.
   */
  readNotices(noticeIds: BodyOf<'readNotices'>['noticeIds']): Promise<AnswerOf<'readNotices'>>

  /**
   * What reaches the owner by which way, and to which address.
   * With the key of a session alone.
   * @returns
   * - `channels` object: By category, the ways by which it reaches the owner.
   *   - `screen` boolean: Shown in the app.
   *   - `browser` boolean: Told by the browser while a tab is open.
   *   - `mail` boolean: Sent to the address that was confirmed.
   * - `fundingAbove` decimal text: Rate for eight hours, percent, above which what the account pays is told.
   * - `quiet` object or null: When mail waits; null: never. What is urgent comes all the same.
   *   - `from` time of day, hh:mm: Begin, in the time of the zone.
   *   - `to` time of day, hh:mm: End, in the time of the zone.
   *   - `zone` text: Name of the time zone, such as Europe/Berlin.
   * - `language` en | zh: Of mails: en or zh.
   * - `email` text or null: Where notices go; null: none is confirmed.
   * @throws `CallError<'noticeSettings'>`: what `PrivateReadError` names.
   */
  noticeSettings(): Promise<AnswerOf<'noticeSettings'>>

  /**
   * Chooses what reaches the owner by which way. Liquidations, the capital programme and maintenance are always
   *   shown on screen.
   * With the key of a session alone.
   * @param body
   * - `channels` object: By category, the ways by which it reaches the owner.
   *   - `screen` boolean: Shown in the app.
   *   - `browser` boolean: Told by the browser while a tab is open.
   *   - `mail` boolean: Sent to the address that was confirmed.
   * - `fundingAbove` decimal text: Rate for eight hours, percent, above which what the account pays is told.
   * - `quiet` object or null: When mail waits; null: never. What is urgent comes all the same.
   *   - `from` time of day, hh:mm: Begin, in the time of the zone.
   *   - `to` time of day, hh:mm: End, in the time of the zone.
   *   - `zone` text: Name of the time zone, such as Europe/Berlin.
   * - `language` en | zh: Of mails: en or zh.
   * @returns
   * - `channels` object: By category, the ways by which it reaches the owner.
   *   - `screen` boolean: Shown in the app.
   *   - `browser` boolean: Told by the browser while a tab is open.
   *   - `mail` boolean: Sent to the address that was confirmed.
   * - `fundingAbove` decimal text: Rate for eight hours, percent, above which what the account pays is told.
   * - `quiet` object or null: When mail waits; null: never. What is urgent comes all the same.
   *   - `from` time of day, hh:mm: Begin, in the time of the zone.
   *   - `to` time of day, hh:mm: End, in the time of the zone.
   *   - `zone` text: Name of the time zone, such as Europe/Berlin.
   * - `language` en | zh: Of mails: en or zh.
   * - `email` text or null: Where notices go; null: none is confirmed.
   * @throws `CallError<'setNoticeSettings'>`: what `PrivateReadError` names.
   */
  setNoticeSettings(body: BodyOf<'setNoticeSettings'>): Promise<AnswerOf<'setNoticeSettings'>>

  /**
   * Sends a code of six digits to an address; nothing else is sent there before it comes back.
   * With the key of a session alone.
   * @param body
   * - `email` text: Where the code goes.
   * - `language` en | zh: Of mails: en or zh.
   * @returns
   * - `expiryTime` time, epoch ms: Until when the code is good.
   * @throws `CallError<'setNoticeMail'>`: what `PrivateReadError` names.
   */
  setNoticeMail(body: BodyOf<'setNoticeMail'>): Promise<AnswerOf<'setNoticeMail'>>

  /**
   * The code that came: from here on notices go to that address.
   * With the key of a session alone.
   * @param code The six digits that came.
   * @returns
   * - `channels` object: By category, the ways by which it reaches the owner.
   *   - `screen` boolean: Shown in the app.
   *   - `browser` boolean: Told by the browser while a tab is open.
   *   - `mail` boolean: Sent to the address that was confirmed.
   * - `fundingAbove` decimal text: Rate for eight hours, percent, above which what the account pays is told.
   * - `quiet` object or null: When mail waits; null: never. What is urgent comes all the same.
   *   - `from` time of day, hh:mm: Begin, in the time of the zone.
   *   - `to` time of day, hh:mm: End, in the time of the zone.
   *   - `zone` text: Name of the time zone, such as Europe/Berlin.
   * - `language` en | zh: Of mails: en or zh.
   * - `email` text or null: Where notices go from here on.
   * @throws `CallError<'confirmNoticeMail'>`: WRONG_CODE, CODE_ENDED, and what `PrivateReadError` names.
   */
  confirmNoticeMail(code: BodyOf<'confirmNoticeMail'>['code']): Promise<AnswerOf<'confirmNoticeMail'>>

  /**
   * Forgets the address; no notice is sent any more.
   * With the key of a session alone.
   * @returns
   * - `channels` object: By category, the ways by which it reaches the owner.
   *   - `screen` boolean: Shown in the app.
   *   - `browser` boolean: Told by the browser while a tab is open.
   *   - `mail` boolean: Sent to the address that was confirmed.
   * - `fundingAbove` decimal text: Rate for eight hours, percent, above which what the account pays is told.
   * - `quiet` object or null: When mail waits; null: never. What is urgent comes all the same.
   *   - `from` time of day, hh:mm: Begin, in the time of the zone.
   *   - `to` time of day, hh:mm: End, in the time of the zone.
   *   - `zone` text: Name of the time zone, such as Europe/Berlin.
   * - `language` en | zh: Of mails: en or zh.
   * - `email` text or null: Null: none is known any more.
   * @throws `CallError<'removeNoticeMail'>`: what `PrivateReadError` names.
   */
  removeNoticeMail(): Promise<AnswerOf<'removeNoticeMail'>>

  /**
   * Prices that the account waits for.
   * With a key that may read.
   * @returns
   * - `alerts` list of object: Every price that is waited for.
   *   - `alertId` text: By which it is removed.
   *   - `symbol` text: Symbol of the market.
   *   - `price` decimal text: The mark that is waited for.
   *   - `isAbove` boolean: The mark has to rise to the price; otherwise to fall to it.
   *   - `repeat` ONCE | EVERY_TIME: ONCE, or EVERY_TIME that the price comes back.
   * @throws `CallError<'alerts'>`: what `PrivateReadError` names.
   */
  alerts(): Promise<AnswerOf<'alerts'>>

  /**
   * Waits for the mark to reach a price, also while no tab is open. EVERY_TIME: the mark has to be a tenth of a
   *   percent away before it can come again.
   * With the key of a session alone.
   * @param body
   * - `symbol` text: Symbol of the market.
   * - `price` number or text: The mark that is waited for.
   * - `isAbove` boolean: The mark has to rise to the price; otherwise to fall to it.
   * - `repeat` ONCE | EVERY_TIME: ONCE, or EVERY_TIME that the price comes back.
   * @returns
   * - `alertId` text: By which it is removed.
   * - `symbol` text: Symbol of the market.
   * - `price` decimal text: The mark that is waited for.
   * - `isAbove` boolean: The mark has to rise to the price; otherwise to fall to it.
   * - `repeat` ONCE | EVERY_TIME: ONCE, or EVERY_TIME that the price comes back.
   * @throws `CallError<'setAlert'>`: BAD_DECIMALS, BAD_SYMBOL, and what `PrivateReadError` names.
   */
  setAlert(body: BodyOf<'setAlert'>): Promise<AnswerOf<'setAlert'>>

  /**
   * Waits no longer; of one that is gone already nothing is said.
   * With the key of a session alone.
   * @param id The alertId of the list.
   * @returns
   * - `alerts` list of object: Every price that is waited for.
   *   - `alertId` text: By which it is removed.
   *   - `symbol` text: Symbol of the market.
   *   - `price` decimal text: The mark that is waited for.
   *   - `isAbove` boolean: The mark has to rise to the price; otherwise to fall to it.
   *   - `repeat` ONCE | EVERY_TIME: ONCE, or EVERY_TIME that the price comes back.
   * @throws `CallError<'removeAlert'>`: what `PrivateReadError` names.
   */
  removeAlert(id: string): Promise<AnswerOf<'removeAlert'>>
}
