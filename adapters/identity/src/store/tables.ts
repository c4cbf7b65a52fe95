/** Tables of the store, in their present form. */
import { type Kysely, sql } from 'kysely'

export interface Schema {
  person: { user_id: string; wrapped_key: Uint8Array; created_ms: number }
  identifier: {
    lookup: Uint8Array
    user_id: string
    kind: 'email' | 'google'
    sealed: Uint8Array
    created_ms: number
  }
  challenge: {
    challenge_id: string
    lookup: Uint8Array
    is_known_device: boolean
    code_mac: Uint8Array
    created_ms: number
    expires_ms: number
    tries: number
    is_ended: boolean
    pending: Uint8Array
  }
  pending_request: { state_hash: Uint8Array; sealed: Uint8Array; expires_ms: number }
  sign_in_session: {
    session_id: string
    user_id: string
    count: number
    renewed_ms: number
    created_ms: number
    expires_ms: number
    ended_ms: number | null
    sealed: Uint8Array
  }
  wallet: {
    user_id: string
    generation: number
    evm_lookup: Uint8Array
    solana_lookup: Uint8Array
    sealed: Uint8Array
  }
  passkey: { lookup: Uint8Array; user_id: string; counter: number; created_ms: number; sealed: Uint8Array }
  device: { lookup: Uint8Array; user_id: string; first_ms: number; last_ms: number }
  hourly_count: { scope: string; key: Uint8Array; hour: number; n: number }
}

/** One statement each: neither database takes two at a time with parameters. */
const STATEMENTS = [
  `create table if not exists person (
    user_id text primary key, wrapped_key bytea not null, created_ms bigint not null)`,
  `create table if not exists identifier (
    lookup bytea primary key, user_id text not null references person on delete cascade, kind text not null,
    sealed bytea not null, created_ms bigint not null)`,
  `create index if not exists identifier_of on identifier (user_id)`,
  `create table if not exists challenge (
    challenge_id text primary key, lookup bytea not null, is_known_device boolean not null, code_mac bytea not null,
    created_ms bigint not null, expires_ms bigint not null, tries integer not null, is_ended boolean not null,
    pending bytea not null)`,
  `create index if not exists challenge_of on challenge (lookup, created_ms)`,
  `create table if not exists pending_request (
    state_hash bytea primary key, sealed bytea not null, expires_ms bigint not null)`,
  `create table if not exists sign_in_session (
    session_id text primary key, user_id text not null references person on delete cascade, count integer not null,
    renewed_ms bigint not null, created_ms bigint not null, expires_ms bigint not null, ended_ms bigint,
    sealed bytea not null)`,
  `create index if not exists sign_in_session_of on sign_in_session (user_id)`,
  `create table if not exists wallet (
    user_id text primary key references person on delete cascade, generation integer not null,
    evm_lookup bytea not null unique, solana_lookup bytea not null unique, sealed bytea not null)`,
  `create table if not exists passkey (
    lookup bytea primary key, user_id text not null references person on delete cascade, counter bigint not null,
    created_ms bigint not null, sealed bytea not null)`,
  `create index if not exists passkey_of on passkey (user_id)`,
  `create table if not exists device (
    lookup bytea not null, user_id text not null references person on delete cascade, first_ms bigint not null,
    last_ms bigint not null, primary key (user_id, lookup))`,
  `create index if not exists device_users on device (lookup)`,
  `create table if not exists hourly_count (
    scope text not null, key bytea not null, hour bigint not null, n integer not null, primary key (scope, key, hour))`,
]

export async function createTables(db: Kysely<Schema>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
