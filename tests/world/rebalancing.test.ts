/**
 * A vault that is short is filled from another chain's over the real bridge, signed by the real validator, with `kill -9` of the
 * exchange and of its chains where the seed says.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readDecimal, reservesResponse } from '@vest/protocol'
import { inTurn } from '../../runtime/src/testing/runSeed.ts'
import { freshDataDir, programFetch, removeDataDir, startStack, type Stack } from './stack.ts'
import { until } from './until.ts'

const BASE = 8453
const HOME = 42161
/** The vault of Base begins with two millions: it is short from the beginning. */
const env = { VEST_REBALANCE: '2100000,2500000' }
const dataDir = freshDataDir()
let stack: Stack
beforeAll(async () => {
  stack = await startStack({ dataDir, flow: false, env })
}, 240_000)
afterAll(async () => {
  expect(await stack.stop()).toBe(0)
  removeDataDir(dataDir)
})

interface Told {
  readonly holds: string | null
  readonly vaults: readonly { readonly chainId: number; readonly held: string }[]
  readonly lots: readonly {
    readonly from: number
    readonly to: number
    readonly state: string
    readonly size: string
  }[]
}
async function told(): Promise<Told> {
  const url = /Health and metrics at (http:\/\/\S+)/.exec(stack.output())![1]!
  return (await (await fetch(`${url}/rebalancing`)).json()) as Told
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

it('a vault that is short is filled once, whenever exchange and chains die', async () => {
  await startBase()
  for (const state of inTurn(['PLANNED', 'BURNED', 'MADE'], 5)) {
    await until(`a lot is ${state}`, async () =>
      (await told()).lots.some((lot) => lot.state === state || lot.state === 'MADE'),
    )
    const { port } = stack
    const dead = stack.kill9()
    stack.kill9Chain()
    await dead
    stack = await startStack({ dataDir, port, flow: false, env })
    await startBase()
  }
  await until('the lot has come, and both vaults are told', async () => {
    const { lots, vaults } = await told()
    return lots.some(({ state }) => state === 'MADE') && vaults.length === 2
  })
  const { lots, vaults } = await told()
  expect(lots).toMatchObject([{ from: HOME, to: BASE, size: '500000.000000' }])
  expect(Object.fromEntries(vaults.map(({ chainId, held }) => [chainId, held]))).toEqual({
    [HOME]: '11500000.000000',
    [BASE]: '2500000.000000',
  })
  await until('both vaults have told it', async () => {
    const { chains, underWay } = await reserves()
    const found = chains.reduce((sum, vault) => sum + readDecimal(vault.found, 6), 0)
    const isWhole = chains.every(({ expected, found: there }) => expected === there)
    return underWay.length === 0 && chains.length === 2 && isWhole && found === 14_000_000_000_000
  })
}, 240_000)
