/** What is kept of wallets: one of a user, and no address in two of them. */
import type { Transaction } from 'kysely'
import type { IdentityRows, WalletRow } from '../identityStore.ts'
import type { Schema } from '../tables.ts'

export function walletRows(tx: Transaction<Schema>): Pick<IdentityRows, 'wallet' | 'walletOf' | 'putWallet'> {
  return {
    async wallet(userId) {
      const row = await tx.selectFrom('wallet').selectAll().where('user_id', '=', userId).executeTakeFirst()
      return row && walletOf(row)
    },

    async walletOf(lookup) {
      const row = await walletsAt(tx, lookup, lookup).selectAll().executeTakeFirst()
      return row && walletOf(row)
    },

    async putWallet({ userId, generation, evmLookup, solanaLookup, sealed }) {
      const others = await walletsAt(tx, evmLookup, solanaLookup)
        .select('user_id')
        .where('user_id', '<>', userId)
        .execute()
      if (others.length > 0) return false
      const values = {
        user_id: userId,
        generation,
        evm_lookup: evmLookup,
        solana_lookup: solanaLookup,
        sealed,
      }
      const { user_id: _, ...changes } = values
      await tx
        .insertInto('wallet')
        .values(values)
        .onConflict((on) => on.column('user_id').doUpdateSet(changes))
        .execute()
      return true
    },
  }
}

/** Wallets with one of these addresses. */
const walletsAt = (tx: Transaction<Schema>, evmLookup: Uint8Array, solanaLookup: Uint8Array) =>
  tx
    .selectFrom('wallet')
    .where((is) => is.or([is('evm_lookup', '=', evmLookup), is('solana_lookup', '=', solanaLookup)]))

const walletOf = (row: Schema['wallet']): WalletRow => ({
  userId: row.user_id,
  generation: row.generation,
  evmLookup: row.evm_lookup,
  solanaLookup: row.solana_lookup,
  sealed: row.sealed,
})
