/**
 * The token of the installation's own programs (devnet's bots, benchmarks, tests of load), which the exchange does not
 * limit: made at the first start, kept where only the owner of the data reads it.
 */
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const PROGRAM_TOKEN_FILE = 'program.token'

export function openProgramToken(dataDir: string): string {
  const path = join(dataDir, PROGRAM_TOKEN_FILE)
  if (existsSync(path)) {
    const token = readFileSync(path, 'utf8').trim()
    if (/^[0-9a-f]{64}$/.test(token)) return token
  }
  const token = randomBytes(32).toString('hex')
  writeFileSync(path, `${token}\n`, { mode: 0o600 })
  return token
}
