/**
 * Where money may go, told anew from every change that was ever made: what was saved while a list held is paid after a
 * cool-down, a list ends a cool-down after the first word that ended it, a lock ends when the longest of them does.
 */
import type { RequestWithdrawal, SavedAddress, SavedPlace } from '@vest/engine'
import { REFUSAL, timeMs } from '@vest/protocol'
import type { TwinAccount, World } from '../world/index.ts'
import type { TwinAddressBook } from './addressBookState.ts'

interface BookNow {
  readonly addresses: readonly SavedAddress[]
  readonly isListOn: boolean
  readonly listEndsMs: number | undefined
  readonly lockedUntilMs: number | undefined
}

const keyOf = ({ recipient, chainId }: SavedPlace): string => `${recipient} ${chainId ?? 'EVM'}`

export function bookAt({ changes }: TwinAddressBook, nowMs: number): BookNow {
  const addresses = new Map<string, SavedAddress>()
  let [isOn, endsMs, lockMs] = [false, Infinity, 0]
  for (const { timeMs: atMs, coolDownMs, change } of changes) {
    const holds = isOn && atMs < endsMs
    if (change.kind === 'SAVE') {
      const { recipient, chainId, label } = change
      const known = addresses.get(keyOf(change))
      const usableFromMs = known?.usableFromMs ?? timeMs(holds ? atMs + coolDownMs : atMs)
      addresses.set(keyOf(change), {
        recipient,
        label,
        usableFromMs,
        ...(chainId === undefined ? {} : { chainId }),
      })
    } else if (change.kind === 'REMOVE') addresses.delete(keyOf(change))
    else if (change.kind === 'LIST_ON') [isOn, endsMs] = [true, Infinity]
    else if (change.kind === 'LIST_OFF') endsMs = holds && endsMs === Infinity ? atMs + coolDownMs : endsMs
    else if (change.kind === 'LOCK') lockMs = Math.max(lockMs, atMs + change.durationMs)
  }
  const isListOn = isOn && nowMs < endsMs
  return {
    addresses: [...addresses.values()],
    isListOn,
    listEndsMs: isListOn && endsMs !== Infinity ? endsMs : undefined,
    lockedUntilMs: nowMs < lockMs ? lockMs : undefined,
  }
}

/** 5014, 5015 or 5016. */
export function barredBy(
  world: World,
  { book, address }: TwinAccount,
  { recipient, chainId }: RequestWithdrawal,
): number | undefined {
  if (book === undefined) return undefined
  const { isListOn, lockedUntilMs, addresses } = bookAt(book, world.nowMs)
  if (lockedUntilMs !== undefined) return REFUSAL.WITHDRAWALS_LOCKED
  const isOwn = chainId !== 0 && recipient === address
  if (!isListOn || isOwn) return undefined
  const times = addresses
    .filter(
      (one) => one.recipient === recipient && (one.chainId ?? (chainId === 0 ? -1 : chainId)) === chainId,
    )
    .map(({ usableFromMs }) => usableFromMs)
  if (times.length === 0) return REFUSAL.RECIPIENT_NOT_SAVED
  return Math.min(...times) > world.nowMs ? REFUSAL.RECIPIENT_TOO_NEW : undefined
}
