/** Proof of reserves over the whole edge, judged by the code that a browser runs. */
import {
  formatUsd6,
  reservesProofResponse,
  reservesResponse,
  usd6,
  type ReservesProofResponse,
} from '@vest/protocol'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkReserves } from '../../../../clients/sdk/src/checkReserves.ts'
import { TEST_CHAIN_ID } from '../testing/scriptedChain.ts'
import { startTestWorld, type TestWorld, type Trader } from '../testing/testWorld.ts'

const HOUR_MS = 3_600_000

describe('proof of reserves', () => {
  let world: TestWorld
  beforeEach(async () => {
    world = await startTestWorld({ statementEveryMs: HOUR_MS })
  })
  afterEach(() => world.stop())
  const read = async () => reservesResponse.parse((await world.call('GET', '/reserves')).body)
  const proofOf = async ({ apiKey }: Trader): Promise<ReservesProofResponse> =>
    reservesProofResponse.parse((await world.call('GET', '/reserves/proof', { key: apiKey })).body)
  const equityOf = async ({ primary }: Trader) =>
    (await world.engine.query('account', { account: primary.address }))!.equity

  it('each account finds its own leaf under the signed root; later accounts are in the next statement', async () => {
    const traders = [await world.trader(0x31), await world.trader(0x41), await world.trader(0x51)]
    expect(await proofOf(traders[0]!)).toEqual({ statement: null, proof: null })
    expect(await world.exchange.takeStatement()).toBe(true)
    expect(await world.exchange.takeStatement()).toBe(false)
    const { statement, chains, nextTime } = await read()
    expect(statement).toMatchObject({ leaves: 64, lacking: '0.000000' })
    expect(chains.map(({ chainId }) => chainId)).toEqual([TEST_CHAIN_ID])
    expect(statement!.chains).toEqual(chains)
    expect(nextTime % HOUR_MS).toBe(0)
    const proofs = await Promise.all(traders.map(proofOf))
    for (const [place, answer] of proofs.entries()) {
      const trader = traders[place]!
      expect(answer.statement).toEqual(statement)
      expect(answer.proof!.owed).toBe(formatUsd6(await equityOf(trader)))
      expect(checkReserves(answer, trader.primary.address)).toEqual({ isSigned: true, isIncluded: true })
      // Of no other account, and not of another amount.
      expect(checkReserves(answer, traders[(place + 1) % 3]!.primary.address).isIncluded).toBe(false)
      const richer = { ...answer, proof: { ...answer.proof!, owed: '999999.000000' } }
      expect(checkReserves(richer, trader.primary.address).isIncluded).toBe(false)
    }
    const { liabilities } = statement!
    const sum = await Promise.all(traders.map(equityOf))
    expect(liabilities).toBe(formatUsd6(usd6(sum.reduce((total, one) => total + one, 0))))
    const names = JSON.stringify(await read())
    for (const { primary } of traders) expect(names).not.toContain(primary.address.slice(2))

    const late = await world.trader(0x61)
    expect(await proofOf(late)).toEqual({ statement, proof: null })
    world.clock.advance(HOUR_MS)
    expect(await world.exchange.takeStatement()).toBe(true)
    const next = await proofOf(late)
    expect(checkReserves(next, late.primary.address)).toEqual({ isSigned: true, isIncluded: true })
    expect(next.proof!.salt).not.toBe(proofs[0]!.proof!.salt)
  })

  it('a statement with any field changed no longer carries a valid signature', async () => {
    const trader = await world.trader(0x31)
    await world.exchange.takeStatement()
    const answer = await proofOf(trader)
    const changes: Partial<NonNullable<ReservesProofResponse['statement']>>[] = [
      { liabilities: '1.000000' },
      { lacking: '1.000000' },
      { seq: answer.statement!.seq + 1 },
      { time: answer.statement!.time + 1 },
      { root: `0x${'0'.repeat(64)}` },
      { leaves: 128 },
      { chains: [] },
      { signer: trader.primary.address },
      { signature: '0x' },
    ]
    for (const change of changes)
      expect(
        checkReserves({ ...answer, statement: { ...answer.statement!, ...change } }, trader.primary.address)
          .isSigned,
        JSON.stringify(change),
      ).toBe(false)
  })
})
