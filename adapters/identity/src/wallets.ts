/**
 * What the server keeps of embedded wallets. The first part and its successors are written by compare-and-set on the
 * generation, so that of two browsers that make a wallet at once one wins and the other loads it; the addresses are the
 * user's because both keys say so; and a session alone, which may be stolen, replaces nothing.
 */
import { createHash, createHmac } from 'node:crypto'
import {
  REFUSAL,
  shareChecksumInput,
  walletProofText,
  type RecoveryMethod,
  type WalletAnswer,
  type WalletPutAnswer,
  type WalletPutRequest,
} from '@vest/protocol'
import type { IdentityRefusal, SignedIn } from '@vest/runtime'
import type { IdentityKeys } from './keys/identityKeys.ts'
import { walletSummaryOf, type KeptWallet, type People, type Person } from './people.ts'
import { malformed, refused } from './refused.ts'
import type { IdentityRows } from './store/identityStore.ts'
import type { Within } from './store/transactions.ts'

/** Signatures over texts, as the keys of a wallet make them. */
export interface ProofChecks {
  /** EIP-191, by the key of this address in lower case. */
  isEvmSignature(text: string, signature: string, address: string): boolean | Promise<boolean>
  /** ed25519, 0x-hex, by this key in base58. */
  isSolanaSignature(text: string, signature: string, address: string): boolean | Promise<boolean>
}

type OnPartsChanged = (
  rows: IdentityRows,
  person: Person,
  change: { readonly before: readonly RecoveryMethod[]; readonly after: readonly RecoveryMethod[] },
) => Promise<void>

/** The addresses become others: in the same transaction, what stands against it. */
export type Renewal = (
  rows: IdentityRows,
  person: Person,
  former: KeptWallet,
) => Promise<IdentityRefusal | undefined>

export interface Wallets {
  read(rows: IdentityRows, who: SignedIn): Promise<WalletAnswer | IdentityRefusal>
  /** `onChanged` runs in the same transaction, with what the ways back in were and are. */
  put(
    who: SignedIn,
    request: WalletPutRequest,
    within: Within,
    onChanged: OnPartsChanged,
    renewal?: Renewal,
  ): Promise<WalletPutAnswer | IdentityRefusal>
  owns(rows: IdentityRows, userId: string, address: string): Promise<boolean>
  /** Whose address this is. */
  ownerOf(rows: IdentityRows, address: string): Promise<string | undefined>
}

export function createWallets(parts: {
  readonly people: People
  readonly keys: IdentityKeys
  readonly proofs: ProofChecks
}): Wallets {
  const { people, keys, proofs } = parts
  const evmLookup = (address: string): Uint8Array => keys.lookup('evm', address.toLowerCase())
  const solanaLookup = (address: string): Uint8Array => keys.lookup('solana', address)
  const lookupOf = (address: string): Uint8Array =>
    address.startsWith('0x') ? evmLookup(address) : solanaLookup(address)

  async function kept(rows: IdentityRows, userId: string) {
    const person = await people.byId(rows, userId)
    const row = person && (await rows.wallet(userId))
    return person && row && { person, row, wallet: people.openWallet(person, row) }
  }

  return {
    async read(rows, { userId }) {
      const found = await kept(rows, userId)
      if (found === undefined) return refused(REFUSAL.ACCOUNT_NOT_FOUND)
      const { wallet, person } = found
      return {
        wallet: walletSummaryOf(wallet),
        serverShare: wallet.serverShare,
        recovery: [...wallet.recovery],
        userSecret: `0x${createHmac('sha256', person.dataKey).update('user secret').digest('hex')}`,
      }
    },

    async put(
      { userId },
      { expectedGeneration, serverShare, solanaAddress, proofs: shown, recovery },
      within,
      onChanged,
      renewal,
    ) {
      const { generation, evmAddress } = serverShare
      if (generation !== expectedGeneration + 1) return malformed('serverShare.generation')
      if (recovery.some((part) => part.generation !== generation)) return malformed('recovery')
      const checksum = createHash('sha256').update(shareChecksumInput(serverShare)).digest('hex').slice(0, 16)
      if (serverShare.checksum !== `0x${checksum}`) return malformed('serverShare.checksum')
      const text = walletProofText({ userId, generation, evmAddress, solanaAddress })
      if (!(await proofs.isEvmSignature(text, shown.evm, evmAddress)))
        return refused(REFUSAL.INVALID_SIGNATURE)
      if (!(await proofs.isSolanaSignature(text, shown.solana, solanaAddress)))
        return refused(REFUSAL.INVALID_SIGNATURE)
      return within(async (rows) => {
        const person = await people.byId(rows, userId)
        if (person === undefined) return refused(REFUSAL.UNAUTHORIZED)
        const row = await rows.wallet(userId)
        if ((row?.generation ?? 0) !== expectedGeneration) return refused(REFUSAL.WALLET_CHANGED)
        const former = row && people.openWallet(person, row)
        if (former !== undefined) {
          const isSame =
            former.serverShare.evmAddress === evmAddress && former.solanaAddress === solanaAddress
          const isOther =
            former.serverShare.evmAddress !== evmAddress && former.solanaAddress !== solanaAddress
          if (renewal === undefined ? !isSame : !isOther) return malformed('serverShare.evmAddress')
        }
        if (renewal !== undefined) {
          if (former === undefined) return refused(REFUSAL.ACCOUNT_NOT_FOUND)
          const barred = await renewal(rows, person, former)
          if (barred !== undefined) return barred
        }
        const wallet: KeptWallet = { serverShare, solanaAddress, recovery }
        const isOurs = await rows.putWallet({
          userId,
          generation,
          evmLookup: evmLookup(evmAddress),
          solanaLookup: solanaLookup(solanaAddress),
          sealed: people.sealWallet(person, wallet),
        })
        if (!isOurs) return malformed('serverShare.evmAddress')
        const methodsOf = ({ recovery: parts }: KeptWallet) => parts.map(({ method }) => method)
        if (former !== undefined)
          await onChanged(rows, person, { before: methodsOf(former), after: methodsOf(wallet) })
        return { wallet: walletSummaryOf(wallet) }
      })
    },

    async owns(rows, userId, address) {
      const row = await rows.wallet(userId)
      if (row === undefined) return false
      const held = address.startsWith('0x') ? row.evmLookup : row.solanaLookup
      return Buffer.from(lookupOf(address)).equals(Buffer.from(held))
    },

    ownerOf: async (rows, address) => (await rows.walletOf(lookupOf(address)))?.userId,
  }
}
