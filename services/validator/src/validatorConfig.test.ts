import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readValidatorConfig } from './validatorConfig.ts'

const CHAIN = {
  chainId: 42161,
  rpcUrl: 'http://127.0.0.1:8545',
  decimals: 6,
  vault: `0x${'Ab'.repeat(20)}`,
  token: `0x${'55'.repeat(20)}`,
}
const GOOD = { token: 't'.repeat(32), keyFile: 'key', dataDir: '.', journal: '../journal', chains: [CHAIN] }

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vest-validator-config-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const read = (text: string) => {
  const path = join(folder, 'config.json')
  writeFileSync(path, text)
  return readValidatorConfig(path)
}

describe('what an operator tells a validator', () => {
  it('is read with paths beside the file, addresses in lower case, and no chain taken at its word', () => {
    expect(read(JSON.stringify(GOOD))).toMatchObject({
      host: '127.0.0.1',
      port: 0,
      keyFile: join(folder, 'key'),
      dataDir: folder,
      unprovenChains: [],
      chains: [{ vault: `0x${'ab'.repeat(20)}` }],
    })
  })

  it.each([
    ['{', 'cannot be read as JSON'],
    [{ keyFile: '' }, 'must say "keyFile"'],
    [{ token: 'short' }, '32 characters'],
    [{ port: 70_000 }, '"port" is no port'],
    [{ chains: [] }, 'must name one of "chains"'],
    [{ chains: [{ ...CHAIN, vault: '0x12' }] }, 'a chain needs'],
    [{ chains: [{ ...CHAIN, decimals: 5 }] }, '"decimals" of chain 42161'],
    [{ solana: { rpcUrl: 'http://127.0.0.1:8899', usdc: 'x', vaultTokenAccount: 'y' } }, '"solana" needs'],
    [{ unprovenChains: [42161] }, 'names chain 42161 in "chains" and in "unprovenChains"'],
  ])('%j is refused in one sentence', (wrong, sentence) => {
    const text = typeof wrong === 'string' ? wrong : JSON.stringify({ ...GOOD, ...wrong })
    expect(() => read(text)).toThrow(sentence)
  })
})
