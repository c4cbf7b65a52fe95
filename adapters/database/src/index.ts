/** The door of `adapters/database`: the read models in SQL, embedded or on a server. */
export { DatabaseError, ReadModelUnavailableError } from './databaseFailure.ts'
export { adoptTemplate } from './pgliteFolder.ts'
export { openPgliteStore, type PgliteStoreOptions } from './pgliteStore.ts'
export { openPostgresStore, type PostgresStoreOptions } from './postgresStore.ts'
export type { DigestedStore, OpenedStore } from './sqlReadModelStore.ts'
export type { TableDigest } from './tableDigests.ts'
