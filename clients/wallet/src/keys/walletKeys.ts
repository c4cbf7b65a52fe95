/**
 * The keys of a wallet, all from one seed: the EVM key by BIP-32 at the first address of every EVM wallet, and the Solana
 * key by SLIP-0010 at the first of every Solana wallet; further EVM keys for the capital programme stand in accounts of
 * their own of the same tree, where any wallet that takes a path finds them. The same seed leads to the same addresses
 * for ever; vectors of other libraries hold that.
 */
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import { HDKey } from '@scure/bip32'
import type { Address, CapitalPlace, CapitalStage } from '@vest/protocol'
import { addressOf } from '@vest/sdk'
import { deriveEd25519 } from './deriveEd25519.ts'

export const SEED_BYTES = 32
const EVM_PATH = "m/44'/60'/0'/0/0"
const SOLANA_PATH = [44, 501, 0, 0] as const

export interface WalletKeys {
  /** secp256k1. */
  readonly evmKey: Uint8Array
  /** Lower case. */
  readonly evmAddress: Address
  /** ed25519. */
  readonly solanaKey: Uint8Array
  readonly solanaAddress: string
}

export function walletKeys(seed: Uint8Array): WalletKeys {
  if (seed.length !== SEED_BYTES) throw new RangeError('A seed has 32 bytes')
  const node = HDKey.fromMasterSeed(seed).derive(EVM_PATH)
  const evmKey = node.privateKey?.slice()
  node.wipePrivateData()
  if (evmKey === undefined) throw new RangeError('This seed leads to no EVM key')
  const solanaKey = deriveEd25519(seed, SOLANA_PATH)
  return {
    evmKey,
    evmAddress: addressOf(evmKey),
    solanaKey,
    solanaAddress: base58.encode(ed25519.getPublicKey(solanaKey)),
  }
}

/** Accounts of BIP-44, each hardened: no key of one leads to another's. */
const CAPITAL_ACCOUNT: Readonly<Record<CapitalStage, number>> = { evaluation: 1, funded: 2 }
const capitalNode = (seed: Uint8Array, stage: CapitalStage): HDKey =>
  HDKey.fromMasterSeed(seed).derive(`m/44'/60'/${CAPITAL_ACCOUNT[stage]}'/0`)

/** The key of a further wallet. */
export function capitalKey(
  seed: Uint8Array,
  { stage, index }: CapitalPlace,
): Pick<WalletKeys, 'evmKey' | 'evmAddress'> {
  const parent = capitalNode(seed, stage)
  const node = parent.deriveChild(index)
  const evmKey = node.privateKey?.slice()
  parent.wipePrivateData()
  node.wipePrivateData()
  if (evmKey === undefined) throw new RangeError('This seed leads to no such key')
  return { evmKey, evmAddress: addressOf(evmKey) }
}

/** Of places that follow each other. */
export function capitalAddresses(
  seed: Uint8Array,
  stage: CapitalStage,
  from: number,
  count: number,
): readonly Address[] {
  const parent = capitalNode(seed, stage)
  const addresses = Array.from({ length: count }, (_, at) => {
    const node = parent.deriveChild(from + at)
    const address = addressOf(node.privateKey!)
    node.wipePrivateData()
    return address
  })
  parent.wipePrivateData()
  return addresses
}

/** As far as a language with a garbage collector can forget. */
export function wipe(...secrets: readonly Uint8Array[]): void {
  for (const secret of secrets) secret.fill(0)
}
