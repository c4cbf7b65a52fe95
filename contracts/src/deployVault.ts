/** Deploys the vault with its roles, delays and the terms of its first token. */
import { zeroAddress, type Address } from 'viem'
import { vestVaultAbi, vestVaultBytecode } from '../artifacts/vestVault.ts'
import type { TransactionSender } from './transactionSender.ts'

export interface VaultRoles {
  readonly admin: Address
  readonly guardian: Address
  readonly keeper: Address
  /** In any order; each once. */
  readonly validators: readonly Address[]
  /** How many of them must sign a withdrawal. */
  readonly quorum: number
}

/** Micro-USDC, except `hourlyBps`. */
export interface VaultTerms {
  readonly keeperFeeUsd6: number
  readonly hourlyBps: number
  readonly hourlyFloorUsd6: number
  readonly transactionCapUsd6: number
}

/**
 * The outer wall stands at twice what the exchange itself lets out in an hour (10 % or 250,000): approved
 * withdrawals pass it, a stolen validator key does not get far. One payment is at most what one owner may
 * withdraw in a day.
 */
export const VAULT_TERMS_DEFAULT: VaultTerms = {
  keeperFeeUsd6: 200_000,
  hourlyBps: 2_000,
  hourlyFloorUsd6: 500_000_000_000,
  transactionCapUsd6: 1_000_000_000_000,
}
export const VAULT_CHANGE_DELAY_S = 48 * 3_600
export const VAULT_UNPAUSE_DELAY_S = 3_600

export interface DeployVaultOptions {
  readonly sender: TransactionSender
  readonly token: Address
  readonly roles: VaultRoles
  readonly terms?: VaultTerms
  readonly changeDelayS?: number
  readonly unpauseDelayS?: number
  /** Absent: this vault sends nothing to other networks. */
  readonly road?: VaultRoadTerms
}

/** How a vault sends money to other networks. */
export interface VaultRoadTerms {
  /** It burns there and says so; the token must let it. */
  readonly messenger: Address
  /** Absent: no withdrawal leaves for Solana from this vault. */
  readonly solanaKeeperFeeUsd6?: number
}

export function deployVault(options: DeployVaultOptions): Promise<Address> {
  return options.sender.deploy({
    abi: vestVaultAbi,
    bytecode: vestVaultBytecode,
    args: [
      rolesTuple(options.roles),
      {
        change: BigInt(options.changeDelayS ?? VAULT_CHANGE_DELAY_S),
        unpause: BigInt(options.unpauseDelayS ?? VAULT_UNPAUSE_DELAY_S),
      },
      options.token,
      tokenTermsTuple(options.terms ?? VAULT_TERMS_DEFAULT),
      {
        messenger: options.road?.messenger ?? zeroAddress,
        toSolana: options.road?.solanaKeeperFeeUsd6 !== undefined,
        solanaKeeperFee: BigInt(options.road?.solanaKeeperFeeUsd6 ?? 0),
      },
    ],
  })
}

/** The order of the contract: ascending as numbers, which lower case has in common with them. */
export const ascending = (addresses: readonly Address[]): Address[] =>
  addresses.map((address) => address.toLowerCase() as Address).toSorted()

const rolesTuple = ({ validators, quorum, ...roles }: VaultRoles) => ({
  ...roles,
  validators: ascending(validators),
  quorum: BigInt(quorum),
})

/** The terms in the shape of the contract. The vault sets `scale` itself, from the token's decimals. */
export const tokenTermsTuple = (terms: VaultTerms) => ({
  accepted: true,
  scale: 0n,
  keeperFee: BigInt(terms.keeperFeeUsd6),
  hourlyBps: terms.hourlyBps,
  hourlyFloor: BigInt(terms.hourlyFloorUsd6),
  transactionCap: BigInt(terms.transactionCapUsd6),
})
