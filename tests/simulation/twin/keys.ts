/** Who may speak for an account: sessions and keys of programs as one list, searched anew at every command. */
import { REFUSAL } from '@vest/protocol'
import type { CreateApiKey, Register, RevokeApiKey } from '@vest/engine'
import type { World } from './world/index.ts'

const KEYS_MAX = 50
const SESSIONS_MAX = 100

/** Those of the address that are over, of one kind: they are forgotten when the next of their kind comes. */
function forget({ registry, nowMs }: World, address: string, isSession: boolean): void {
  registry.keys = registry.keys.filter(
    (key) =>
      key.address !== address ||
      (key.label === undefined) !== isSession ||
      key.untilMs === undefined ||
      key.untilMs > nowMs,
  )
}

export function noteSession(world: World, { account, signer, apiKeyHash, expiryTimeMs }: Register): void {
  const { registry } = world
  forget(world, account, true)
  registry.keys = registry.keys.filter(
    (key) =>
      key.label !== undefined || key.address !== account || key.hash !== apiKeyHash || key.signer !== signer,
  )
  makeRoom(world, account, signer)
  const session = { address: account, hash: apiKeyHash, signer, fromMs: world.nowMs, untilMs: expiryTimeMs }
  registry.keys = [...registry.keys, session]
}

/** Of too many sessions the first of the same signer ends, or else the first. */
function makeRoom({ registry }: World, address: string, signer: string): void {
  for (;;) {
    const own = registry.keys.filter((key) => key.label === undefined && key.address === address)
    if (own.length < SESSIONS_MAX) return
    const gone = own.find((key) => key.signer === signer) ?? own[0]
    registry.keys = registry.keys.filter((key) => key !== gone)
  }
}

export function createKey(world: World, isKnown: boolean, command: CreateApiKey): number | undefined {
  if (!isKnown) return REFUSAL.ACCOUNT_NOT_FOUND
  const { account, signer, apiKeyHash, label, expiryTimeMs } = command
  const { registry, nowMs } = world
  forget(world, account, false)
  const isApproved = registry.keys.some(
    (key) =>
      key.label === undefined && key.address === account && key.signer === signer && key.untilMs! > nowMs,
  )
  const { hasOwnSigner, maxDailyLossUsd6: bound } = command
  if (hasOwnSigner === true) {
    if (registry.known.has(signer) || world.accounts.some(({ address }) => address === signer))
      return REFUSAL.INVALID_PARAMETER
    if (bound !== undefined && !(Number.isSafeInteger(bound) && bound >= 0)) return REFUSAL.INVALID_PARAMETER
  } else if ((!isApproved && signer !== account) || bound !== undefined) return REFUSAL.INVALID_PARAMETER
  const programs = registry.keys.filter((key) => key.label !== undefined)
  if (programs.some((key) => key.hash === apiKeyHash)) return REFUSAL.INVALID_PARAMETER
  if (programs.filter((key) => key.address === account).length >= KEYS_MAX) return REFUSAL.INVALID_PARAMETER
  if (expiryTimeMs !== undefined && expiryTimeMs <= nowMs) return REFUSAL.INVALID_PARAMETER
  const until = expiryTimeMs === undefined ? {} : { untilMs: expiryTimeMs }
  const key = { address: account, hash: apiKeyHash, signer, label, fromMs: nowMs, ...until }
  registry.keys = [...registry.keys, key]
  if (hasOwnSigner === true) registry.known.add(signer)
  if (bound !== undefined) registry.bounds.set(signer, BigInt(bound))
  return undefined
}

/** A session before a program, should both have one hash. */
export function revokeKey(world: World, isKnown: boolean, command: RevokeApiKey): number | undefined {
  if (!isKnown) return REFUSAL.ACCOUNT_NOT_FOUND
  const { registry } = world
  const own = registry.keys.filter(
    (key) => key.address === command.account && key.hash === command.apiKeyHash,
  )
  const gone = own.find((key) => key.label === undefined) ?? own[0]
  if (gone === undefined) return REFUSAL.INVALID_PARAMETER
  if (gone.label === undefined) spend(world, gone.address, gone.signer, gone.untilMs!)
  registry.keys = registry.keys.filter((key) => key !== gone)
  return undefined
}

/** An approval that opens no more keys, if that is remembered already; those that are over are not kept. */
function spend({ registry, nowMs }: World, address: string, signer: string, untilMs: number): void {
  registry.spent = registry.spent.filter((one) => one.address !== address || one.untilMs > nowMs)
  const isKept = registry.spent.some(
    (one) => one.address === address && one.signer === signer && one.untilMs === untilMs,
  )
  if (untilMs > nowMs && !isKept) registry.spent = [...registry.spent, { address, signer, untilMs }]
}

/** All that a signing key has from an account: one of them was published with a withdrawal, which tells its end. */
export function publishProofs(world: World, address: string, signer: string, proof: string): void {
  const words = proof.slice(2).match(/.{64}/g) ?? []
  const [who, until] = words.slice(-2)
  const isProof =
    words.length >= 6 &&
    Number.parseInt(words.at(-3)!, 16) === 64 &&
    who === signer.slice(2).padStart(64, '0')
  if (isProof) spend(world, address, signer, Number.parseInt(until!, 16))
  for (const key of world.registry.keys)
    if (key.label === undefined && key.address === address && key.signer === signer)
      spend(world, address, signer, key.untilMs!)
}

export const isProofSpent = ({ registry }: World, { account, signer, expiryTimeMs }: Register): boolean =>
  registry.spent.some(
    (one) => one.address === account && one.signer === signer && one.untilMs === expiryTimeMs,
  )

/** A contract speaks only for an account that it opened, from the same chain. */
export const isForeignContract = (world: World, { account, proofChainId }: Register): boolean =>
  proofChainId !== undefined &&
  world.accounts.some((one) => one.address === account && one.proofChainId !== proofChainId)
