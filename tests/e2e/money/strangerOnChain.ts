/** A person whom the exchange does not know, with test USDC on a chain of devnet. */
import { createTransactionSender, fiatTokenAbi, type TransactionSender } from '@vest/contracts'
import type { ChainInfo, Hex } from '@vest/protocol'
import { createDevnetClient } from '@vest/sdk'
import { createPrivateKey, createVestClient } from '@vest/sdk/node'
import { privateKeyToAccount } from 'viem/accounts'

export const chainNamed = async (baseUrl: string, name: string): Promise<ChainInfo> =>
  (await createVestClient({ baseUrl }).chains()).find((chain) => chain.name === name)!

/** A sender with test USDC on `chain`, unknown to the exchange. */
export async function strangerOn(baseUrl: string, chain: ChainInfo): Promise<TransactionSender> {
  const account = privateKeyToAccount(createPrivateKey())
  await createDevnetClient({ baseUrl }).faucet(account.address, chain.chainId)
  return createTransactionSender({
    rpcUrl: `${baseUrl}${chain.rpcUrl}`,
    chainId: chain.chainId,
    account,
    pollMs: 50,
  })
}

/** Such a one sends some; answers who. */
export async function strangerPays(baseUrl: string, chain: ChainInfo, to: Hex, units: bigint): Promise<Hex> {
  const sender = await strangerOn(baseUrl, chain)
  await sender.call({
    address: chain.tokens[0]!.address as Hex,
    abi: fiatTokenAbi,
    functionName: 'transfer',
    args: [to, units],
  })
  return sender.account.address
}
