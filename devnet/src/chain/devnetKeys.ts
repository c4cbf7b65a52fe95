/**
 * The keys of a devnet, made at its first start and kept in a file that only its owner can read. None is
 * ever a published test key: what the validator signs opens the vault.
 */
import { existsSync, readFileSync } from 'node:fs'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { Hex, PrivateKeyAccount } from 'viem'
import { writeDurably } from './durableFile.ts'

const ROLES = ['deployer', 'relayer', 'validator', 'guardian', 'admin'] as const
export type DevnetRole = (typeof ROLES)[number]
export type DevnetKeys = Readonly<Record<DevnetRole, PrivateKeyAccount>>

export async function openDevnetKeys(path: string): Promise<DevnetKeys> {
  if (!existsSync(path)) {
    const fresh = Object.fromEntries(ROLES.map((role) => [role, generatePrivateKey()]))
    await writeDurably(path, `${JSON.stringify(fresh, undefined, 2)}\n`, 0o600)
  }
  const stored = JSON.parse(readFileSync(path, 'utf8')) as Partial<Record<DevnetRole, Hex>>
  const account = (role: DevnetRole): PrivateKeyAccount => {
    const key = stored[role]
    if (key === undefined || !/^0x[0-9a-f]{64}$/.test(key))
      throw new Error(`${path} holds no key of the ${role}.`)
    return privateKeyToAccount(key)
  }
  return {
    deployer: account('deployer'),
    relayer: account('relayer'),
    validator: account('validator'),
    guardian: account('guardian'),
    admin: account('admin'),
  }
}
