import type { Address, Hex } from '@vest/protocol'
import { describe, expect, it } from 'vitest'
import type { ChainCursor } from './cursorFile.ts'
import { recordedEvents } from './testing/recordedEvents.ts'
import { scriptedNode } from './testing/scriptedNode.ts'
import { watchVault, type VaultWatchOptions } from './watchVault.ts'

const vault: Address = `0x${'aa'.repeat(20)}`
const token: Address = `0x${'bb'.repeat(20)}`
const deposit = {
  txHash: `0x${'d1'.repeat(32)}` as Hex,
  from: `0x${'01'.repeat(20)}` as Address,
  value: 5_000_000,
}

function world(changes: Partial<VaultWatchOptions> = {}) {
  const chain = scriptedNode(vault, token)
  const events = recordedEvents()
  const rules = {
    name: 'scripted',
    softBlocks: 1,
    finality: { kind: 'depth', blocks: 2 },
    usdcDecimals: 6,
    cctpDomain: null,
  } as const
  const watch = watchVault({
    client: chain.client,
    watched: { chainId: 1, vault, token, decimals: 6 },
    rules,
    startBlock: 1n,
    startUsd6: 0n,
    rangeBlocks: 100n,
    finalTimeEveryMs: Number.POSITIVE_INFINITY,
    nowMs: () => 0,
    known: [],
    events,
    ...changes,
  })
  return { chain, events, watch, rules }
}
const none = (): boolean => false

describe('[10.7] reserves', () => {
  it('are told at each final block: what the logs up to it say, and what the vault holds in it', async () => {
    const { chain, events, watch } = world()
    chain.mine(deposit)
    await watch.poll()
    const atStart = { blockNumber: 0n, expectedUsd6: 0n, foundUsd6: 0n }
    expect(events.reserves).toEqual([atStart])
    chain.mine({ ...deposit, txHash: `0x${'d2'.repeat(32)}`, value: 7 })
    await watch.poll()
    await watch.poll()
    // The second deposit is in the head, which is not final.
    expect(events.reserves).toEqual([
      atStart,
      { blockNumber: 1n, expectedUsd6: 5_000_000n, foundUsd6: 5_000_000n },
    ])
    chain.mine()
    await watch.poll()
    expect(events.reserves.at(-1)).toEqual({
      blockNumber: 2n,
      expectedUsd6: 5_000_007n,
      foundUsd6: 5_000_007n,
    })
  })

  it('a micro-dollar that left without a log is missing, also after a restart from the cursor', async () => {
    let saved: ChainCursor | undefined
    const cursor = { load: () => saved, save: async (point: ChainCursor) => void (saved = point) }
    const { chain, events, watch, rules } = world({ cursor })
    chain.mine(deposit)
    chain.mine()
    await watch.poll()
    chain.steal(1)
    chain.mine()
    chain.mine()
    await watch.poll()
    const short = { blockNumber: 3n, expectedUsd6: 5_000_000n, foundUsd6: 4_999_999n }
    expect(events.reserves.at(-1)).toEqual(short)
    expect(saved?.expectedUsd6).toBe(5_000_000n)
    const again = world({ cursor, client: chain.client, rules })
    await again.watch.poll()
    expect(again.events.reserves).toEqual([short])
  })
})

describe('two nodes', () => {
  it('a deposit that the second does not have is not credited, and nothing behind it is final', async () => {
    let agrees = false
    const { chain, events, watch } = world({ confirm: async () => agrees })
    chain.mine(deposit)
    await expect(watch.poll().then(() => (chain.mine(), watch.poll()))).rejects.toThrow(
      /do not agree on deposit/,
    )
    expect(events.told).toEqual([])
    agrees = true
    await watch.poll()
    expect(events.told.map(({ kind }) => kind)).toEqual(['soft', 'final', 'finalTime'])
  })

  it('one that the second has lost since is not made final', async () => {
    let agrees = true
    const { chain, events, watch } = world({ confirm: async () => agrees })
    chain.mine(deposit)
    await watch.poll()
    agrees = false
    chain.mine()
    await expect(watch.poll()).rejects.toThrow(/do not agree/)
    expect(events.told.map(({ kind }) => kind)).toEqual(['soft'])
  })
})

describe('between two questions', () => {
  it('what was read from a branch that is gone by the end of the reading is not told', async () => {
    const { chain, events, watch } = world()
    chain.mine(deposit)
    const answers: (() => void)[] = [
      () => undefined, // where the vault begins
      () => undefined, // the head
      () => undefined, // is that beginning still there
      () => undefined, // transfers
      () => undefined, // the vault's own logs
      () => chain.reorganise(1, none), // is the head still there
    ]
    chain.beforeAnswer = () => answers.shift()?.()
    expect(await watch.poll()).toBe(true)
    expect(answers).toEqual([])
    await watch.poll()
    expect(events.told).toEqual([])
  })
  it('a chain that is set back while its state is being saved finalises nothing', async () => {
    let setBack: (() => void) | undefined
    const { chain, events, watch } = world({ ensureDurable: async () => setBack?.() })
    chain.mine(deposit)
    await watch.poll()
    const { log } = events.of('soft')[0]!
    chain.mine()
    setBack = () => chain.reorganise(2, none)
    expect(await watch.poll()).toBe(true)
    expect(events.of('final')).toEqual([])
    setBack = undefined
    await watch.poll()
    expect(events.of('orphaned').map(({ id }) => id)).toEqual([log.id])
  })
})

describe('far behind the head', () => {
  /** A past of so many blocks, each asked for by itself, with a deposit in each hundredth. */
  function behind(blocks: number) {
    const made = world({ rangeBlocks: 1n })
    for (let n = 1; n <= blocks; n += 1)
      if (n % 100 === 0)
        made.chain.mine({ ...deposit, txHash: `0x${n.toString(16).padStart(64, '0')}`, value: n * 1_000_000 })
      else made.chain.mine()
    return made
  }
  const toldValues = ({ events }: ReturnType<typeof world>) =>
    events.of('soft').map(({ log }) => log.amountUsd6 / 1_000_000)
  const hundreds = (blocks: number) => Array.from({ length: blocks / 100 }, (_, n) => 100 * (n + 1))

  it('a node that fails now and then does not make it begin anew', async () => {
    const made = behind(2_000)
    let answers = 0
    made.chain.beforeAnswer = () => {
      answers += 1
      if (answers % 300 === 0) throw new Error('too many requests')
    }
    let isDone = false
    for (let polls = 0; polls < 500 && !isDone; polls += 1)
      isDone = await made.watch.poll().then(
        (more) => !more,
        () => false,
      )
    expect(toldValues(made)).toEqual(hundreds(2_000))
  })

  it('a chain that changes what was read is read again from its final point', async () => {
    const made = behind(1_000)
    for (let polls = 0; polls < 20; polls += 1) expect(await made.watch.poll()).toBe(true)
    made.chain.reorganise(700, ({ value }) => value !== 400_000_000)
    while (await made.watch.poll());
    const kept = hundreds(1_000).filter((value) => value !== 400)
    expect(toldValues(made).toSorted((a, b) => a - b)).toEqual(kept)
    expect(made.events.of('orphaned')).toEqual([])
  })
})

describe('a credit whose new block could not be told', () => {
  /** The handler fails once, after the deposit has come into another block. */
  function interrupted(changes: Partial<VaultWatchOptions> = {}) {
    let fails = false
    const events = recordedEvents()
    const onDeposit: typeof events.onDeposit = async (log) => {
      if (fails) throw new Error('the disk is full')
      await events.onDeposit(log)
    }
    const made = world({ ...changes, events: { ...events, onDeposit } })
    const failNext = async (): Promise<void> => {
      fails = true
      await expect(made.watch.poll()).rejects.toThrow('the disk is full')
      fails = false
    }
    return { ...made, events, failNext }
  }
  const all = (): boolean => true

  it('is taken back when that block is gone as well', async () => {
    const { chain, events, watch, failNext } = interrupted()
    chain.mine(deposit)
    await watch.poll()
    const { log } = events.of('soft')[0]!
    chain.reorganise(1, all)
    await failNext()
    chain.reorganise(1, none)
    await watch.poll()
    expect(events.of('orphaned').map(({ id }) => id)).toEqual([log.id])
  })

  it('is taken back by the next run, too', async () => {
    const first = world()
    first.chain.mine(deposit)
    await first.watch.poll()
    const { log } = first.events.of('soft')[0]!
    const { chain, events, watch, failNext } = interrupted({
      known: [{ id: log.id, txHash: log.txHash }],
    })
    chain.mine(deposit)
    await failNext()
    chain.reorganise(1, none)
    await watch.poll()
    expect(events.of('orphaned').map(({ id }) => id)).toEqual([log.id])
  })

  it('and is taken back, though its loss could not be told before it came again', async () => {
    const events = recordedEvents()
    let fails = false
    const onDepositOrphaned: typeof events.onDepositOrphaned = async (id) => {
      if (fails) throw new Error('the disk is full')
      await events.onDepositOrphaned(id)
    }
    let canCredit = true
    const onDeposit: typeof events.onDeposit = async (log) => {
      if (!canCredit) throw new Error('the disk is full')
      await events.onDeposit(log)
    }
    const { chain, watch } = world({ events: { ...events, onDeposit, onDepositOrphaned } })
    chain.mine(deposit)
    await watch.poll()
    const { log } = events.of('soft')[0]!
    chain.reorganise(1, none)
    fails = true
    await expect(watch.poll()).rejects.toThrow('the disk is full')
    fails = false
    canCredit = false
    chain.mine(deposit)
    await expect(watch.poll()).rejects.toThrow('the disk is full')
    chain.reorganise(1, none)
    await watch.poll()
    expect(events.of('orphaned').map(({ id }) => id)).toEqual([log.id])
  })
})

describe('confirmations', () => {
  it('a chain with three soft blocks credits in the third and not before', async () => {
    const { rules } = world()
    const { chain, events, watch } = world({
      rules: { ...rules, softBlocks: 3, finality: { kind: 'depth', blocks: 5 } },
    })
    chain.mine(deposit)
    for (const expected of [0, 0, 1, 1]) {
      await watch.poll()
      expect(events.of('soft')).toHaveLength(expected)
      expect(events.of('final')).toHaveLength(0)
      chain.mine()
    }
    await watch.poll()
    expect(events.of('final')).toHaveLength(1)
  })
  it('on a quiet local chain a block is made each hour, so that deadlines can pass', async () => {
    let mined = 0
    let nowMs = 0
    const { chain, watch } = world({ nowMs: () => nowMs, mineForFinality: async () => void (mined += 1) })
    for (let block = 0; block < 8; block += 1) chain.mine()
    await watch.poll()
    expect(mined).toBe(0)
    nowMs = 7_200_000
    await watch.poll()
    expect(mined).toBe(1)
  })
  it('[E8] a local chain that has just begun makes blocks until one is final and its reserves are told', async () => {
    const { rules } = world()
    const { chain, events, watch } = world({
      rules: { ...rules, finality: { kind: 'depth', blocks: 2 } },
      mineForFinality: async () => chain.mine(),
    })
    for (let turn = 0; turn < 5; turn += 1) await watch.poll()
    expect(events.reserves.length).toBeGreaterThan(0)
    const head = chain.head()
    await watch.poll()
    expect(chain.head()).toBe(head)
  })
  it('tells how many blocks confirm a deposit, at each of them, until it is final', async () => {
    const { rules } = world()
    const { chain, events, watch } = world({ rules: { ...rules, finality: { kind: 'depth', blocks: 3 } } })
    chain.mine(deposit)
    const counts: (number | undefined)[] = []
    for (let turn = 0; turn < 3; turn += 1) {
      await watch.poll()
      counts.push(events.of('soft').map(({ log }) => watch.confirmationsOf(log.id)?.count)[0])
      chain.mine()
    }
    expect(counts).toEqual([1, 2, undefined])
  })
})

describe('[E6] less than a dollar', () => {
  const dust = (value: number, n: number) => ({
    ...deposit,
    value,
    txHash: `0x${n.toString(16).padStart(64, 'd')}` as Hex,
  })

  it('is told once it is final and not before, in the order of the chain, among whatever else is final', async () => {
    const { chain, events, watch } = world()
    chain.mine(dust(999_999, 1), dust(1_000_000, 2), dust(1, 3))
    await watch.poll()
    expect(events.told.map(({ kind }) => kind)).toEqual(['soft'])
    chain.mine()
    await watch.poll()
    expect(events.told.map(({ kind }) => kind)).toEqual(['soft', 'dust', 'final', 'dust', 'finalTime'])
    expect(events.of('dust').map(({ log }) => [log.amountUsd6, log.logIndex])).toEqual([
      [999_999, 0],
      [1, 2],
    ])
  })

  it('whose block is gone was never told', async () => {
    const { chain, events, watch } = world()
    chain.mine(dust(5, 1))
    await watch.poll()
    chain.reorganise(1, none)
    for (let blocks = 0; blocks < 3; blocks += 1) {
      chain.mine()
      await watch.poll()
    }
    expect([events.of('dust'), events.of('orphaned')]).toEqual([[], []])
  })

  it('is told again where the handler failed, and goes on from there', async () => {
    const { chain, events, watch } = world()
    chain.mine(dust(5, 1), dust(6, 2))
    chain.mine()
    events.failNext('dust')
    await expect(watch.poll()).rejects.toThrow('dust')
    await watch.poll()
    expect(events.of('dust').map(({ log }) => log.amountUsd6)).toEqual([5, 6])
  })
})

describe('many nodes at one address', () => {
  /** The question after the next comes to a node that is so many blocks behind. */
  const lagAfterHead = ({ chain }: Pick<ReturnType<typeof world>, 'chain'>, blocks: number): void => {
    chain.beforeAnswer = () => {
      chain.beforeAnswer = () => undefined
      chain.lag(blocks)
    }
  }

  it('a node that lacks the newest block has no log of it: the deposit is found at the next look', async () => {
    const made = world()
    const { chain, events, watch } = made
    await watch.poll()
    chain.mine(deposit)
    lagAfterHead(made, 1)
    await watch.poll()
    expect(events.of('soft')).toEqual([])
    await watch.poll()
    expect(events.of('soft').map(({ log }) => log.amountUsd6)).toEqual([deposit.value])
  })

  it('an older head is passed over: nothing is counted twice, and the vault is not short', async () => {
    const { chain, events, watch } = world()
    chain.mine(deposit)
    await watch.poll()
    chain.lag(1)
    expect(await watch.poll()).toBe(false)
    for (let blocks = 0; blocks < 3; blocks += 1) {
      chain.mine()
      await watch.poll()
    }
    expect(events.reserves.at(-1)).toMatchObject({ expectedUsd6: 5_000_000n, foundUsd6: 5_000_000n })
    expect(events.of('soft')).toHaveLength(1)
  })

  it('a node that lacks what was scanned takes no credit back', async () => {
    const made = world()
    const { chain, events, watch } = made
    chain.mine(deposit)
    await watch.poll()
    chain.mine()
    chain.mine()
    lagAfterHead(made, 3)
    for (let looks = 0; looks < 3; looks += 1) await watch.poll()
    expect([events.of('orphaned'), events.of('soft').length, events.of('final').length]).toEqual([[], 1, 1])
  })

  it('a credit of a former run is not lost because one node does not know its transaction', async () => {
    const first = world()
    first.chain.mine(deposit)
    await first.watch.poll()
    const { log } = await first.events.first('soft')
    const again = world({ client: first.chain.client, known: [log] })
    first.chain.lag(1)
    first.chain.beforeAnswer = () => first.chain.lag(1)
    for (let looks = 0; looks < 3; looks += 1) await again.watch.poll()
    first.chain.beforeAnswer = () => undefined
    await again.watch.poll()
    expect([again.events.of('orphaned'), again.events.of('soft')]).toEqual([[], []])
    first.chain.mine()
    await again.watch.poll()
    expect(again.events.of('final')).toHaveLength(1)
  })

  it('a run that begins at a node behind its cursor waits, and only a chain that is too short ends it', async () => {
    let saved: ChainCursor | undefined
    const cursor = { load: () => saved, save: async (point: ChainCursor) => void (saved = point) }
    const first = world({ cursor, finalTimeEveryMs: 0 })
    for (let blocks = 0; blocks < 6; blocks += 1) first.chain.mine()
    await first.watch.poll()
    const { client } = first.chain
    const again = world({ cursor, client }).watch
    first.chain.lag(3)
    expect(await again.poll()).toBe(false)
    await again.poll()
    expect(again.finalPoint()).toMatchObject({ number: 5n })
    const short = world({ cursor, client }).watch
    first.chain.beforeAnswer = () => first.chain.lag(3)
    first.chain.lag(3)
    for (let looks = 0; looks < 5; looks += 1) expect(await short.poll()).toBe(false)
    await expect(short.poll()).rejects.toThrow('was final')
  })

  it('a chain that was set back is believed once all nodes say so, and read again', async () => {
    const { chain, events, watch } = world({
      rules: {
        name: 'scripted',
        softBlocks: 1,
        usdcDecimals: 6,
        cctpDomain: null,
        finality: { kind: 'depth', blocks: 6 },
      },
    })
    for (let blocks = 0; blocks < 6; blocks += 1) chain.mine()
    chain.mine(deposit)
    await watch.poll()
    chain.beforeAnswer = () => chain.lag(1)
    chain.lag(1)
    for (let looks = 0; looks < 5; looks += 1) await watch.poll()
    expect(events.of('orphaned')).toEqual([])
    await watch.poll()
    expect(events.of('orphaned')).toHaveLength(1)
  })
})

describe.each([1, 2, 5, 12, 32, 64])('a chain that takes back its last %i blocks', (depth) => {
  const deposits = Array.from({ length: depth }, (_, n) => ({
    ...deposit,
    txHash: `0x${(n + 1).toString(16).padStart(64, '0')}` as Hex,
    value: 1_000_000 + n,
  }))
  /** The sum of the deposits that were told and not taken back. */
  const credited = (told: ReturnType<typeof recordedEvents>['told']): number => {
    const soft = new Map<string, number>()
    for (const event of told) {
      if (event.kind === 'soft') soft.set(event.log.id, event.log.amountUsd6)
      if (event.kind === 'orphaned') soft.delete(event.id)
    }
    return [...soft.values()].reduce((sum, amount) => sum + amount, 0)
  }

  it.each([
    ['none of them comes back', 'none', 'on'],
    ['every second one comes back', 'some', 'on'],
    ['every second one comes back while the watch is stopped', 'some', 'restart'],
  ] as const)('credits what the chain holds in the end, once: %s', async (_, kept, then) => {
    let saved: ChainCursor | undefined
    const cursor = { load: () => saved, save: async (point: ChainCursor) => void (saved = point) }
    const rules = {
      name: 'scripted',
      softBlocks: 1,
      usdcDecimals: 6,
      cctpDomain: null,
      finality: { kind: 'depth', blocks: 80 },
    } as const
    const { chain, events, watch } = world({ cursor, rules })
    for (const one of deposits) {
      chain.mine(one)
      await watch.poll()
    }
    expect(credited(events.told)).toBe(deposits.reduce((sum, { value }) => sum + value, 0))
    const before = events.told.flatMap((event) =>
      event.kind === 'soft'
        ? [{ id: event.log.id, blockHash: event.log.blockHash, txHash: event.log.txHash }]
        : [],
    )
    chain.reorganise(depth, ({ value }) => kept === 'some' && value % 2 === 0)
    const later =
      then === 'restart' ? world({ cursor, rules, events, known: before, client: chain.client }).watch : watch
    // Twice, so that what was told a second time would be seen, and as often as a new run asks for what it does not find;
    // then until all of it is final.
    for (let round = 0; round < (then === 'restart' ? 8 : 2); round += 1) await later.poll()
    const onChain = (): number => chain.deposits().reduce((sum, { value }) => sum + value, 0)
    expect(credited(events.told)).toBe(onChain())
    for (let block = 0; block < 90; block += 1) chain.mine()
    await later.poll()
    expect(credited(events.told)).toBe(onChain())
    const final = events.told.filter(({ kind }) => kind === 'final')
    expect(final).toHaveLength(chain.deposits().length)
    expect(events.reserves.at(-1)).toMatchObject({
      expectedUsd6: BigInt(onChain()),
      foundUsd6: BigInt(onChain()),
    })
  })
})
