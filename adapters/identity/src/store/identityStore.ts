/**
 * The store of identity, apart from the journal and from the read models: people, how they sign in, their sessions, the
 * parts of their wallets. A transaction is done whole or not at all, as if it were alone, and once it has returned it is
 * on the disk. Names of people stand here as macs alone and everything else about them sealed under a data key of their
 * own: destroying that key destroys what it sealed.
 */
export interface UserRow {
  readonly userId: string
  /** Sealed under the key-encryption key; undefined: destroyed. */
  readonly wrappedKey: Uint8Array
  readonly createdMs: number
}
export type IdentifierKind = 'email' | 'google'
export interface IdentifierRow {
  /** Mac of issuer and subject, or of the address. */
  readonly lookup: Uint8Array
  readonly userId: string
  readonly kind: IdentifierKind
  readonly sealed: Uint8Array
  readonly createdMs: number
}
export interface ChallengeRow {
  readonly challengeId: string
  /** Of the address that was asked for. */
  readonly lookup: Uint8Array
  /** Asked by a browser that has signed in to this address before. */
  readonly isKnownDevice: boolean
  readonly codeMac: Uint8Array
  readonly createdMs: number
  readonly expiresMs: number
  readonly tries: number
  readonly isEnded: boolean
  /** What signing in with it does besides; sealed under the loose key. */
  readonly pending: Uint8Array
}
/** What a browser was sent away with, to a provider or an authenticator. */
export interface PendingRequestRow {
  readonly stateHash: Uint8Array
  readonly sealed: Uint8Array
  readonly expiresMs: number
}
export interface SessionRow {
  readonly sessionId: string
  readonly userId: string
  /** How often its refresh token was renewed. */
  readonly count: number
  readonly renewedMs: number
  readonly createdMs: number
  readonly expiresMs: number
  readonly endedMs?: number
  readonly sealed: Uint8Array
}
export interface WalletRow {
  readonly userId: string
  readonly generation: number
  readonly evmLookup: Uint8Array
  readonly solanaLookup: Uint8Array
  readonly sealed: Uint8Array
}
export interface PasskeyRecord {
  /** Mac of its id. */
  readonly lookup: Uint8Array
  readonly userId: string
  /** As the authenticator counts its uses. */
  readonly counter: number
  readonly createdMs: number
  readonly sealed: Uint8Array
}
/** A browser that a person has signed in with. */
export interface DeviceRow {
  /** Mac of its id. */
  readonly lookup: Uint8Array
  readonly userId: string
  /** Of this person's sign-ins there. */
  readonly firstMs: number
  readonly lastMs: number
}
/** How often something happened in an hour. */
export interface Count {
  readonly scope: string
  readonly key: Uint8Array
}

export interface IdentityRows {
  addUser(row: UserRow): Promise<void>
  user(userId: string): Promise<UserRow | undefined>
  /** With everything that belongs to the user. */
  removeUser(userId: string): Promise<void>

  addIdentifier(row: IdentifierRow): Promise<void>
  identifier(lookup: Uint8Array): Promise<IdentifierRow | undefined>
  identifiersOf(userId: string): Promise<readonly IdentifierRow[]>

  addChallenge(row: ChallengeRow): Promise<void>
  challenge(challengeId: string): Promise<ChallengeRow | undefined>
  noteTry(challengeId: string, isEnded: boolean): Promise<void>
  /** Every open one of this address and kind of browser. */
  endChallenges(lookup: Uint8Array, isKnownDevice: boolean): Promise<void>
  lastChallengeMs(lookup: Uint8Array, isKnownDevice: boolean): Promise<number | undefined>

  addRequest(row: PendingRequestRow): Promise<void>
  /** Found once. */
  takeRequest(stateHash: Uint8Array): Promise<PendingRequestRow | undefined>

  addSession(row: SessionRow): Promise<void>
  session(sessionId: string): Promise<SessionRow | undefined>
  sessionsOf(userId: string): Promise<readonly SessionRow[]>
  renewSession(
    sessionId: string,
    change: Pick<SessionRow, 'count' | 'renewedMs' | 'expiresMs' | 'sealed'>,
  ): Promise<void>
  /** True where it had not ended. */
  endSession(sessionId: string, endedMs: number): Promise<boolean>

  addPasskey(row: PasskeyRecord): Promise<void>
  passkey(lookup: Uint8Array): Promise<PasskeyRecord | undefined>
  passkeysOf(userId: string): Promise<readonly PasskeyRecord[]>
  usePasskey(lookup: Uint8Array, change: Pick<PasskeyRecord, 'counter' | 'sealed'>): Promise<void>
  removePasskey(lookup: Uint8Array): Promise<void>

  /** Written with both times where it is new; else it was used again. */
  noteDevice(device: Pick<DeviceRow, 'lookup' | 'userId'>, nowMs: number): Promise<void>
  /** The one used last first. */
  devicesOf(userId: string): Promise<readonly DeviceRow[]>
  removeDevice(device: Pick<DeviceRow, 'lookup' | 'userId'>): Promise<void>
  /** Other users of the devices of this one, who was there last first; at most so many. */
  usersOnDevicesOf(userId: string, most: number): Promise<readonly string[]>

  wallet(userId: string): Promise<WalletRow | undefined>
  /** By the mac of either address. */
  walletOf(lookup: Uint8Array): Promise<WalletRow | undefined>
  /** False where an address is another user's. The caller has compared the generation in the same transaction. */
  putWallet(row: WalletRow): Promise<boolean>

  /** Adds one to this hour of each. */
  count(counts: readonly Count[], nowMs: number): Promise<void>
  /** What was counted since, in whole hours. */
  counted(count: Count, sinceMs: number): Promise<number>

  /** What is over for good: challenges, requests, counts, sessions. */
  forget(beforeMs: number): Promise<void>
  /** Devices that were not signed in with since. */
  forgetDevices(beforeMs: number): Promise<void>
}

export interface IdentityStore {
  transaction<T>(work: (rows: IdentityRows) => Promise<T>): Promise<T>
  close(): Promise<void>
}
