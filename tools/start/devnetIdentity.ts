/**
 * What makes one devnet this devnet: the seed of its prices and the moment its history ends. Made at the
 * first start and kept with the data, because the past that charts show is computed from it.
 */
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from './options.ts'

export interface DevnetIdentity {
  readonly seed: string
  readonly genesisMs: number
}

const MINUTE_MS = 60_000

export function devnetIdentity(dataDir: string, nowMs: number): DevnetIdentity {
  const path = join(dataDir, 'devnet.json')
  if (existsSync(path)) {
    const identity = JSON.parse(readFileSync(path, 'utf8')) as Partial<DevnetIdentity>
    if (typeof identity.seed === 'string' && Number.isSafeInteger(identity.genesisMs))
      return identity as DevnetIdentity
    throw new StartError(`${path} is damaged. Restore it, or begin anew with npm start -- --reset.`)
  }
  const identity: DevnetIdentity = {
    seed: process.env.VEST_SEED ?? randomBytes(8).toString('hex'),
    genesisMs: Math.floor(nowMs / MINUTE_MS) * MINUTE_MS,
  }
  writeFileSync(`${path}.new`, `${JSON.stringify(identity, undefined, 2)}\n`, { mode: 0o600 })
  renameSync(`${path}.new`, path)
  return identity
}
