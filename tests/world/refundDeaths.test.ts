/**
 * What no vault pays any more comes back once: the chain's own time passes the deadline of a withdrawal that its owner has
 * not claimed, and exchange and chain die by `kill -9` before and after the refund. One that was claimed in time stays paid.
 * Beside it: the files of the exchange hold no key by which its vault pays, stops or changes.
 */
import { fiatTokenAbi, vestVaultAbi } from '@vest/contracts'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readDecimal, REFUSAL, WITHDRAW_DEADLINE_MS, type Hex, type TransferRow } from '@vest/protocol'
import { privateKeyToAccount } from 'viem/accounts'
import { createBot, type Bot } from './bot.ts'
import { freshDataDir, removeDataDir, startStack, type Stack } from './stack.ts'
import { until } from './until.ts'

const DEPOSIT_USD6 = 100_000_000n
const SIZE_USD6 = 10_000_000
const dataDir = freshDataDir()
let stack: Stack
let trader: Bot
beforeAll(async () => {
  stack = await startStack({ dataDir, flow: false })
  trader = await createBot({ baseUrl: stack.baseUrl, depositUsd6: DEPOSIT_USD6 })
  await until(
    'it may leave',
    async () => (await trader.client.withdrawAllowance()).withdrawable === '100.000000',
  )
}, 240_000)
afterAll(async () => {
  expect(await stack.stop()).toBe(0)
  removeDataDir(dataDir)
})

/** The node behind the proxy, as the validator of this devnet is told of it. */
async function askNode(method: string, params: readonly unknown[]): Promise<unknown> {
  const config = JSON.parse(readFileSync(join(dataDir, 'validators', '1', 'config.json'), 'utf8')) as {
    readonly chains: readonly { readonly chainId: number; readonly rpcUrl: string }[]
  }
  const { rpcUrl } = config.chains.find(({ chainId }) => chainId === trader.chain.chainId)!
  const answer = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  return ((await answer.json()) as { readonly result?: unknown }).result
}
async function chainTimeMs(): Promise<number> {
  const { timestamp } = (await askNode('eth_getBlockByNumber', ['latest', false])) as { timestamp: string }
  return Number(BigInt(timestamp)) * 1_000
}
/** A cut may have taken the blocks along. */
async function passDeadline(deadlineMs: number): Promise<void> {
  if ((await chainTimeMs()) > deadlineMs) return
  await askNode('evm_setNextBlockTimestamp', [Math.floor(deadlineMs / 1_000) + 60])
  await askNode('anvil_mine', ['0x2', '0x1'])
}
/** A deposit of a dollar: its final block tells the exchange the chain's time at once. */
const payIn = () =>
  trader.sender.call({
    address: trader.chain.tokens[0]!.address as Hex,
    abi: fiatTokenAbi,
    functionName: 'transfer',
    args: [trader.chain.vault, 1_000_000n],
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
async function approved(): Promise<TransferRow> {
  const { client, address, chain } = trader
  const { id } = await client.withdraw({
    recipient: address,
    token: chain.tokens[0]!.address,
    size: SIZE_USD6,
    chainId: chain.chainId,
    execute: false,
  })
  return until('it is approved', async () => {
    const row = await rowOf(id)
    return row?.status === 'VERIFIED' && row
  })
}

it('[4.7] a withdrawal that its owner never claimed is refunded once, whatever is killed, and never paid after that', async () => {
  const everything = DEPOSIT_USD6 + (await trader.walletUsd6())
  const claimed = await approved()
  const left = await approved()
  await trader.claim(claimed)
  await until('the claimed one is paid', async () => (await rowOf(claimed.id))?.status === 'FILLED')
  const deadlineMs = left.progress!.deadline!
  expect(deadlineMs).toBeGreaterThan(Date.now() + WITHDRAW_DEADLINE_MS - 3_600_000)

  await passDeadline(deadlineMs)
  await payIn()
  await powerCut()
  const isBack = async (): Promise<TransferRow | false> => {
    const row = await rowOf(left.id)
    return row?.status === 'REJECTED' && row
  }
  if (!(await isBack())) {
    await passDeadline(deadlineMs)
    await payIn()
  }
  expect((await until('the money is back', isBack)).code).toBe(REFUSAL.TRANSFER_EXECUTION_FAILED)
  await powerCut()
  await until('it is still back, once, and nothing is on its way', async () => {
    const { collateral, withdrawable } = await trader.client.account()
    const inside = BigInt(readDecimal(collateral, 6))
    const isAll = inside + (await trader.walletUsd6()) === everything
    return (await isBack()) !== false && withdrawable === collateral && isAll
  })
  await passDeadline(deadlineMs)
  await expect(trader.claim(left)).rejects.toThrow('ExpiredRequest')
  expect((await rowOf(claimed.id))?.status).toBe('FILLED')
})

/** Addresses of all that looks like a key in the text files of these folders. */
function keyHolders(folders: readonly string[]): ReadonlySet<string> {
  const files = folders.flatMap((folder) =>
    readdirSync(join(dataDir, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
      join(dataDir, folder, name),
    ),
  )
  const texts = files
    .filter((path) => statSync(path).isFile() && statSync(path).size < KEY_FILE_BYTES_MAX)
    .map((path) => readFileSync(path, 'latin1'))
  const found = new Set(texts.flatMap((text) => text.match(/\b0x[0-9a-f]{64}\b/g) ?? []))
  return new Set(
    [...found].flatMap((key) => {
      try {
        return [privateKeyToAccount(key as Hex).address.toLowerCase()]
      } catch {
        // A hash that is no key of the curve.
        return []
      }
    }),
  )
}
const KEY_FILE_BYTES_MAX = 65_536

it('the exchange holds no key of its vault: those of validators, guardian and admin lie in folders of their own', async () => {
  const vault = { address: trader.chain.vault as Hex, abi: vestVaultAbi } as const
  const { reader } = trader.sender
  const [validators, admin] = await Promise.all([
    reader.readContract({ ...vault, functionName: 'validators' }),
    reader.readContract({ ...vault, functionName: 'admin' }),
  ])
  const isGuardian = (address: string) =>
    reader.readContract({ ...vault, functionName: 'isGuardian', args: [address as Hex] })
  const OTHERS = ['operators', 'validators']
  const own = keyHolders(
    readdirSync(dataDir, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !OTHERS.includes(entry.name))
      .map(({ name }) => name),
  )
  const others = keyHolders(OTHERS)
  for (const address of [...validators, admin].map((each) => each.toLowerCase())) {
    expect(others).toContain(address)
    expect(own).not.toContain(address)
  }
  expect(own.size).toBeGreaterThan(0)
  expect(await Promise.all([...own].map(isGuardian))).not.toContain(true)
  expect(await Promise.all([...others].map(isGuardian))).toContain(true)
})
