import { REFUSAL, TRANSFER_POLL_MS, WITHDRAW_TIMEOUT_MS, type TransferRow } from '@vest/protocol'
import { ApiError, TimeoutError, TransportError } from '@vest/sdk'
import { describe, expect, it } from 'vitest'
import { awaitTransfer } from './awaitTransfer.ts'

/** A clock that moves when told, running what is due in order. */
function createClock() {
  let nowMs = 0
  let lastId = 0
  const timers = new Map<number, { readonly atMs: number; readonly run: () => void }>()
  return {
    clock: {
      setTimeout: (run: () => void, delayMs: number) => {
        lastId += 1
        timers.set(lastId, { atMs: nowMs + delayMs, run })
        return lastId
      },
      clearTimeout: (id: unknown) => void timers.delete(id as number),
    },
    async advance(byMs: number) {
      const untilMs = nowMs + byMs
      for (;;) {
        await settle()
        const next = [...timers.entries()]
          .filter(([, timer]) => timer.atMs <= untilMs)
          .sort(([, a], [, b]) => a.atMs - b.atMs)[0]
        if (next === undefined) break
        nowMs = next[1].atMs
        timers.delete(next[0])
        next[1].run()
      }
      nowMs = untilMs
      await settle()
    },
    pending: () => timers.size,
  }
}
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
}

const row = (status: TransferRow['status'], code: number | null = null): TransferRow => ({
  id: '0xaa',
  nonce: 1,
  size: '5.000000',
  orderType: 'WITHDRAW',
  status,
  code,
  chainId: 42161,
  postTime: 1,
  requestArgs: null,
  signer: null,
  signature: null,
  signatureProof: null,
  validatorSignature: null,
  recipient: null,
  token: 'USDC',
  txHash: null,
  eligibleTime: null,
})

function watch(answers: readonly (() => TransferRow | undefined)[]) {
  const { clock, advance, pending } = createClock()
  let asked = 0
  let change: () => void = () => undefined
  const promise = awaitTransfer({
    find: async () => answers[Math.min(asked++, answers.length - 1)]!(),
    isReached: ({ status }) => status === 'FILLED',
    onChange: (listener) => {
      change = listener
      return () => {
        change = () => undefined
      }
    },
    timeoutMs: WITHDRAW_TIMEOUT_MS,
    clock,
  })
  const outcome = promise.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  )
  return { advance, pending, outcome, asked: () => asked, change: () => change() }
}

describe('awaitTransfer', () => {
  it('[4.7] [9.7] asks every 2 s until the status is reached, then stops', async () => {
    const world = watch([() => undefined, () => row('NEW'), () => row('FILLED')])
    await world.advance(TRANSFER_POLL_MS - 1)
    expect(world.asked()).toBe(1)
    await world.advance(TRANSFER_POLL_MS + 1)
    expect(await world.outcome).toMatchObject({ value: { status: 'FILLED' } })
    expect([world.asked(), world.pending()]).toEqual([3, 0])
  })

  it('[4.6] asks at once when the feed says that something changed', async () => {
    const world = watch([() => row('NEW'), () => row('FILLED')])
    await world.advance(10)
    world.change()
    await world.advance(0)
    expect(await world.outcome).toMatchObject({ value: { status: 'FILLED' } })
  })

  it('[4.7] ends in the code of a rejected transfer', async () => {
    const world = watch([() => row('REJECTED', REFUSAL.TRANSFER_MARGIN_CHECK_FAILED)])
    await world.advance(0)
    const { error } = (await world.outcome) as { error: ApiError }
    expect([error instanceof ApiError, error.code, world.pending()]).toEqual([true, 5002, 0])
  })

  it('[8.59] [9.7] silence for 30 s is a time-out with code 901, not a failure', async () => {
    const world = watch([
      () => {
        throw new TransportError('no answer')
      },
    ])
    await world.advance(WITHDRAW_TIMEOUT_MS - 1)
    expect(world.pending()).toBeGreaterThan(0)
    await world.advance(1)
    const { error } = (await world.outcome) as { error: TimeoutError }
    expect([error instanceof TimeoutError, error.code, world.pending()]).toEqual([true, 901, 0])
  })
})
