/** The key of one validator: one file, for its owner alone, made once and never overwritten. */
import { closeSync, fsyncSync, openSync, readFileSync, statSync, writeSync } from 'node:fs'
import type { Address, Hex } from '@vest/protocol'
import type { PrivateKeyAccount } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'

const FOR_OTHERS = 0o077

/** Makes the file; throws if it stands. Answers the address, in lower case. */
export function makeKeyFile(path: string): Address {
  const file = openSync(path, 'wx', 0o600)
  try {
    writeSync(file, `${generatePrivateKey()}\n`)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  return openKeyFile(path).address.toLowerCase() as Address
}

/** Throws, in one sentence and without the key, where it is no key or others may read it. */
export function openKeyFile(path: string): PrivateKeyAccount {
  if ((statSync(path).mode & FOR_OTHERS) !== 0)
    throw new Error(`Others may read the key in ${path}: give it to its owner alone (chmod 600).`)
  const key = readFileSync(path, 'utf8').trim()
  if (!/^0x[0-9a-f]{64}$/.test(key)) throw new Error(`${path} holds no key: 0x and 64 hex digits.`)
  return privateKeyToAccount(key as Hex)
}
