/** Deploys the contract that burns what goes to another network. The token's owner has to let it burn; see `letBurn`. */
import type { Address } from 'viem'
import { vestMessengerAbi, vestMessengerBytecode } from '../artifacts/vestMessenger.ts'
import { fiatTokenAbi } from './fiatTokenAbi.ts'
import type { TransactionSender } from './transactionSender.ts'

export const deployMessenger = (sender: TransactionSender, localDomain: number): Promise<Address> =>
  sender.deploy({ abi: vestMessengerAbi, bytecode: vestMessengerBytecode, args: [localDomain] })

/** Circle's token lets its minters burn; this one may make nothing. */
export const letBurn = (sender: TransactionSender, token: Address, messenger: Address) =>
  sender.call({ address: token, abi: fiatTokenAbi, functionName: 'configureMinter', args: [messenger, 0n] })
