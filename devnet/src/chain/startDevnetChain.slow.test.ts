import { existsSync, mkdtempSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fiatTokenAbi } from '@vest/contracts'
import { createPublicClient, http } from 'viem'
import { describe, expect, it } from 'vitest'
import { startDevnetChain } from './startDevnetChain.ts'

const fresh = () => join(mkdtempSync(join(tmpdir(), 'vest-chain-')), 'chain')
it('starts', async () => {
  const dataDir = fresh()
  let t = performance.now()
  const chain = await startDevnetChain({ dataDir, onProgress: (l) => process.stdout.write(`${Math.round(performance.now() - t)} ${l}\n`) })
  process.stdout.write(`${Math.round(performance.now() - t)} ms up\n`)
  t = performance.now()
  const a = await chain.faucet('0x1563915e194d8cfba1943570603f7606a3115508')
  process.stdout.write(`${Math.round(performance.now() - t)} ms ${JSON.stringify(a)}\n`)
  await chain.stop()
  t = performance.now()
  const again = await startDevnetChain({ dataDir })
  process.stdout.write(`${Math.round(performance.now() - t)} ms again\n`)
  process.stdout.write(JSON.stringify(await again.rpc([{ id: 1, method: 'eth_blockNumber' }, { id: 2, method: 'anvil_mine' }])) + statSync(join(dataDir, 'state.json')).size + '\n')
  await again.stop()
  expect(1).toBe(1)
})
