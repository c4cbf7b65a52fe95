import { describe, expect, it } from 'vitest'
import { usd } from '../../testing/fixtures.ts'
import { limitRooms } from './limitRoom.ts'

/** Gold, whose day opened from 10,540.80. */
const GOLD = {
  size: usd(10_000),
  goal: usd(11_000),
  dailyFloor: usd(10_140.8),
  drawdownFloor: usd(9_400),
  dayBalance: usd(10_540.8),
}
const { goal: _, ...FUNDED } = GOLD

describe('room to goal and floors', () => {
  it('[6.5] goal, daily loss and drawdown lead with what is left', () => {
    const { goal, daily, drawdown } = limitRooms(usd(10_468.3), GOLD)
    expect(goal).toEqual({
      goal: usd(11_000),
      earned: usd(468.3),
      toEarn: usd(1_000),
      left: usd(531.7),
      bps: 4_683,
    })
    expect(daily).toEqual({
      room: usd(327.5),
      used: usd(72.5),
      limit: usd(400),
      floor: usd(10_140.8),
      usedBps: 1_812,
      tone: 'neutral',
    })
    expect(drawdown).toMatchObject({ room: usd(1_068.3), used: 0, usedBps: 0, tone: 'neutral' })
  })

  it('[6.5] a funded account has no goal', () => {
    expect('goal' in limitRooms(usd(10_468.3), FUNDED)).toBe(false)
  })

  it('[6.5] the colour follows what is used of the limit: from half amber, from four fifths red', () => {
    const toneAt = (used: number) => limitRooms(usd(10_540.8 - used), GOLD).daily.tone
    expect([199.99, 200, 319.99, 320, 400, 500].map(toneAt)).toEqual([
      ...['neutral', 'warn', 'warn', 'err', 'err', 'err'],
    ])
  })

  it('[6.5] beyond a floor there is no room, and never less; above the goal nothing is left', () => {
    expect(limitRooms(usd(9_000), GOLD)).toMatchObject({
      goal: { bps: 0, earned: usd(-1_000) },
      daily: { room: 0, usedBps: 10_000 },
      drawdown: { room: 0, usedBps: 10_000 },
    })
    expect(limitRooms(usd(12_000), GOLD).goal).toMatchObject({ left: 0, bps: 10_000 })
  })
})
