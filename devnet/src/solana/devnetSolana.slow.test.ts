/** Solana as the start command holds it: asleep until it is used, and from then on there with every start. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateKeyPairSigner } from '@solana/kit'
import { isSolanaAddress } from '@vest/protocol'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDevnetSolana, type DevnetSolana } from './devnetSolana.ts'

const HOUR_MS = 3_600_000

describe("devnet's Solana", () => {
  let dataDir: string
  let nowMs: number
  let solana: DevnetSolana
  const troubles: Error[] = []
  const open = async (): Promise<void> => {
    solana = await openDevnetSolana({
      dataDir: join(dataDir, 'solana'),
      nowMs: () => nowMs,
      onTrouble: (error) => troubles.push(error),
    })
  }
  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'vest-solana-'))
    nowMs = 1_700_000_000_000
    troubles.length = 0
    await open()
  })
  afterEach(async () => {
    await solana.stop()
    rmSync(dataDir, { recursive: true })
  })
  const ask = (method: string, ...params: unknown[]) => solana.rpc({ jsonrpc: '2.0', id: 1, method, params })

  it('has its addresses from the beginning, and the same ones after a restart', async () => {
    const { deployment } = solana
    expect(Object.values(deployment).every(isSolanaAddress)).toBe(true)
    expect(solana.isUsed()).toBe(false)
    expect(existsSync(join(dataDir, 'solana', 'transactions.jsonl'))).toBe(false)
    await solana.stop()
    await open()
    expect(solana.deployment).toEqual(deployment)
    expect(solana.isUsed()).toBe(false)
  })

  it('starts with the first question, and is known as used from then on', async () => {
    expect(await ask('getHealth')).toEqual({ jsonrpc: '2.0', id: 1, result: 'ok' })
    const { vaultTokenAccount } = solana.deployment
    expect(await ask('getTokenAccountBalance', vaultTokenAccount)).toMatchObject({
      result: { value: { amount: '0', decimals: 6 } },
    })
    expect(solana.isUsed()).toBe(true)
    await solana.stop()
    await open()
    expect(solana.isUsed()).toBe(true)
  })

  it('gives once an hour, and tells of every transaction', async () => {
    const { address } = await generateKeyPairSigner()
    let told = 0
    const unsubscribe = solana.onTransaction(() => (told += 1))
    const gift = await solana.faucet(address)
    expect(gift).toMatchObject({ ok: true, lamports: 1_000_000_000n })
    expect(told).toBe(1)
    expect(await solana.faucet(address)).toEqual({ ok: false, reason: 'wait', retryTimeMs: nowMs + HOUR_MS })
    nowMs += HOUR_MS
    expect(await solana.faucet(address)).toMatchObject({ ok: true })
    unsubscribe()
    await ask('requestAirdrop', address, 5)
    expect(told).toBe(2)
    expect(await ask('getBalance', address)).toMatchObject({ result: { value: 2_000_000_005 } })
    expect(troubles).toEqual([])
  })

  it('says that it cannot start where it cannot, and is asked anew by the next one', async () => {
    rmSync(join(dataDir, 'solana'), { recursive: true })
    await solana.stop()
    expect(await ask('getHealth')).toMatchObject({ error: { code: -32603 } })
    expect(troubles.map(({ message }) => message)).toEqual(['the exchange is stopping'])
  })
})
