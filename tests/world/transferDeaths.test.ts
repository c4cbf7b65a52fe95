/**
 * `kill -9` of the real exchange, and of its chain in the same moment, at each arrow of each road of money: as soon as the
 * first of ten transfers that were begun together is seen to stand there; the others stand there or on their way to it. A run
 * takes one arrow of each road, by its seed; `npm run test:long -- kills` takes all of them, and each many times. At the end
 * the sum paid equals the sum debited, in the books as on the chain, for each of the ten.
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
const TOGETHER = 10

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
  let traders: readonly Bot[]
  beforeAll(async () => {
    stack = await startStack({ dataDir, flow: false })
    const { baseUrl } = stack
    traders = await Promise.all(
      Array.from({ length: TOGETHER }, () => createBot({ baseUrl, depositUsd6: 5_000_000_000n })),
    )
    await each(settled)
  }, 240_000)
  afterAll(async () => {
    expect(await stack.stop()).toBe(0)
    removeDataDir(dataDir)
  })

  const each = <T>(work: (trader: Bot, at: number) => Promise<T>): Promise<readonly T[]> =>
    Promise.all(traders.map(work))
  async function powerCut(): Promise<void> {
    const { port } = stack
    const dead = stack.kill9()
    stack.kill9Chain()
    await dead
    stack = await startStack({ dataDir, port, flow: false })
  }
  const rowOf = async ({ client }: Bot, id: string): Promise<TransferRow | undefined> =>
    (await client.transfers({ id }))[0]
  const stands = (trader: Bot, id: string, [stand, isReached]: Arrow): Promise<TransferRow> =>
    until(`it is ${stand}`, async () => {
      const row = await rowOf(trader, id)
      return row !== undefined && isReached(row) ? row : undefined
    })
  const oneStands = (ids: readonly string[], [stand, isReached]: Arrow): Promise<boolean> =>
    until(`one of them is ${stand}`, async () => {
      const rows = await each((trader, at) => rowOf(trader, ids[at]!))
      return rows.some((row) => row !== undefined && isReached(row))
    })
  /** Nothing is on its way, and what is inside can be withdrawn. */
  const settled = (trader: Bot) =>
    until('everything has ended', async () => {
      const { collateral, withdrawable } = accountResponse.parse(await trader.client.account())
      const rows = await trader.client.transfers({})
      const isOpen = rows.some((row) => row.status === 'NEW' || row.status === 'VERIFIED' || row.progress)
      if (isOpen || withdrawable !== collateral) return undefined
      return { inside: BigInt(readDecimal(collateral, 6)), outside: await trader.walletUsd6() }
    })
  type Stand = Awaited<ReturnType<typeof settled>>
  const pay = ({ sender, chain }: Bot) =>
    sender.call({
      address: chain.tokens[0]!.address as Hex,
      abi: fiatTokenAbi,
      functionName: 'transfer',
      args: [chain.vault, BigInt(SIZE)],
    })
  const withdraw = async ({ client, address, chain }: Bot, execute: boolean): Promise<string> => {
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
  const deposits = async ({ client }: Bot): Promise<readonly TransferRow[]> =>
    (await client.transfers({ orderType: 'DEPOSIT' })).filter(({ status }) => status !== 'REJECTED')
  const newDeposit = (trader: Bot, known: ReadonlySet<string>): Promise<TransferRow> =>
    until('the deposit is seen', async () => (await deposits(trader)).find(({ id }) => !known.has(id)))

  async function dieOnDeposits(before: readonly Stand[], arrow: Arrow): Promise<void> {
    const known = await each(async (trader) => new Set((await deposits(trader)).map(({ id }) => id)))
    await each(pay)
    if (arrow !== ASKED) {
      const first = await Promise.race(
        traders.map(async (trader, at) => ({ trader, row: await newDeposit(trader, known[at]!) })),
      )
      await stands(first.trader, first.row.id, arrow)
    }
    await powerCut()
    await each(async (trader, at) => {
      const { inside, outside } = before[at]!
      // The chain may have lost the transfer with the cut; then it never was.
      const hasLeft = (await trader.walletUsd6()) !== outside
      const moved = hasLeft ? BigInt(SIZE) : 0n
      if (hasLeft) await stands(trader, (await newDeposit(trader, known[at]!)).id, DONE)
      expect(await settled(trader)).toEqual({ inside: inside + moved, outside: outside - moved })
    })
  }

  async function dieOnWithdrawals(before: readonly Stand[], arrow: Arrow, isKept: boolean): Promise<void> {
    const ids = await each((trader) => withdraw(trader, isKept))
    if (!isKept && arrow !== ASKED) {
      const rows = await each((trader, at) => stands(trader, ids[at]!, APPROVED))
      if (arrow !== APPROVED) await each((trader, at) => trader.claim(rows[at]!))
    }
    await oneStands(ids, arrow)
    await powerCut()
    await each(async (trader, at) => {
      const id = ids[at]!
      const { inside, outside } = before[at]!
      if (!isKept) {
        const row = await until('it is approved or paid', async () => {
          const one = await rowOf(trader, id)
          return one !== undefined && one.status !== 'NEW' ? one : undefined
        })
        // What the chain has lost of a claim is claimed anew, and paid once.
        if ((await trader.walletUsd6()) === outside) await trader.claim(row)
        await expect(trader.claim(row)).rejects.toThrow('AlreadyProcessed')
      }
      await stands(trader, id, DONE)
      const fee = isKept ? FEE : 0
      expect(await settled(trader)).toEqual({
        inside: inside - BigInt(SIZE),
        outside: outside + BigInt(SIZE - fee),
      })
    })
  }

  it.each(DEATHS)(
    '[4.7] ten of $road, cut off where the first is $arrow.0, move the money of each once',
    async ({ road, arrow }) => {
      const before = await each(settled)
      if (road === 'a deposit') await dieOnDeposits(before, arrow)
      else await dieOnWithdrawals(before, arrow, road === 'sent by the exchange')
    },
  )
})
