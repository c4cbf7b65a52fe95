/** Deploys the plain 18-decimal token that stands for USDC where there is no FiatToken; its deployer may mint. */
import type { Address } from 'viem'
import { bridgedUsdcAbi, bridgedUsdcBytecode } from '../artifacts/bridgedUsdc.ts'
import type { TransactionSender } from './transactionSender.ts'

export const deployBridgedUsdc = (sender: TransactionSender): Promise<Address> =>
  sender.deploy({ abi: bridgedUsdcAbi, bytecode: bridgedUsdcBytecode })
