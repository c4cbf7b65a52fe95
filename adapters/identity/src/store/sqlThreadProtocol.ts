/** What the thread of the embedded database and the thread that uses it say to each other: one statement, one answer. */
export interface SqlThreadData {
  readonly dir: string
}
export interface SqlCall {
  readonly number: number
  readonly sql: string
  readonly parameters: readonly unknown[]
  /** What was written is on the disk before the answer comes. */
  readonly isSynced: boolean
}
export interface SqlFailure {
  readonly message: string
  readonly code?: string
}
export type SqlAnswer =
  | { readonly ready: true }
  | { readonly number: number; readonly rows: readonly unknown[]; readonly affected?: number }
  | { readonly number: number; readonly failure: SqlFailure }
  | { readonly ready: false; readonly failure: SqlFailure }
