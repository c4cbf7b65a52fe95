/**
 * The bots' own keys: made at the first start, kept in a file that only its owner can read, used like anyone's
 * wallet. A primary key owns the account and its deposits; a session key signs the orders.
 */
import { existsSync, readFileSync } from 'node:fs'
import type { Address, Hex } from '@vest/protocol'
import { addressOf, createPrivateKey } from '@vest/sdk/node'
import { writeDurably } from '../chain/durableFile.ts'

export interface BotKeys {
  readonly name: string
  readonly address: Address
  readonly primaryKey: Hex
  readonly sessionKey: Hex
}

interface StoredKeys {
  readonly primaryKey: Hex
  readonly sessionKey: Hex
}

const PRIVATE_KEY = /^0x[0-9a-f]{64}$/

/** The keys of the named bots; missing ones are made and written down before they are used. */
export async function openBotKeys(path: string, names: readonly string[]): Promise<readonly BotKeys[]> {
  const stored = existsSync(path)
    ? (JSON.parse(readFileSync(path, 'utf8')) as Record<string, StoredKeys>)
    : {}
  const missing = names.filter((name) => stored[name] === undefined)
  for (const name of missing)
    stored[name] = { primaryKey: createPrivateKey(), sessionKey: createPrivateKey() }
  if (missing.length > 0) await writeDurably(path, `${JSON.stringify(stored, undefined, 2)}\n`, 0o600)
  return names.map((name) => {
    const { primaryKey, sessionKey } = stored[name]!
    if (!PRIVATE_KEY.test(primaryKey) || !PRIVATE_KEY.test(sessionKey))
      throw new Error(`${path} holds no keys of the bot ${name}.`)
    return { name, address: addressOf(primaryKey), primaryKey, sessionKey }
  })
}
