/**
 * Deposit addresses. One implementation per vault and a minimal proxy (EIP-1167) per account, which stands behind its
 * code; all made by the standard deployer: where the vault has one address on every chain, so has each account's
 * deposit address. The address is a pure function of vault and account; no node has to be asked for it.
 */
import {
  concatHex,
  encodeDeployData,
  getContractAddress,
  keccak256,
  padHex,
  type Address,
  type Hex,
} from 'viem'
import { depositForwarderAbi, depositForwarderBytecode } from '../artifacts/depositForwarder.ts'
import type { TransactionSender } from './transactionSender.ts'

/** Stands on every chain, and on a local one from its first block on. Its input is salt and init code. */
export const STANDARD_DEPLOYER: Address = '0x4e59b44847b379578588920ca78fbf26c0b4956c'
const IMPLEMENTATION_SALT: Hex = padHex('0x')

const lower = (address: Address): Address => address.toLowerCase() as Address

const implementationCode = (vault: Address): Hex =>
  encodeDeployData({ abi: depositForwarderAbi, bytecode: depositForwarderBytecode, args: [vault] })

/** EIP-1167, nothing but a delegatecall to the implementation; behind it 20 bytes that never run: the account. */
const proxyCode = (vault: Address, account: Address): Hex =>
  concatHex([
    '0x6100413d81600a3d39f3363d3d373d3d3d363d73',
    forwarderImplementation(vault),
    '0x5af43d82803e903d91602b57fd5bf3',
    lower(account),
  ])

const create2 = (salt: Hex, initCode: Hex): Address =>
  lower(
    getContractAddress({
      opcode: 'CREATE2',
      from: STANDARD_DEPLOYER,
      salt,
      bytecodeHash: keccak256(initCode),
    }),
  )

/** Of each vault that was asked for: the same for every account, and some work to find. */
const implementations = new Map<Address, Address>()

export function forwarderImplementation(vault: Address): Address {
  const known = implementations.get(vault)
  if (known !== undefined) return known
  const found = create2(IMPLEMENTATION_SALT, implementationCode(vault))
  implementations.set(vault, found)
  return found
}

/** The salt names the account: 12 zero bytes, then its address. */
const saltOf = (account: Address): Hex => padHex(lower(account), { size: 32 })

/** The deposit address of `account`, lower case. */
export const forwarderAddress = (vault: Address, account: Address): Address =>
  create2(saltOf(account), proxyCode(vault, account))

export interface ForwarderPlace {
  readonly vault: Address
  readonly account: Address
}

/** Moves what lies at the account's deposit address into the vault; makes the contracts that are missing for it. */
export async function sweepForwarder(
  sender: TransactionSender,
  { token, ...place }: ForwarderPlace & { readonly token: Address },
): Promise<void> {
  await ensureForwarder(sender, place)
  await sender.call(callOf(place, 'sweep', token))
}

/**
 * Sends what lies at the account's deposit address and is no deposit to the account itself; the zero address is the
 * chain's own coin. Makes the contracts that are missing for it. Only a token that keeps within `gasMax` is moved: its
 * code is foreign, and the sender pays.
 */
export async function returnFromForwarder(
  sender: TransactionSender,
  { token, gasMax, ...place }: ForwarderPlace & { readonly token: Address; readonly gasMax: bigint },
): Promise<Hex> {
  await ensureForwarder(sender, place)
  const call = callOf(place, 'giveBack', token)
  const gas = await sender.reader.estimateContractGas({ ...call, account: sender.account })
  if (gas > gasMax) throw new CostlyTokenError(`moving ${token} takes ${gas} gas`)
  return (await sender.call({ ...call, gas: gasMax })).transactionHash
}

/** A token that wants more gas than a transfer may. */
export class CostlyTokenError extends Error {
  override readonly name = 'CostlyTokenError'
}

const callOf = ({ vault, account }: ForwarderPlace, functionName: 'sweep' | 'giveBack', token: Address) => ({
  address: forwarderAddress(vault, account),
  abi: depositForwarderAbi,
  functionName,
  args: [token] as const,
})

async function ensureForwarder(sender: TransactionSender, { vault, account }: ForwarderPlace): Promise<void> {
  await ensureDeployed(sender, IMPLEMENTATION_SALT, implementationCode(vault))
  await ensureDeployed(sender, saltOf(account), proxyCode(vault, account))
}

async function ensureDeployed(sender: TransactionSender, salt: Hex, initCode: Hex): Promise<void> {
  const address = create2(salt, initCode)
  if ((await sender.reader.getCode({ address })) !== undefined) return
  await sender.send(STANDARD_DEPLOYER, concatHex([salt, initCode]))
}
