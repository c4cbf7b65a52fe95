import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { once } from 'node:events'
import { openPostgresStore } from './postgresStore.ts'
import { startPostgresServer, type PostgresServer } from './testing/startPostgresServer.ts'
import { describeReadModelStore } from './testing/describeReadModelStore.ts'
import { addressOf, emptyBatch, newOrder } from './testing/sampleRecords.ts'

describeReadModelStore('a PostgreSQL server', async () => {
  const server = await startPostgresServer()
  const { store } = await openPostgresStore({ url: server.url })
  return {
    store,
    async close() {
      await store.close()
      await server.remove()
    },
  }
})

const me = addressOf(1)
const unavailable = expect.objectContaining({ name: 'ReadModelUnavailableError' })

describe('a PostgreSQL server that fails', () => {
  let server: PostgresServer
  beforeAll(async () => {
    server = await startPostgresServer()
  })
  afterAll(() => server?.remove())

  it('is unavailable while it is down, and holds every applied batch when it is back', async () => {
    const { store } = await openPostgresStore({ url: server.url, journalId: 'one' })
    await store.apply({ ...emptyBatch(3), orders: [newOrder(1)] })
    await server.kill()
    await expect(store.apply({ ...emptyBatch(4), orders: [newOrder(2)] })).rejects.toThrow(unavailable)
    await expect(store.orders({ account: me, limit: 9 })).rejects.toThrow(unavailable)
    await server.start()
    expect(await store.orders({ account: me, limit: 9 })).toStrictEqual([newOrder(1)])
    await store.apply({ ...emptyBatch(4), orders: [newOrder(2)] })
    await store.close()
    const again = await openPostgresStore({ url: server.url, journalId: 'one' })
    expect(again).toMatchObject({ lastSeq: 4, rebuilt: false })
    expect(await again.store.orders({ account: me, limit: 9 })).toStrictEqual([newOrder(2), newOrder(1)])
    await again.store.close()
  })

  it('empties the read models of another journal and says so', async () => {
    const { store } = await openPostgresStore({ url: server.url, journalId: 'one' })
    await store.apply({ ...emptyBatch(9), orders: [newOrder(1)] })
    await store.close()
    const other = await openPostgresStore({ url: server.url, journalId: 'two' })
    expect(other).toMatchObject({ lastSeq: 0, rebuilt: true })
    expect(await other.store.orders({ account: me, limit: 9 })).toEqual([])
    await other.store.close()
  })

  it('stops the second of two processes that write into one database', async () => {
    const first = await openPostgresStore({ url: server.url, journalId: 'three' })
    const second = await openPostgresStore({ url: server.url, journalId: 'three' })
    await first.store.apply({ ...emptyBatch(1), orders: [newOrder(1)] })
    await expect(second.store.apply({ ...emptyBatch(1), orders: [newOrder(1)] })).rejects.toThrow(
      /another process/,
    )
    await first.store.close()
    await second.store.close()
  })

  it('is unavailable after the time limit when it says nothing at all', async () => {
    const sockets: Socket[] = []
    const silent = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port } = silent.address() as AddressInfo
    await expect(openPostgresStore({ url: `postgres://vest@127.0.0.1:${port}/postgres` })).rejects.toThrow(
      unavailable,
    )
    for (const socket of sockets) socket.destroy()
    silent.close()
  })

  it('does not wait for a lock longer than the limit, and the late attempt changes nothing', async () => {
    const { store } = await openPostgresStore({ url: server.url, journalId: 'four', timeLimitMs: 2_000 })
    await store.apply({ ...emptyBatch(1), orders: [newOrder(1)] })
    const { default: postgres } = await import('postgres')
    const other = postgres(server.url, { max: 1 })
    await other.begin(async (sql) => {
      await sql`lock table orders in exclusive mode`
      const given = store.apply({ ...emptyBatch(2), orders: [newOrder(1, { status: 'CANCELLED' })] })
      await expect(given).rejects.toThrow(unavailable)
    })
    await store.apply({ ...emptyBatch(2), orders: [newOrder(1, { status: 'FILLED' })] })
    expect(await store.orders({ account: me, limit: 9 })).toStrictEqual([newOrder(1, { status: 'FILLED' })])
    await other.end()
    await store.close()
  })

  it('opens however long the emptying takes: no limit of a call is one of that', async () => {
    const timeLimitMs = 1_000
    await (await openPostgresStore({ url: server.url, journalId: 'five' })).store.close()
    const { default: postgres } = await import('postgres')
    const [reader, watcher] = [postgres(server.url, { max: 1 }), postgres(server.url, { max: 1 })]
    const hasWaited = async (): Promise<boolean> => {
      const rows = await watcher`select 1 from pg_stat_activity where wait_event_type = 'Lock'
        and query like 'truncate%' and now() - query_start > ${2 * timeLimitMs} * interval '1 ms'`
      return rows.length > 0
    }
    const { opening: given } = await reader.begin(async (sql) => {
      await sql`select count(*) from orders`
      const opening = openPostgresStore({ url: server.url, journalId: 'six', timeLimitMs })
      const isOver = opening.then(() => true, () => true) // prettier-ignore
      while (!(await Promise.race([hasWaited(), isOver]))) await watcher`select pg_sleep(0.05)`
      return { opening }
    })
    const { store, rebuilt } = await given
    expect(rebuilt).toBe(true)
    await store.apply({ ...emptyBatch(1), orders: [newOrder(1)] })
    expect(await store.orders({ account: me, limit: 9 })).toHaveLength(1)
    await Promise.all([store.close(), reader.end(), watcher.end()])
  })
})
