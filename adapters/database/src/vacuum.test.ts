import { expect, it } from 'vitest'
import { Kysely } from 'kysely'
import { pgliteDialect } from './pgliteDialect.ts'
import type { Schema } from './tables.ts'
import { vacuum } from './vacuum.ts'

/** A database that refuses every statement. */
const refusing = (reason: unknown) =>
  new Kysely<Schema>({
    dialect: pgliteDialect({
      waitReady: Promise.resolve(),
      query: () => Promise.reject(reason),
      close: () => Promise.resolve(),
    }),
  })
const failed = (code: string) => Object.assign(new Error('the driver said'), { code })

it('a vacuum for which there is no room is left to the next time', async () => {
  await expect(vacuum(refusing(failed('53100')))).resolves.toBeUndefined()
  await expect(vacuum(refusing({ name: 'ErrnoError', errno: 51 }))).resolves.toBeUndefined()
})

it('a vacuum that finds damage says so', async () => {
  await expect(vacuum(refusing(failed('XX001')))).rejects.toThrow('the driver said')
})
