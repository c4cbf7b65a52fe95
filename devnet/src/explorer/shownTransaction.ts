/** A transaction as the explorer shows it: rows of a name and a value, in the order in which they are read. */
export interface ShownTransaction {
  readonly status: 'Success' | 'Failed' | 'Not in a block yet'
  readonly facts: readonly ShownRow[]
  /** What it did, one entry for each log or instruction. */
  readonly entries: readonly ShownEntry[]
}

export type ShownRow = readonly [name: string, value: string]

export interface ShownEntry {
  readonly title: string
  readonly rows: readonly ShownRow[]
}

/** Asks one method of a chain's JSON-RPC; throws what the chain answers as an error. */
export type AskChain = (method: string, params: readonly unknown[]) => Promise<unknown>

/** The chain does not answer, or answers with an error. */
export class ChainSilentError extends Error {
  override readonly name = 'ChainSilentError'
}
