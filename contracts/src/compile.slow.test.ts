import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { artifactFile, ARTIFACTS, artifactText, compileContract } from './compile.ts'

/** `VEST_UPDATE_ARTIFACTS=1 npx vitest run contracts/src/compile` writes the artifacts anew after a change. */
describe.each(ARTIFACTS)('the checked-in artifact of $contract', (artifact) => {
  const compiled = compileContract(artifact.source, artifact.contract)
  it('is what the compiler makes of the sources', () => {
    const file = artifactFile(artifact)
    const text = artifactText(artifact, compiled)
    if (process.env['VEST_UPDATE_ARTIFACTS'] === '1') writeFileSync(file, text)
    expect(existsSync(file)).toBe(true)
    const isCurrent = readFileSync(file, 'utf8') === text
    expect(isCurrent, 'stale: VEST_UPDATE_ARTIFACTS=1 npx vitest run contracts/src/compile').toBe(true)
  })

  it('is no larger than a contract may be (EIP-170)', () => {
    expect((compiled.bytecode.length - 2) / 2).toBeLessThan(24_576)
  })
})
