/**
 * `kill -9` of the real exchange, and of its chain in the same moment, at each arrow of each road of money: as soon as the
 * transfer is seen to stand there. A run takes one arrow of each road, by its seed; `npm run test:long -- kills` takes
 * all of them, and each many times. At the end the sum paid equals the sum debited, in the books as on the chain.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fiatTokenAbi } from '@vest/contracts'
import { accountResponse, readDecimal, type Hex, type TransferRow } from '@vest/protocol'
import { inTurn } from '../../runtime/src/testing/runSeed.ts'
import { createBot, type Bot } from './bot.ts'
import { freshDataDir, removeDataDir, startStack, type Stack } from './stack.ts'
import { until } from './until.ts'

const TIMES = Number(process.env['VEST_TRANSFER_DEATHS'] ?? 1)
const SIZE = 5_000_000
const FEE = 200_000

type Reached = (row: TransferRow) => boolean
type Arrow = readonly [stand: string, isReached: Reached]

const ASKED: Arrow = ['asked for', () => true]
const APPROVED: Arrow = ['approved', ({ status }) => status === 'VERIFIED']
const DONE: Arrow = ['done', (row) => row.status === 'FILLED' && !row.progress]
const SIGNED: Arrow = ['signed', (row) => !!row.progress?.signedTime || DONE[1](row)]
const IN_BLOCK: Arrow = ['in a block', (row) => !!row.progress?.block || DONE[1](row)]
const CREDITED: Arrow = ['credited', ({ status }) => status === 'FILLED']

const DEATHS = Array.from({ length: TIMES }, () => [
  ...inTurn([ASKED, CREDITED, DONE], 3).map((arrow) => ({ road: 'a deposit', arrow }) as const),
  ...inTurn([ASKED, SIGNED, IN_BLOCK, DONE], 4).map(
    (arrow) => ({ road: 'sent by the exchange', arrow }) as const,
  ),
  ...inTurn([ASKED, APPROVED, IN_BLOCK, DONE], 4).map(
    (arrow) => ({ road: 'sent by its owner', arrow }) as const,
  ),
]).flat()

describe('kill -9 on the way of money', () => {
  const dataDir = freshDataDir()
  let stack: Stack
  let trader: Bot
  beforeAll(async () => {
    stack = await startStack({ dataDir, flow: false })
    trader = await createBot({ baseUrl: stack.baseUrl, depositUsd6: 5_000_000_000n })
    await settled()
  }, 240_000)
  afterAll(async () => {
    expect(await stack.stop()).toBe(0)
    removeDataDir(dataDir)
  })

  async function powerCut(): Promise<void> {
    const { port } = stack
    const dead = stack.kill9()
    stack.kill9Chain()
    await dead
    stack = await startStack({ dataDir, port, flow: false })
  }
  const rowOf = async (id: string): Promise<TransferRow | undefined> =>
    (await trader.client.transfers({ id }))[0]
  const stands = (id: string, [stand, isReached]: Arrow): Promise<TransferRow> =>
    until(`it is ${stand}`, async () => {
      const row = await rowOf(id)
      return row !== undefined && isReached(row) ? row : undefined
    })
  /** Nothing is on its way, and what is inside can be withdrawn. */
  const settled = () =>
    until('everything has ended', async () => {
      const { collateral, withdrawable } = accountResponse.parse(await trader.client.account())
      const rows = await trader.client.transfers({})
      const isOpen = rows.some((row) => row.status === 'NEW' || row.status === 'VERIFIED' || row.progress)
      if (isOpen || withdrawable !== collateral) return undefined
      return { inside: BigInt(readDecimal(collateral, 6)), outside: await trader.walletUsd6() }
    })
  const pay = () =>
    trader.sender.call({
      address: trader.chain.tokens[0]!.address as Hex,
      abi: fiatTokenAbi,
      functionName: 'transfer',
      args: [trader.chain.vault, BigInt(SIZE)],
    })
  const withdraw = async (execute: boolean): Promise<string> => {
    const { client, address, chain } = trader
    const token = chain.tokens[0]!.address
    const { id } = await client.withdraw({
      recipient: address,
      token,
      size: SIZE,
      chainId: chain.chainId,
      execute,
    })
    return id
  }
  /** One whose block was cut off counts as new: the chain forgets it, and paying again makes the same transaction. */
  const deposits = async (): Promise<readonly TransferRow[]> =>
    (await trader.client.transfers({ orderType: 'DEPOSIT' })).filter(({ status }) => status !== 'REJECTED')
  const newDeposit = (known: ReadonlySet<string>): Promise<TransferRow> =>
    until('the deposit is seen', async () => (await deposits()).find(({ id }) => !known.has(id)))

  it.each(DEATHS)(
    '[4.7] $road that dies where it is $arrow.0 moves its money once',
    async ({ road, arrow }) => {
      const before = await settled()
      if (road === 'a deposit') {
        const known = new Set((await deposits()).map(({ id }) => id))
        await pay()
        if (arrow !== ASKED) await stands((await newDeposit(known)).id, arrow)
        await powerCut()
        // The chain may have lost the transfer with the cut; then it never was.
        const hasLeft = (await trader.walletUsd6()) !== before.outside
        const moved = hasLeft ? BigInt(SIZE) : 0n
        if (hasLeft) await stands((await newDeposit(known)).id, DONE)
        expect(await settled()).toEqual({ inside: before.inside + moved, outside: before.outside - moved })
        return
      }
      const isKept = road === 'sent by the exchange'
      const id = await withdraw(isKept)
      if (!isKept && arrow !== ASKED) {
        const row = await stands(id, APPROVED)
        if (arrow !== APPROVED) await trader.claim(row)
      }
      await stands(id, arrow)
      await powerCut()
      if (!isKept) {
        const row = await until('it is approved or paid', async () => {
          const one = await rowOf(id)
          return one !== undefined && one.status !== 'NEW' ? one : undefined
        })
        // What the chain has lost of a claim is claimed anew, and paid once.
        if ((await trader.walletUsd6()) === before.outside) await trader.claim(row)
        await expect(trader.claim(row)).rejects.toThrow('AlreadyProcessed')
      }
      await stands(id, DONE)
      const fee = isKept ? FEE : 0
      expect(await settled()).toEqual({
        inside: before.inside - BigInt(SIZE),
        outside: before.outside + BigInt(SIZE - fee),
      })
    },
  )
})
