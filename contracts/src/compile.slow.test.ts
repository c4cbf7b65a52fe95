import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ARTIFACT_FILE, artifactText, compileContract } from './compile.ts'

/** `VEST_UPDATE_ARTIFACTS=1 npx vitest run contracts/src/compile` writes the artifact anew after a change. */
describe('the checked-in artifact', () => {
  const compiled = compileContract('VestVault.sol', 'VestVault')
  it('is what the compiler makes of the sources', () => {
    const text = artifactText('vestVault', compiled)
    if (process.env['VEST_UPDATE_ARTIFACTS'] === '1') writeFileSync(ARTIFACT_FILE, text)
    expect(existsSync(ARTIFACT_FILE)).toBe(true)
    const isCurrent = readFileSync(ARTIFACT_FILE, 'utf8') === text
    expect(isCurrent, 'stale: VEST_UPDATE_ARTIFACTS=1 npx vitest run contracts/src/compile').toBe(true)
  })

  it('is no larger than a contract may be (EIP-170)', () => {
    expect((compiled.bytecode.length - 2) / 2).toBeLessThan(24_576)
  })
})
