/**
 * Deposits below a dollar. Anybody can send a hundred thousand of them: an address has one sum for each chain, and the
 * place of the last one that was counted on a chain stands for the memory of them all.
 */
import type { TransferRecord } from '../../api/index.ts'
import type { Address } from '@vest/protocol'

/** The last log of a chain that was counted. Every earlier one was counted before it. */
export interface ChainMark {
  readonly blockNumber: number
  readonly logIndex: number
}

export class Dust {
  readonly marks = new Map<number, ChainMark>()
  /** By chain and address: a deposit that is NEW and grows. */
  readonly sums = new Map<string, TransferRecord>()
}

export const dustKey = (chainId: number, address: Address): string => `${chainId}:${address}`
