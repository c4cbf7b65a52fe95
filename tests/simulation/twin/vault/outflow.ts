/** E3: in which hours a withdrawal leaves, and what stops releases for a while. Every question adds up all there is. */
import { floorDiv, max, min } from '../arithmetic.ts'
import type { Booked, TwinAccount, World } from '../world/index.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

const sum = (list: readonly { readonly size: bigint }[]): bigint =>
  list.reduce((total, { size }) => total + size, 0n)

export function beginHour(world: World): void {
  const { outflow } = world.registry
  const hour = Math.floor(world.nowMs / HOUR_MS)
  if (hour === outflow.hour) return
  outflow.hour = hour
  outflow.vault = world.money.VAULT
  outflow.booked = outflow.booked.filter((one) => one.hour > hour - 24)
  outflow.small = outflow.small.filter((one) => one.day === Math.floor(hour / 24))
}

/** At most a thousand, once per owner and day, a tenth of the vault in all. */
export function fitsLane(world: World, account: TwinAccount, size: bigint): boolean {
  const { outflow } = world.registry
  const { smallWithdrawalUsd6, smallLanePercent } = world.parameters
  return (
    size <= BigInt(smallWithdrawalUsd6) &&
    outflow.small.every(({ owner }) => owner !== account.address) &&
    sum(outflow.small) + size <= floorDiv(outflow.vault * BigInt(smallLanePercent), 100n)
  )
}

/** The vault's contract pays a million at once, and half a million or a fifth of what it holds in an hour. */
export function isPayable(world: World, size: bigint): boolean {
  const { vaultTransactionUsd6, vaultHourUsd6, vaultHourPercent } = world.parameters
  const share = floorDiv(world.registry.outflow.vault * BigInt(vaultHourPercent), 100n)
  return size <= BigInt(vaultTransactionUsd6) && size <= max(BigInt(vaultHourUsd6), share)
}

/** What an owner may still book in an hour. */
export function roomOf(world: World, owner: string, hour: number, booked: readonly Booked[]): bigint {
  const { vault } = world.registry.outflow
  const { parameters } = world
  const cap = (least: number, percent: number): bigint =>
    max(BigInt(least), floorDiv(vault * BigInt(percent), 100n))
  const hourCap = cap(parameters.outflowHourUsd6, parameters.outflowHourPercent)
  const dayCap = cap(parameters.outflowDayUsd6, parameters.outflowDayPercent)
  const own = booked.filter((one) => one.owner === owner)
  const inHour = (list: readonly Booked[]): bigint => sum(list.filter((one) => one.hour === hour))
  const fullest = (list: readonly Booked[]): bigint => {
    let most = 0n
    for (let from = hour - 23; from <= hour; from += 1)
      most = max(most, sum(list.filter((one) => one.hour >= from && one.hour < from + 24)))
    return most
  }
  let room = min(hourCap - inHour(booked), dayCap - fullest(booked))
  room = min(room, BigInt(parameters.ownerDayUsd6) - fullest(own))
  if (booked.some((one) => one.owner !== owner && one.hour >= hour))
    room = min(room, floorDiv(hourCap * BigInt(parameters.ownerHourPercent), 100n) - inHour(own))
  return room
}

/** The hours of a sum; undefined: there are none within five days. */
export function hoursOf(
  world: World,
  input: { readonly id: string; readonly owner: string; readonly size: bigint; readonly fromMs: number },
): Booked[] | undefined {
  const { outflow } = world.registry
  const found: Booked[] = []
  let left = input.size
  // Of an hour that is not the first one only what is asked there counts, so each adds up what there is by then.
  for (let hour = Math.floor(input.fromMs / HOUR_MS); hour <= outflow.hour + 120 && left > 0n; hour += 1) {
    const booked = [...outflow.booked, ...found]
    const room = min(left, roomOf(world, input.owner, hour, booked))
    if (room <= 0n) continue
    found.push({ id: input.id, owner: input.owner, hour, size: room })
    left -= room
  }
  return left > 0n ? undefined : found
}

/** While more than five times the usual was released in ten minutes nothing but small sums is. */
export function isQueued(world: World): boolean {
  const { released } = world.registry.outflow
  const minute = Math.floor(world.nowMs / MINUTE_MS)
  const day = Math.floor(world.nowMs / DAY_MS)
  const lately = sum(released.filter(({ timeMs }) => Math.floor(timeMs / MINUTE_MS) > minute - 10))
  const before = released.filter(({ timeMs }) => {
    const then = Math.floor(timeMs / DAY_MS)
    return then < day && then >= day - 30
  })
  return lately > 5n * max(floorDiv(sum(before), 4_320n), BigInt(world.parameters.breakerFloorUsd6))
}
