import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundleForTest, type Bundle } from '../../../database/src/testing/bundleForTest.ts'
import { startPostgresServer } from '../../../database/src/testing/startPostgresServer.ts'
import { describeIdentityStore } from '../testing/describeIdentityStore.ts'
import { openPgliteIdentityStore } from './pgliteIdentityStore.ts'
import { openPostgresIdentityStore } from './postgresIdentityStore.ts'
import { createSyncedFolder } from './syncedFolder.ts'

let bundle: Bundle
const folder = mkdtempSync(join(tmpdir(), 'vest-identity-'))
const openFolder = (name: string) =>
  openPgliteIdentityStore({ dir: join(folder, name), workerUrl: bundle.url })
/** Laid out once: that takes longer than all the rest. */
const layOut = (name: string): string => {
  cpSync(join(folder, 'new'), join(folder, name), { recursive: true })
  return join(folder, name)
}
beforeAll(async () => {
  bundle = await bundleForTest(new URL('./identityDatabaseWorker.ts', import.meta.url))
  await (await openFolder('new')).close()
})
afterAll(() => {
  bundle.remove()
  rmSync(folder, { recursive: true, force: true })
})
describeIdentityStore('PGlite', async () => {
  layOut('database')
  return { open: () => openFolder('database'), remove: async () => undefined }
})

describeIdentityStore('PostgreSQL', async () => {
  const server = await startPostgresServer()
  return { open: () => openPostgresIdentityStore(server.url), remove: () => server.remove() }
})

describe('the folder', () => {
  it('has every commit that was answered, if the process dies there and then', async () => {
    layOut('killed')
    const store = await openFolder('killed')
    const row = { userId: 'u', wrappedKey: new Uint8Array(60).fill(1), createdMs: 1 }
    await store.transaction((rows) => rows.addUser(row))
    // What the disk has at this moment, without the close that a kill does not wait for.
    cpSync(join(folder, 'killed'), join(folder, 'after'), { recursive: true })
    await store.close()
    const after = await openFolder('after')
    expect(await after.transaction((rows) => rows.user('u'))).toMatchObject({ userId: 'u', createdMs: 1 })
    await after.close()
  })

  it('syncs the log of what was written, and again what changed since', async () => {
    const dir = layOut('synced')
    const database = await PGlite.create(dir)
    const synced = createSyncedFolder(dir)
    await database.query('create table t (n integer)')
    expect((await synced.sync()).length).toBeGreaterThan(500)
    await database.query('insert into t values (1)')
    const changed = await synced.sync()
    expect(changed.some((path) => path.includes('pg_wal'))).toBe(true)
    expect(changed.length).toBeLessThan(500)
    await database.close()
  })
})
