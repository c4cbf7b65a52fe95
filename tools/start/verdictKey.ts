/** The key that signs verdicts: of the environment, or made at the first start and kept beside the data. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { addressOf, createPrivateKey, signDigest } from '@vest/sdk'
import type { Hex } from '@vest/protocol'
import type { VerdictSigner } from '@vest/exchange'
import { StartError } from './options.ts'

export function verdictSigner(env: NodeJS.ProcessEnv, path: string): VerdictSigner {
  const key = keyOf(env, path)
  return { address: addressOf(key), sign: (digest) => signDigest(digest, key) }
}

function keyOf(env: NodeJS.ProcessEnv, path: string): Hex {
  const given = env['VEST_VERDICT_KEY']?.trim()
  if (given !== undefined && given !== '') {
    if (!/^0x[0-9a-fA-F]{64}$/.test(given))
      throw new StartError('VEST_VERDICT_KEY must be a private key: 0x and 64 hex digits.')
    return given as Hex
  }
  if (!existsSync(path)) {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    writeFileSync(path, createPrivateKey(), { mode: 0o600 })
  }
  return readFileSync(path, 'utf8').trim() as Hex
}
