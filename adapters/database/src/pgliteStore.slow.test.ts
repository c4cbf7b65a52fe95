import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { shareOf } from '../../../runtime/src/testing/runSeed.ts'
import { bundleForTest, type Bundle } from './testing/bundleForTest.ts'
import { damagedFolder } from './pgliteFolder.ts'
import { openPgliteStore } from './pgliteStore.ts'
import { describeReadModelStore } from './testing/readModelStore/describeReadModelStore.ts'
import { addressOf, emptyBatch, newOrder } from './testing/sampleRecords.ts'

let bundle: Bundle
let folder: string
/** Laying out a database takes seconds. Tests that do not prove the layout take a copy of the first one. */
const keptLayout = (): string => join(folder, 'kept layout')
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vest-pglite-'))
  bundle = await bundleForTest(new URL('./pgliteWorker.ts', import.meta.url))
})
afterAll(() => {
  bundle.remove()
  rmSync(folder, { recursive: true })
})

describeReadModelStore('the embedded database', async () => {
  const { store } = await openPgliteStore({
    dir: join(folder, 'contract'),
    workerUrl: bundle.url,
    templateDir: keptLayout(),
  })
  return { store, close: () => store.close() }
})

const me = addressOf(1)

describe('the folder of the embedded database', () => {
  const open = (name: string, journalId?: string) => {
    const reasons: string[] = []
    const options = {
      dir: join(folder, name),
      workerUrl: bundle.url,
      templateDir: keptLayout(),
      onPutAside: (reason: string) => reasons.push(reason),
    }
    return openPgliteStore({ ...options, ...(journalId === undefined ? {} : { journalId }) }).then(
      (opened) => ({ ...opened, reasons }),
    )
  }
  beforeAll(async () => {
    const { store } = await open('template', 'journal one')
    await store.apply({ ...emptyBatch(4), orders: [newOrder(1)] })
    await store.close()
  })
  const withOneOrder = (name: string) =>
    cpSync(join(folder, 'template'), join(folder, name), { recursive: true })

  it('keeps its rows and its sequence number over a restart', async () => {
    withOneOrder('kept')
    const { store, lastSeq, rebuilt } = await open('kept')
    expect({ lastSeq, rebuilt }).toEqual({ lastSeq: 4, rebuilt: false })
    expect(await store.orders({ account: me, limit: 9 })).toStrictEqual([newOrder(1)])
    await store.close()
  })

  it.each([
    ['its control file is cut', (dir: string) => truncateSync(join(dir, 'global', 'pg_control'), 100)],
    ['its log is gone', (dir: string) => rmSync(join(dir, 'pg_wal'), { recursive: true })],
    ['the machine stopped while it was open', (dir: string) => writeFileSync(`${dir}.open`, 'another boot')],
  ])('is put aside and begins empty when %s', async (reason, damage) => {
    const name = `damaged ${reason}`
    withOneOrder(name)
    damage(join(folder, name))
    const { store, lastSeq, rebuilt, reasons } = await open(name)
    expect({ lastSeq, rebuilt, told: reasons.length }).toEqual({ lastSeq: 0, rebuilt: true, told: 1 })
    expect(existsSync(damagedFolder(join(folder, name)))).toBe(true)
    await store.apply({ ...emptyBatch(1), orders: [newOrder(2)] })
    expect(await store.orders({ account: me, limit: 9 })).toStrictEqual([newOrder(2)])
    await store.close()
  })

  it('stays where it is when it does not open and there is no room for another', async () => {
    withOneOrder('crowded')
    const dir = join(folder, 'crowded')
    const control = join(dir, 'global', 'pg_control')
    const whole = readFileSync(control)
    truncateSync(control, 100) // a full disk keeps a good one from opening, too
    const opening = openPgliteStore({ dir, workerUrl: bundle.url, freeBytes: () => 5 * 1_048_576 })
    await expect(opening).rejects.toThrow(/does not open .* the disk has 5 MB left, .*make room/)
    expect(existsSync(damagedFolder(dir))).toBe(false)
    writeFileSync(control, whole)
    const { store, lastSeq, rebuilt } = await open('crowded')
    expect({ lastSeq, rebuilt }).toEqual({ lastSeq: 4, rebuilt: false })
    await store.close()
  })

  it('is emptied when it belongs to another journal', async () => {
    withOneOrder('foreign')
    const { store, lastSeq, rebuilt } = await open('foreign', 'journal two')
    expect({ lastSeq, rebuilt }).toEqual({ lastSeq: 0, rebuilt: true })
    expect(await store.orders({ account: me, limit: 9 })).toEqual([])
    await store.close()
  })

  it('cannot be opened where its parent does not exist, and leaves nothing there', async () => {
    await expect(open('no/such/parent')).rejects.toThrow(/ENOENT/)
    expect(existsSync(join(folder, 'no'))).toBe(false)
  })
})

describe('a new embedded database', () => {
  const templateDir = (): string => join(folder, 'laid-out')
  const openNew = (name: string) =>
    openPgliteStore({ dir: join(folder, name), workerUrl: bundle.url, templateDir: templateDir() })
  const holdsOneOrder = async (name: string): Promise<void> => {
    const { store, lastSeq, rebuilt } = await openNew(name)
    expect({ lastSeq, rebuilt }).toEqual({ lastSeq: 0, rebuilt: false })
    await store.apply({ ...emptyBatch(1), orders: [newOrder(1)] })
    expect(await store.orders({ account: me, limit: 9 })).toStrictEqual([newOrder(1)])
    await store.close()
  }

  it('is copied from the first one as it was laid out, and laid out anew where that is damaged', async () => {
    await holdsOneOrder('first')
    expect(existsSync(templateDir())).toBe(true)
    const laidOutMs = statSync(join(templateDir(), 'PG_VERSION')).mtimeMs
    await holdsOneOrder('second')
    expect(statSync(join(templateDir(), 'PG_VERSION')).mtimeMs).toBe(laidOutMs)

    truncateSync(join(templateDir(), 'global', 'pg_control'), 100)
    await holdsOneOrder('third')
    expect(readdirSync(folder).filter((name) => /^(laid-out|third)/.test(name))).toEqual([
      'laid-out',
      'laid-out.open',
      'third',
    ])
    expect(readFileSync(join(templateDir(), 'global', 'pg_control')).length).toBeGreaterThan(100)
    await holdsOneOrder('fourth')
  })

  it('is laid out anew when the machine started again since the first one was', async () => {
    await holdsOneOrder('before')
    writeFileSync(`${templateDir()}.open`, 'another boot')
    const laidOutMs = statSync(join(templateDir(), 'PG_VERSION')).mtimeMs
    await holdsOneOrder('after')
    expect(statSync(join(templateDir(), 'PG_VERSION')).mtimeMs).toBeGreaterThan(laidOutMs)
  })

  it('is laid out where no template can be kept', async () => {
    writeFileSync(join(folder, 'file'), 'no folder')
    const { store } = await openPgliteStore({
      dir: join(folder, 'alone'),
      workerUrl: bundle.url,
      templateDir: join(folder, 'file', 'laid-out'),
    })
    expect(await store.orders({ account: me, limit: 9 })).toEqual([])
    await store.close()
  })
})

/** A long run asks for more. */
const KILLS = Number(process.env['VEST_STORE_KILLS'] ?? 2)

describe('a process killed in the middle of writing', () => {
  it('leaves a store whose sequence number and rows agree, every time', async () => {
    const writer = await bundleForTest(new URL('./testing/killedWriter.ts', import.meta.url))
    const dir = join(folder, 'killed')
    let acknowledged = 0
    for (let round = 0; round < KILLS; round += 1) {
      const args = [fileURLToPath(writer.url), dir, bundle.url.href, keptLayout()]
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
      const exited = once(child, 'exit')
      let written = 0
      // Killed at another batch in every round and run, wherever the next one happens to be.
      for await (const line of createInterface({ input: child.stdout })) {
        acknowledged = Number(line)
        written += 1
        if (written === 20 + round * 7 + shareOf(7)) child.kill('SIGKILL')
      }
      await exited

      const { store, lastSeq, rebuilt } = await openPgliteStore({ dir, workerUrl: bundle.url })
      expect(rebuilt).toBe(false)
      expect(lastSeq).toBeGreaterThanOrEqual(acknowledged)
      expect(lastSeq).toBeLessThanOrEqual(acknowledged + 1)
      expect(await store.orders({ account: me, limit: 99_999 })).toHaveLength(lastSeq * 20)
      expect((await store.trades(['BTC-PERP'], { limit: 99_999 })).map((row) => row.tradeId)).toEqual(
        Array.from({ length: lastSeq }, (_, index) => lastSeq - index),
      )
      expect((await store.candles('BTC-PERP', '1d', { limit: 9 })).map((row) => row.trades)).toEqual([
        lastSeq,
      ])
      await store.close()
    }
    writer.remove()
    expect(readFileSync(join(dir, 'PG_VERSION'), 'utf8')).toMatch(/^\d+/)
  })
})
