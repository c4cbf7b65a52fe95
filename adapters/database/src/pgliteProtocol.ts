/**
 * What the embedded database's thread and the thread that uses it say to each other: numbered calls of the
 * store's methods, and one answer to each. Values are plain data and cross by structured clone.
 */
import type { SqlReadModelStore } from './sqlReadModelStore.ts'

export interface PgliteWorkerData {
  readonly dir: string
  /** The thread was started to lay out a new database only: it closes it and ends. */
  readonly createOnly: boolean
}

export type StoreMethod = keyof SqlReadModelStore

export interface StoreCall {
  readonly number: number
  readonly method: StoreMethod
  readonly args: readonly unknown[]
}

export interface StoreFailure {
  readonly name: 'ReadModelUnavailableError' | 'DatabaseError'
  readonly message: string
  readonly sqlState?: string
}

export type StoreAnswer =
  | { readonly number: number; readonly value: unknown }
  | { readonly number: number; readonly failure: StoreFailure }
  /** The database is open and calls are welcome; in a `createOnly` thread: it is laid out and closed. */
  | { readonly ready: true }
  | { readonly ready: false; readonly failure: StoreFailure }
