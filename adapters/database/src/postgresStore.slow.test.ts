import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { once } from 'node:events'
import { Client } from 'pg'
import { openPostgresStore } from './postgresStore.ts'
import { startPostgresServer, type PostgresServer } from './testing/startPostgresServer.ts'
import { describeReadModelStore } from './testing/readModelStore/describeReadModelStore.ts'
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

/** Between the store and the server: cuts a connection after so many answers, or lets no more of them through. */
async function startRelay(server: PostgresServer) {
  const sockets: Socket[] = []
  let limit = Infinity
  let isSilent = false
  const relay = createServer((socket) => {
    const onward = connect(Number(new URL(server.url).port), '127.0.0.1')
    let answers = 0
    const cut = () => [socket, onward].forEach((end) => end.destroy())
    for (const end of [socket, onward]) end.on('error', cut).on('close', cut)
    sockets.push(socket, onward)
    socket.pipe(onward)
    onward.on('data', (bytes: Buffer) => {
      if (isSilent) return
      answers += 1
      if (answers > limit) cut()
      else socket.write(bytes)
    })
  })
  await once(relay.listen(0, '127.0.0.1'), 'listening')
  const url = new URL(server.url)
  url.port = String((relay.address() as AddressInfo).port)
  return {
    url: url.href,
    cutAfter: (most: number) => (limit = most),
    fallSilent: () => (isSilent = true),
    close() {
      for (const socket of sockets) socket.destroy()
      relay.close()
    },
  }
}

async function connected(server: PostgresServer): Promise<Client> {
  const client = new Client({ connectionString: server.url })
  await client.connect()
  return client
}
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

  it('goes away at any moment of a connection and ends nothing but the call', async () => {
    const relay = await startRelay(server)
    let refused = 0
    let seq = 0
    for (let isTaken = false; !isTaken;) {
      seq += 1
      // The first connection that this store needs is cut in the answer to its greeting, to `begin`, to each statement.
      const { store } = await openPostgresStore({ url: relay.url, journalId: 'relayed' })
      relay.cutAfter(seq)
      const batch = { ...emptyBatch(seq), orders: [newOrder(seq)] }
      try {
        await store.apply(batch)
        isTaken = true
      } catch (cause) {
        expect(cause).toEqual(unavailable)
        refused += 1
      }
      relay.cutAfter(Infinity)
      await store.apply(batch)
      expect(await store.orders({ account: me, limit: 99 })).toHaveLength(seq)
      await store.close()
    }
    expect(refused).toBeGreaterThan(3)
    relay.close()
  })

  it('falls silent in the middle of a call, and neither the call nor the end waits for it', async () => {
    const relay = await startRelay(server)
    const { store } = await openPostgresStore({ url: relay.url, journalId: 'silent', timeLimitMs: 500 })
    await store.apply({ ...emptyBatch(1), orders: [newOrder(1)] })
    relay.fallSilent()
    await expect(store.apply({ ...emptyBatch(2), orders: [newOrder(2)] })).rejects.toThrow(unavailable)
    await store.close()
    relay.close()
  })

  it('does not wait for a lock longer than the limit, and the late attempt changes nothing', async () => {
    const { store } = await openPostgresStore({ url: server.url, journalId: 'four', timeLimitMs: 2_000 })
    await store.apply({ ...emptyBatch(1), orders: [newOrder(1)] })
    const other = await connected(server)
    await other.query('begin; lock table orders in exclusive mode')
    const given = store.apply({ ...emptyBatch(2), orders: [newOrder(1, { status: 'CANCELLED' })] })
    await expect(given).rejects.toThrow(unavailable)
    await other.query('commit')
    await store.apply({ ...emptyBatch(2), orders: [newOrder(1, { status: 'FILLED' })] })
    expect(await store.orders({ account: me, limit: 9 })).toStrictEqual([newOrder(1, { status: 'FILLED' })])
    await other.end()
    await store.close()
  })

  it('opens however long the emptying takes: no limit of a call is one of that', async () => {
    const timeLimitMs = 1_000
    await (await openPostgresStore({ url: server.url, journalId: 'five' })).store.close()
    const [reader, watcher] = [await connected(server), await connected(server)]
    const hasWaited = async (): Promise<boolean> => {
      const { rows } = await watcher.query(
        `select 1 from pg_stat_activity where wait_event_type = 'Lock'
        and query like 'truncate%' and now() - query_start > $1 * interval '1 ms'`,
        [2 * timeLimitMs],
      )
      return rows.length > 0
    }
    await reader.query('begin; select count(*) from orders')
    const given = openPostgresStore({ url: server.url, journalId: 'six', timeLimitMs })
    const isOver = given.then(() => true, () => true) // prettier-ignore
    while (!(await Promise.race([hasWaited(), isOver]))) await watcher.query('select pg_sleep(0.05)')
    await reader.query('commit')
    const { store, rebuilt } = await given
    expect(rebuilt).toBe(true)
    await store.apply({ ...emptyBatch(1), orders: [newOrder(1)] })
    expect(await store.orders({ account: me, limit: 9 })).toHaveLength(1)
    await Promise.all([store.close(), reader.end(), watcher.end()])
  })
})
