/**
 * A vault that is short is filled from another chain's over the real bridge, signed by the real validator, with `kill -9` of the
 * exchange and of its chains where the seed says; and what waited there for money leaves with it.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readDecimal, reservesResponse, type TransferRow } from '@vest/protocol'
import { inTurn } from '../../runtime/src/testing/runSeed.ts'
import { createBot, FAUCET_USD6, usdcOf, type Bot } from './bot.ts'
import { freshDataDir, programFetch, removeDataDir, startStack, type Stack } from './stack.ts'
import { until } from './until.ts'

const BASE = 8453
const HOME = 42161
/** The vault of Base begins with five dollars: it is short from the beginning, and pays nothing that anyone would ask for. */
const env = { VEST_REBALANCE: '100000,150000', VEST_VAULT_FLOAT: '5' }
const GENESIS_USD6 = 12_000_000_000_000
const FLOAT_USD6 = 5_000_000
const ASKED_USD6 = 9_000_000_000
const FEE_USD6 = 200_000
const PAID_USD6 = ASKED_USD6 - FEE_USD6
const dataDir = freshDataDir()
let stack: Stack
let trader: Bot
beforeAll(async () => {
  stack = await startStack({ dataDir, flow: false, env })
  trader = await createBot({ baseUrl: stack.baseUrl })
  await until('it may leave', async () => {
    const { withdrawable } = await trader.client.withdrawAllowance()
    return BigInt(readDecimal(withdrawable, 6)) === FAUCET_USD6
  })
}, 240_000)
afterAll(async () => {
  expect(await stack.stop()).toBe(0)
  removeDataDir(dataDir)
})

interface RebalancingStatus {
  readonly holds: string | null
  readonly vaults: readonly { readonly chainId: number; readonly held: string }[]
  readonly lots: readonly {
    readonly from: number
    readonly to: number
    readonly state: string
    readonly size: string
  }[]
}
async function rebalancingStatus(): Promise<RebalancingStatus> {
  const url = /Health and metrics at (http:\/\/\S+)/.exec(stack.output())![1]!
  return (await (await fetch(`${url}/rebalancing`)).json()) as RebalancingStatus
}
async function reserves() {
  const answer = await programFetch(stack.baseUrl)(`${stack.baseUrl}/v2/reserves`)
  return reservesResponse.parse(await answer.json())
}
/** A chain of the laptop starts, and starts anew after its death, with the first request for it; its vault is told from then on. */
const startBase = () =>
  programFetch(stack.baseUrl)(`${stack.baseUrl}/devnet/rpc/${BASE}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] }),
  })

/** To the trader's own address, sent by the exchange; the chain starts with it. */
async function askOnBase(): Promise<string> {
  const base = (await trader.client.chains()).find(({ chainId }) => chainId === BASE)!
  const { id } = await trader.client.withdraw({
    recipient: trader.address,
    token: base.tokens[0]!.address,
    size: ASKED_USD6,
    chainId: BASE,
    execute: true,
  })
  return id
}
const rowOf = async (id: string): Promise<TransferRow | undefined> =>
  (await trader.client.transfers({ id }))[0]
async function heldOnBase(): Promise<bigint> {
  const base = (await trader.client.chains()).find(({ chainId }) => chainId === BASE)!
  return usdcOf(stack.baseUrl, base).balanceOf(trader.address)
}

it('[4.7] a vault that is short is filled once, whenever exchange and chains die, and what waited for money leaves by itself', async () => {
  const id = await askOnBase()
  await startBase()
  await until('it waits for money', async () => (await rowOf(id))?.progress?.waitsFor === 'FUNDS')
  expect(await heldOnBase()).toBe(0n)
  for (const state of inTurn(['PLANNED', 'BURNED', 'MADE'], 5)) {
    await until(`a lot is ${state}`, async () =>
      (await rebalancingStatus()).lots.some((lot) => lot.state === state || lot.state === 'MADE'),
    )
    const { port } = stack
    const dead = stack.kill9()
    stack.kill9Chain()
    await dead
    stack = await startStack({ dataDir, port, flow: false, env })
    await startBase()
  }
  await until('the lot has come, and both vaults are told', async () => {
    const { lots, vaults } = await rebalancingStatus()
    return lots.some(({ state }) => state === 'MADE') && vaults.length === 2
  })
  await until('it is paid', async () => (await rowOf(id))?.status === 'FILLED')
  expect(await heldOnBase()).toBe(BigInt(PAID_USD6))
  const { lots, vaults } = await rebalancingStatus()
  expect(lots).toMatchObject([{ from: HOME, to: BASE }])
  const lot = readDecimal(lots[0]!.size, 6)
  expect(lot).toBeGreaterThan(ASKED_USD6)
  const held = Object.fromEntries(vaults.map(({ chainId, held: there }) => [chainId, readDecimal(there, 6)]))
  expect(held).toEqual({
    [HOME]: GENESIS_USD6 + Number(FAUCET_USD6) - lot,
    [BASE]: FLOAT_USD6 + lot - PAID_USD6,
  })
  const inAll = GENESIS_USD6 + Number(FAUCET_USD6) + FLOAT_USD6 - PAID_USD6
  await until('both vaults have told it', async () => {
    const { chains, underWay } = await reserves()
    const found = chains.reduce((sum, vault) => sum + readDecimal(vault.found, 6), 0)
    const isWhole = chains.every(({ expected, found: there }) => expected === there)
    return underWay.length === 0 && chains.length === 2 && isWhole && found === inAll
  })
}, 240_000)
