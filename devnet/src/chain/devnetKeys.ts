/**
 * The keys of a devnet, made at its first start, each file for its owner alone. None is ever a published test key. The
 * process of the chains holds those of the deployer (who mints test USDC) and of the relayer (who pays gas); of those who
 * decide over money in the vault (validators, guardian, admin) it knows the addresses and never reads a key.
 */
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Address } from '@vest/protocol'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { Hex, PrivateKeyAccount } from 'viem'
import { writeDurably } from './durableFile.ts'

export interface DevnetKeys {
  readonly deployer: PrivateKeyAccount
  readonly relayer: PrivateKeyAccount
  readonly guardian: Address
  readonly admin: Address
  readonly validators: readonly Address[]
  readonly quorum: number
}

export interface DevnetRoles {
  /** Where the keys of guardian and admin are put when they are made; default: beside the others. */
  readonly operatorsDir?: string
  /** Asked at the first start alone; default: one, whose key is made beside the others. */
  readonly validators?: () => Promise<readonly Address[]>
  /** Default: all of them. */
  readonly quorum?: number
}

interface StoredKeys {
  readonly deployer: Hex
  readonly relayer: Hex
  readonly guardianAddress: Address
  readonly adminAddress: Address
  readonly validatorAddresses: readonly Address[]
  readonly quorum: number
}

export async function openDevnetKeys(path: string, roles: DevnetRoles = {}): Promise<DevnetKeys> {
  if (!existsSync(path))
    await writeDurably(path, `${JSON.stringify(await make(path, roles), undefined, 2)}\n`, 0o600)
  const stored = JSON.parse(readFileSync(path, 'utf8')) as Partial<StoredKeys>
  const { guardianAddress, adminAddress, validatorAddresses, quorum } = stored
  if (
    guardianAddress === undefined ||
    adminAddress === undefined ||
    validatorAddresses === undefined ||
    quorum === undefined
  )
    throw new Error(`${path} was made by an earlier version; start with --reset to begin anew.`)
  const account = (role: 'deployer' | 'relayer'): PrivateKeyAccount =>
    accountOf(stored[role], `${path} holds no key of the ${role}.`)
  return {
    deployer: account('deployer'),
    relayer: account('relayer'),
    guardian: guardianAddress,
    admin: adminAddress,
    validators: validatorAddresses,
    quorum,
  }
}

async function make(path: string, roles: DevnetRoles): Promise<StoredKeys> {
  const operatorsDir = roles.operatorsDir ?? dirname(path)
  const guardianAddress = await makeKeyFile(join(operatorsDir, 'guardian.key'))
  const adminAddress = await makeKeyFile(join(operatorsDir, 'admin.key'))
  const validatorAddresses = (await roles.validators?.()) ?? [
    await makeKeyFile(join(operatorsDir, 'validator.key')),
  ]
  return {
    deployer: generatePrivateKey(),
    relayer: generatePrivateKey(),
    guardianAddress,
    adminAddress,
    validatorAddresses,
    quorum: roles.quorum ?? validatorAddresses.length,
  }
}

/** Makes the file of one key, unless it stands, and forgets the key; answers its address. */
async function makeKeyFile(path: string): Promise<Address> {
  if (!existsSync(path)) {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    await writeDurably(path, `${generatePrivateKey()}\n`, 0o600)
  }
  return readKeyFile(path).address
}

/** The key in a file of its own: for operators' programs and tests. */
export const readKeyFile = (path: string): PrivateKeyAccount =>
  accountOf(readFileSync(path, 'utf8').trim() as Hex, `${path} holds no key.`)

function accountOf(key: Hex | undefined, otherwise: string): PrivateKeyAccount {
  if (key === undefined || !/^0x[0-9a-f]{64}$/.test(key)) throw new Error(otherwise)
  return privateKeyToAccount(key)
}
