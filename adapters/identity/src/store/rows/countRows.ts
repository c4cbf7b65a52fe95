/** How often something happened, by the hour. */
import type { Transaction } from 'kysely'
import { HOUR_MS } from '../../limits.ts'
import type { IdentityRows } from '../identityStore.ts'
import type { Schema } from '../tables.ts'

export function countRows(tx: Transaction<Schema>): Pick<IdentityRows, 'count' | 'counted'> {
  return {
    async count(counts, nowMs) {
      for (const { scope, key } of counts)
        await tx
          .insertInto('hourly_count')
          .values({ scope, key, hour: Math.floor(nowMs / HOUR_MS), n: 1 })
          .onConflict((on) =>
            on.columns(['scope', 'key', 'hour']).doUpdateSet((is) => ({ n: is('hourly_count.n', '+', 1) })),
          )
          .execute()
    },

    async counted({ scope, key }, sinceMs) {
      const rows = await tx
        .selectFrom('hourly_count')
        .select('n')
        .where('scope', '=', scope)
        .where('key', '=', key)
        .where('hour', '>=', Math.floor(sinceMs / HOUR_MS))
        .execute()
      return rows.reduce((sum, { n }) => sum + n, 0)
    },
  }
}
