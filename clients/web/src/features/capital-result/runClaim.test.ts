import type { AccountEvent, Address, CapitalActivateResponse } from '@vest/protocol'
import { describe, expect, it } from 'vitest'
import { createManualClock, settle } from '@vest/sdk/testing/manualClock'
import { CLAIM_WAIT_MS, runClaim, type ClaimOptions, type ClaimState } from './runClaim.ts'

const EVAL: Address = '0x7c41000000000000000000000000000000000001'
const FUNDED: Address = '0xa2d5000000000000000000000000000000000002'

const answer = (status: 'pending' | 'done' | 'rejected'): CapitalActivateResponse['claim'] => ({
  id: `0x${'1'.repeat(64)}`,
  eval_address: EVAL,
  funded_address: FUNDED,
  status,
  time: 1,
})

function setup(change: Partial<ClaimOptions> = {}) {
  const clock = createManualClock()
  const states: ClaimState[] = []
  const listeners = new Set<(event: AccountEvent) => void>()
  const asked: string[] = []
  const running = runClaim({
    evaluation: EVAL,
    claim: async () => answer('done'),
    askStatus: async () => {
      asked.push('status')
      return 'goal_passed'
    },
    onCapital: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    activate: async (account) => {
      asked.push(account)
      return true
    },
    clock,
    onState: (state) => states.push(state),
    ...change,
  })
  const say = (address: string, capital_status: AccountEvent['capital_status']): void =>
    listeners.forEach((listener) => listener({ address, capital_status } as AccountEvent))
  const stages = () => states.map(({ stage, end }) => (end === undefined ? stage : `${stage}/${end.kind}`))
  return { clock, running, say, stages, asked, listeners }
}
describe('a claim', () => {
  it('[4.14] waits for the event of the evaluation, then puts the funded account on screen', async () => {
    const { running, say, stages, asked, listeners } = setup()
    await settle()
    say(FUNDED, 'funded_active')
    say(EVAL, 'active')
    await settle()
    expect(stages()).toEqual(['activation', 'waiting'])
    say(EVAL, 'funded_claimed')
    expect((await running).claim?.funded_address).toBe(FUNDED)
    expect(stages()).toEqual(['activation', 'waiting', 'switch', 'done'])
    expect(asked).toEqual([FUNDED])
    expect(listeners.size).toBe(0)
  })

  it('[4.14] an event that comes before the answer counts', async () => {
    let give: (claim: CapitalActivateResponse['claim']) => void = () => undefined
    const { running, say, stages } = setup({ claim: () => new Promise((resolve) => (give = resolve)) })
    say(EVAL, 'funded_claimed')
    give(answer('done'))
    await running
    expect(stages().at(-1)).toBe('done')
  })

  it('[4.14] [9.6] after fifteen seconds without an event it asks for the status', async () => {
    expect(CLAIM_WAIT_MS).toBe(15_000)
    const claimed = setup({ askStatus: async () => 'funded_claimed' })
    await settle()
    await claimed.clock.advance(CLAIM_WAIT_MS - 1)
    await settle()
    expect(claimed.stages()).toEqual(['activation', 'waiting'])
    await claimed.clock.advance(1)
    await claimed.running
    expect(claimed.stages().at(-1)).toBe('done')

    const undecided = setup()
    await settle()
    await undecided.clock.advance(CLAIM_WAIT_MS)
    await undecided.running
    expect(undecided.stages()).toEqual(['activation', 'waiting', 'waiting/review'])
  })

  it('[4.14] a claim in review, a refusal, and an account that cannot be put on screen each say so', async () => {
    const ends = async (change: Partial<ClaimOptions>): Promise<string> => {
      const { running, say, stages } = setup(change)
      await settle()
      say(EVAL, 'funded_claimed')
      await running
      return stages().at(-1)!
    }
    expect(await ends({ claim: async () => answer('pending') })).toBe('waiting/review')
    expect(await ends({ claim: async () => answer('rejected') })).toBe('activation/refused')
    expect(await ends({ claim: () => Promise.reject(new Error('no')) })).toBe('activation/refused')
    expect(await ends({ activate: async () => false })).toBe('switch/notSwitched')
    expect(await ends({ activate: () => Promise.reject(new Error('no')) })).toBe('switch/notSwitched')
  })
})
