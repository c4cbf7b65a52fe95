/** Whether a list or a lock holds at a time. Nothing ends them but the time, so that no timer is needed. */
import { CHAIN_SOLANA } from '@vest/protocol'
import type { SavedAddress, SavedPlace } from '../api/index.ts'
import type { AddressBook } from '../state/index.ts'

export const isListOn = ({ isListOn: isOn, listEndsMs }: AddressBook, nowMs: number): boolean =>
  isOn && (listEndsMs === undefined || nowMs < listEndsMs)

export const isLocked = ({ lockedUntilMs }: AddressBook, nowMs: number): boolean =>
  lockedUntilMs !== undefined && nowMs < lockedUntilMs

export const isSamePlace = (one: SavedPlace, other: SavedPlace): boolean =>
  one.recipient === other.recipient && one.chainId === other.chainId

/** An address of every EVM chain is one of this chain too. */
export const isFor = (saved: SavedAddress, recipient: string, chainId: number): boolean =>
  saved.recipient === recipient &&
  (saved.chainId === undefined ? chainId !== CHAIN_SOLANA : saved.chainId === chainId)
