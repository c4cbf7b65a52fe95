/** Engine and twin once a sum of deposits below a dollar has been released: it is a deposit like any other that is done. */
import { expect, it } from 'vitest'
import { apply, createExchange, type Command, type CreditDust } from '@vest/engine'
import { REFUSAL, usd6, type Address, type Id } from '@vest/protocol'
import { AAPL, createWorld } from '../../../core/engine/src/testing/world.ts'
import { engineDigest } from './engineDigest.ts'
import { createTwin } from './twin.ts'

const hex = (digit: string): Id => `0x${digit.repeat(64)}` as Id
const DUPLICATE = REFUSAL.TRANSFER_DUPLICATE

it('they answer the same to what a chain says of it afterwards', () => {
  const world = createWorld({ markets: [AAPL], poolDollars: 1_000_000 })
  const trader = world.trader(1_000)
  const account = trader.address
  const id = hex('1')
  const place = {
    chainId: 42_161,
    token: `0x${'cc'.repeat(20)}` as Address,
    txHash: hex('2'),
    blockHash: hex('3'),
  }
  const dust: CreditDust = {
    kind: 'CreditDust',
    id,
    account,
    ...place,
    blockNumber: 7,
    logIndex: 1,
    amountUsd6: usd6(600_000),
  }
  const credit = {
    kind: 'CreditDeposit',
    id,
    ...place,
    logIndex: 0,
    from: account,
    finality: 'FINAL',
  } as const
  world.run(dust)
  world.run({ ...dust, id: hex('4'), logIndex: 2 })
  const afterwards: readonly (readonly [Command, number | undefined])[] = [
    [{ kind: 'FinalizeDeposit', id, blockHash: hex('3') }, undefined],
    [{ kind: 'FinalizeDeposit', id: hex('4'), blockHash: hex('3') }, DUPLICATE],
    [{ kind: 'OrphanDeposit', id }, DUPLICATE],
    [{ kind: 'RejectDeposit', id }, DUPLICATE],
    [{ ...credit, amountUsd6: usd6(1_200_000) }, undefined],
    [{ ...credit, amountUsd6: usd6(1_200_001) }, DUPLICATE],
  ]
  for (const [command] of afterwards) world.run(command)

  const [state, twin] = [createExchange(), createTwin()]
  const answers = world.log.map((sequenced) => {
    const { answer } = apply(state, sequenced)
    expect(answer, sequenced.command.kind).toEqual(twin.apply(sequenced).answer)
    expect(engineDigest(state), `${sequenced.seq} ${sequenced.command.kind}`).toBe(twin.digest())
    return answer
  })
  expect(answers.slice(-afterwards.length)).toEqual(
    afterwards.map(([, code]) =>
      code === undefined ? { ok: true, id: expect.any(String) } : { ok: false, code },
    ),
  )
  expect(world.account(trader).collateral).toBe(1_001_200_000)
})
