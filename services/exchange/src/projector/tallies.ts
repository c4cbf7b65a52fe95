/**
 * Sums over fills that no single row tells: the fees of each hour, and what accounts have traded since they were
 * referred. Fills of SIM accounts are virtual and count nowhere.
 *
 * A sum is only true together with the sequence number it was counted to. So sums are written at checkpoints
 * alone, like running candles, and a restart counts on from the last one.
 */
import type { EngineEvent, EventEnvelope } from '@vest/engine'
import { timeMs, usd6, type Address, type TimeMs, type Usd6 } from '@vest/protocol'
import type { AccountTally, FeeHour, ReadModelStore } from '@vest/runtime'
import { intervalStartMs } from '../klineTime.ts'

/** The hours of a day and the one that has begun. */
export const FEE_HOURS_SUMMED = 24
const HOUR_MS = 3_600_000

export interface Tallies {
  fold(envelope: EventEnvelope): void
  restore(hours: readonly FeeHour[], accounts: readonly AccountTally[]): void
  /** What the store has not seen since the last call. */
  takeChanged(): { readonly feeHours: FeeHour[]; readonly accountTallies: AccountTally[] }
  /** Of the running hour and the 23 before it. */
  feesOfDay(): Usd6
  /** What all accounts that this one referred have traded since. */
  refereeVolume(referrer: Address): bigint
  /** Those accounts, the newest `limit` of them, newest first. */
  refereesOf(referrer: Address, limit: number): readonly AccountTally[]
}

export function createTallies(): Tallies {
  let hours = new Map<TimeMs, Usd6>()
  const accounts = new Map<Address, AccountTally>()
  /** Of all that an account referred: who has a code may have any number of them, for nothing. */
  const refereeVolumes = new Map<Address, bigint>()
  /** In the order in which they came. */
  const referees = new Map<Address, Address[]>()
  let changedHours = new Set<TimeMs>()
  let changedAccounts = new Set<Address>()
  let hourMs: TimeMs = timeMs(0)

  function keep(tally: AccountTally): void {
    const { account, referrer, volume } = tally
    if (referrer !== undefined) {
      const before = accounts.get(account)
      const isNew = before?.referrer === undefined
      const counted = isNew ? 0n : before.volume
      if (isNew) {
        const list = referees.get(referrer)
        if (list === undefined) referees.set(referrer, [account])
        else list.push(account)
      }
      refereeVolumes.set(referrer, (refereeVolumes.get(referrer) ?? 0n) + volume - counted)
    }
    accounts.set(account, tally)
  }
  function change(tally: AccountTally): void {
    keep(tally)
    changedAccounts.add(tally.account)
  }
  function foldEvent(event: EngineEvent, atMs: TimeMs): void {
    switch (event.kind) {
      case 'SimAccountOpened':
        return change({ ...tallyOf(event.account), isSim: true })
      case 'ReferralApplied':
        return change({ referrer: event.referrer, joinTimeMs: atMs, ...tallyOf(event.account) })
      case 'FillBooked': {
        const tally = accounts.get(event.account)
        if (tally?.isSim) return
        if (event.fee !== 0) {
          hours.set(hourMs, usd6((hours.get(hourMs) ?? 0) + event.fee))
          changedHours.add(hourMs)
        }
        if (tally !== undefined)
          change({
            ...tally,
            volume: tally.volume + BigInt(event.value),
            fees: tally.fees + BigInt(event.fee),
          })
      }
    }
  }
  const tallyOf = (account: Address): AccountTally =>
    accounts.get(account) ?? { account, isSim: false, volume: 0n, fees: 0n }

  return {
    fold({ timeMs: atMs, events }) {
      const startMs = timeMs(intervalStartMs('1h', atMs))
      if (startMs !== hourMs) {
        hourMs = startMs
        const oldestMs = startMs - (FEE_HOURS_SUMMED - 1) * HOUR_MS
        hours = new Map([...hours].filter(([start]) => start >= oldestMs || changedHours.has(start)))
      }
      for (const event of events) foldEvent(event, atMs)
    },
    restore(storedHours, storedAccounts) {
      for (const { hourMs: start, fees } of storedHours) hours.set(start, fees)
      // Rows come by address; who came first stands first.
      for (const tally of storedAccounts.toSorted((a, b) => (a.joinTimeMs ?? 0) - (b.joinTimeMs ?? 0)))
        keep(tally)
    },
    takeChanged() {
      const changed = {
        feeHours: [...changedHours].map((start) => ({ hourMs: start, fees: hours.get(start)! })),
        accountTallies: [...changedAccounts].map((account) => accounts.get(account)!),
      }
      changedHours = new Set()
      changedAccounts = new Set()
      return changed
    },
    feesOfDay() {
      const oldestMs = hourMs - (FEE_HOURS_SUMMED - 1) * HOUR_MS
      let sum = 0
      for (const [start, fees] of hours) if (start >= oldestMs) sum += fees
      return usd6(sum)
    },
    refereeVolume: (referrer) => refereeVolumes.get(referrer) ?? 0n,
    refereesOf: (referrer, limit) =>
      (referees.get(referrer) ?? [])
        .slice(-limit)
        .reverse()
        .map((account) => accounts.get(account)!),
  }
}

export async function restoreTallies(
  tallies: Tallies,
  store: Pick<ReadModelStore, 'feeHours' | 'accountTallies'>,
): Promise<void> {
  const [hours, accounts] = await Promise.all([
    store.feeHours({ limit: FEE_HOURS_SUMMED }),
    store.accountTallies(),
  ])
  tallies.restore(hours, accounts)
}
