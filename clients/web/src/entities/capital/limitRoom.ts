/**
 * How far an account of the programme is from its goal and its floors. Room leads, never less than nothing; a share is
 * of what may be lost, in basis points, so that a meter and its colour follow from integers alone.
 */
import { lossUsedBps } from '@vest/formulas'
import { mulDivFloor, usd6, type Usd6 } from '@vest/protocol'

export type LimitTone = 'neutral' | 'warn' | 'err'

export interface Room {
  readonly room: Usd6
  readonly used: Usd6
  /** What may be lost at most. */
  readonly limit: Usd6
  readonly floor: Usd6
  /** Of the limit, 0 to 10⁴. */
  readonly usedBps: number
  readonly tone: LimitTone
}

export interface Progress {
  readonly goal: Usd6
  /** Of what is to be earned; negative below the start. */
  readonly earned: Usd6
  readonly toEarn: Usd6
  readonly left: Usd6
  /** 0 to 10⁴. */
  readonly bps: number
}

export interface LimitRooms {
  /** Absent: there is no goal, as for a funded account. */
  readonly goal?: Progress
  readonly daily: Room
  readonly drawdown: Room
}

const WARN_BPS = 5_000
const ERR_BPS = 8_000
const ALL_BPS = 10_000

/** Where the tone changes, as shares of a meter. */
export const LIMIT_TICKS: readonly number[] = [WARN_BPS / ALL_BPS, ERR_BPS / ALL_BPS]

/** Neutral below half used, amber from half, red from four fifths. */
export const limitTone = (usedBps: number): LimitTone =>
  usedBps >= ERR_BPS ? 'err' : usedBps >= WARN_BPS ? 'warn' : 'neutral'

const shareBps = (part: number, whole: number): number =>
  whole <= 0 ? ALL_BPS : part <= 0 ? 0 : Math.min(ALL_BPS, mulDivFloor(part, ALL_BPS, whole))

function roomOf(equity: Usd6, start: Usd6, floor: Usd6): Room {
  const limit = usd6(Math.max(0, start - floor))
  const used = usd6(Math.max(0, start - equity))
  const usedBps = lossUsedBps(start, floor, equity)
  return { room: usd6(Math.max(0, equity - floor)), used, limit, floor, usedBps, tone: limitTone(usedBps) }
}

export function limitRooms(
  equity: Usd6,
  facts: {
    readonly size: Usd6
    readonly goal?: Usd6
    readonly dailyFloor: Usd6
    readonly drawdownFloor: Usd6
    readonly dayBalance: Usd6
  },
): LimitRooms {
  const { size, goal, dailyFloor, drawdownFloor, dayBalance } = facts
  const rooms = {
    daily: roomOf(equity, dayBalance, dailyFloor),
    drawdown: roomOf(equity, size, drawdownFloor),
  }
  if (goal === undefined) return rooms
  const earned = usd6(equity - size)
  const toEarn = usd6(goal - size)
  return {
    ...rooms,
    goal: {
      goal,
      earned,
      toEarn,
      left: usd6(Math.max(0, goal - equity)),
      bps: shareBps(earned, toEarn),
    },
  }
}
