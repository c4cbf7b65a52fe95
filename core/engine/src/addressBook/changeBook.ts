/**
 * One change of an address book. What is stricter (an address removed, the list on, a lock) holds at once; what is looser
 * (an address saved while the list is on, the list off) after the cool-down. Asking again for what waits never moves its
 * time, and a label is changed without a wait. So no order of changes pays an address that was not on the list a
 * cool-down ago, and none lifts a lock.
 */
import {
  ADDRESS_LABEL_MAX,
  CHAIN_SOLANA,
  type ErrorCode,
  REFUSAL,
  SAVED_ADDRESSES_MAX,
  timeMs,
  type TimeMs,
  WITHDRAWAL_LOCK_MAX_MS,
} from '@vest/protocol'
import type { AddressBookChange, AddressBookView, SavedPlace } from '../api/index.ts'
import type { Account, AddressBook, Exchange } from '../state/index.ts'
import { isListOn, isLocked, isSamePlace } from './bookState.ts'

const EMPTY: AddressBook = {
  addresses: [],
  isListOn: false,
  listEndsMs: undefined,
  lockedUntilMs: undefined,
}

/** 0, or why nothing was changed. */
export function changeBook(exchange: Exchange, account: Account, change: AddressBookChange): ErrorCode | 0 {
  if (!isSound(change)) return REFUSAL.INVALID_PARAMETER
  const { timeMs: nowMs, parameters } = exchange
  const book = { ...(account.addressBook ?? EMPTY) }
  const wasListOn = isListOn(book, nowMs)
  if (!wasListOn) Object.assign(book, { isListOn: false, listEndsMs: undefined })
  const coolFromMs = timeMs(nowMs + parameters.addressCoolDownMs)
  switch (change.kind) {
    case 'SAVE': {
      const known = book.addresses.find((each) => isSamePlace(each, change))
      if (known === undefined && book.addresses.length >= SAVED_ADDRESSES_MAX)
        return REFUSAL.ADDRESS_BOOK_FULL
      const { label } = change
      const usableFromMs = wasListOn ? coolFromMs : timeMs(nowMs)
      book.addresses =
        known === undefined
          ? [...book.addresses, { ...placeOf(change), label, usableFromMs }]
          : book.addresses.map((each) => (each === known ? { ...known, label } : each))
      break
    }
    case 'REMOVE':
      book.addresses = book.addresses.filter((each) => !isSamePlace(each, change))
      break
    case 'LIST_ON':
      Object.assign(book, { isListOn: true, listEndsMs: undefined })
      break
    case 'LIST_OFF':
      if (wasListOn) book.listEndsMs ??= coolFromMs
      break
    case 'LOCK':
      book.lockedUntilMs = laterOf(book.lockedUntilMs, timeMs(nowMs + change.durationMs))
      break
  }
  account.addressBook = isEmpty(book) ? undefined : book
  return 0
}

/** When a change that was just made holds, where that is later; of a lock its end. */
export function effectiveTime(
  { timeMs: nowMs }: Exchange,
  { addressBook: book = EMPTY }: Account,
  change: AddressBookChange,
): TimeMs | undefined {
  if (change.kind === 'LOCK') return book.lockedUntilMs
  if (change.kind === 'LIST_OFF') return book.listEndsMs
  if (change.kind !== 'SAVE' || !isListOn(book, nowMs)) return undefined
  const saved = book.addresses.find((each) => isSamePlace(each, change))!
  return saved.usableFromMs > nowMs ? saved.usableFromMs : undefined
}

export function addressBookView(
  { timeMs: nowMs, parameters }: Exchange,
  { addressBook: book = EMPTY }: Account,
): AddressBookView {
  const isOn = isListOn(book, nowMs)
  return {
    addresses: book.addresses,
    isListOn: isOn,
    ...(isOn && book.listEndsMs !== undefined ? { listEndsMs: book.listEndsMs } : {}),
    ...(isLocked(book, nowMs) ? { lockedUntilMs: book.lockedUntilMs! } : {}),
    coolDownMs: parameters.addressCoolDownMs,
  }
}

function isSound(change: AddressBookChange): boolean {
  switch (change.kind) {
    case 'SAVE':
      return isPlace(change) && change.label.length > 0 && change.label.length <= ADDRESS_LABEL_MAX
    case 'REMOVE':
      return isPlace(change)
    case 'LOCK':
      return (
        Number.isSafeInteger(change.durationMs) &&
        change.durationMs > 0 &&
        change.durationMs <= WITHDRAWAL_LOCK_MAX_MS
      )
    default:
      return true
  }
}

const isPlace = ({ recipient, chainId }: SavedPlace): boolean =>
  recipient.length > 0 && recipient.startsWith('0x') === (chainId !== CHAIN_SOLANA)

const placeOf = ({ recipient, chainId }: SavedPlace): SavedPlace =>
  chainId === undefined ? { recipient } : { recipient, chainId }

const laterOf = (one: TimeMs | undefined, other: TimeMs): TimeMs =>
  one !== undefined && one > other ? one : other

const isEmpty = ({ addresses, isListOn: isOn, lockedUntilMs }: AddressBook): boolean =>
  addresses.length === 0 && !isOn && lockedUntilMs === undefined
