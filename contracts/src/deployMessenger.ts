/**
 * Deploys the contract that burns what goes to another network, and makes what came from one. The token's owner has to let
 * it; see `letBurn` and `letMint`.
 */
import { zeroAddress, type Address } from 'viem'
import { vestMessengerAbi, vestMessengerBytecode } from '../artifacts/vestMessenger.ts'
import { fiatTokenAbi } from './fiatTokenAbi.ts'
import type { TransactionSender } from './transactionSender.ts'

/** What a messenger makes, and on whose word. */
export interface MessengerTrust {
  readonly token: Address
  readonly attester: Address
}

/** Without `trust` it makes nothing. */
export const deployMessenger = (
  sender: TransactionSender,
  localDomain: number,
  trust: MessengerTrust = { token: zeroAddress, attester: zeroAddress },
): Promise<Address> =>
  sender.deploy({
    abi: vestMessengerAbi,
    bytecode: vestMessengerBytecode,
    args: [localDomain, trust.token, trust.attester],
  })

/** Circle's token lets its minters burn; this one may make nothing. */
export const letBurn = (sender: TransactionSender, token: Address, messenger: Address) =>
  allow(sender, token, messenger, 0n)

/** It may burn, and make whatever was burned elsewhere. */
export const letMint = (sender: TransactionSender, token: Address, messenger: Address) =>
  allow(sender, token, messenger, 2n ** 255n)

const allow = (sender: TransactionSender, token: Address, messenger: Address, allowance: bigint) =>
  sender.call({
    address: token,
    abi: fiatTokenAbi,
    functionName: 'configureMinter',
    args: [messenger, allowance],
  })
