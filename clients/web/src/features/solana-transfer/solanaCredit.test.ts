import {
  DEPOSIT_PROGRESS_SOLANA_MS,
  DEPOSIT_TIMEOUT_SOLANA_MS,
  REFUSAL,
  type TransferRow,
} from '@vest/protocol'
import { ApiError, TransportError } from '@vest/sdk'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { followSolanaCredit, type SolanaCredit } from './solanaCredit.ts'

const HASH = '5'.repeat(88)
const row = (status: TransferRow['status'], txHash = HASH): TransferRow =>
  ({ id: '0xaa', orderType: 'DEPOSIT', status, code: null, txHash }) as TransferRow

function follow(answer: {
  readonly claim?: () => Promise<{ id: string }>
  readonly rows?: () => readonly TransferRow[]
}) {
  const credits: SolanaCredit[] = []
  const long = vi.fn()
  const end = followSolanaCredit({
    signature: HASH,
    clock: globalThis,
    claim: answer.claim ?? (async () => ({ id: '0xaa' })),
    readDeposits: async () => answer.rows?.() ?? [],
    onTransfer: () => () => undefined,
    onCredit: (credit) => credits.push(credit),
    onLong: long,
  })
  return { credits, long, end }
}

describe('the credit of a deposit from Solana', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('[4.7] [9.7] is waited for until it is FILLED; after 20 s it is said to be on its way still', async () => {
    let rows = [row('FILLED', '6'.repeat(88)), row('NEW')]
    const world = follow({ rows: () => rows })
    await vi.advanceTimersByTimeAsync(DEPOSIT_PROGRESS_SOLANA_MS - 1)
    expect([world.credits, world.long.mock.calls.length]).toEqual([[{ kind: 'moving' }], 0])
    await vi.advanceTimersByTimeAsync(1)
    expect(world.long).toHaveBeenCalledOnce()
    rows = [row('FILLED')]
    await vi.advanceTimersByTimeAsync(2_000)
    await world.end
    expect(world.credits.at(-1)).toEqual({ kind: 'credited' })
    expect(vi.getTimerCount()).toBe(0)
  })

  it('[9.7] [8.59] silence for 120 s is unknown, not a failure', async () => {
    const world = follow({ claim: () => Promise.reject(new TransportError('away')) })
    await vi.advanceTimersByTimeAsync(DEPOSIT_TIMEOUT_SOLANA_MS - 1)
    expect(world.credits).toEqual([{ kind: 'moving' }])
    await vi.advanceTimersByTimeAsync(1)
    await world.end
    expect(world.credits.at(-1)).toEqual({ kind: 'unknown' })
  })

  it('[8.20] [8.21] ends in the code of one that is refused; one that is taken already is followed', async () => {
    const refused = follow({ claim: () => Promise.reject(new ApiError(REFUSAL.INVALID_TRANSACTION)) })
    await refused.end
    expect(refused.credits.at(-1)).toEqual({ kind: 'refused', code: REFUSAL.INVALID_TRANSACTION })
    const taken = follow({
      claim: () => Promise.reject(new ApiError(REFUSAL.ALREADY_USE_TRANSACTION)),
      rows: () => [row('FILLED')],
    })
    await taken.end
    expect(taken.credits.at(-1)).toEqual({ kind: 'credited' })
    expect([refused.long, taken.long].flatMap(({ mock }) => mock.calls)).toEqual([])
    expect(vi.getTimerCount()).toBe(0)
  })
})
