import { build } from 'esbuild'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { canonicalSignature, type SignedAction } from '@vest/protocol'
import { testKey } from '../testing/testKeys.ts'
// @ts-expect-error a script without types
import { buildAddon } from '../../../../tools/buildAddon.mjs'
import { VERIFY_BATCH_MAX, VERIFY_WAIT_MS_MAX } from '../limits.ts'
import { VerifierBusyError, type ActionJob, type SignatureVerifier } from './signatureJob.ts'
import { startVerifyPool } from './verifyPool.ts'

const here = dirname(fileURLToPath(import.meta.url))
const key = testKey(0x11)

const jobNumber = (nonce: number): ActionJob =>
  jobOf({ kind: 'cancel', time: 1_700_000_000_000, nonce, id: '0xabc' })

const orderNumber = (nonce: number): ActionJob =>
  jobOf({
    kind: 'order', time: 1_700_000_000_000, nonce, orderType: 'LIMIT', symbol: 'BTC-PERP', isBuy: true,
    size: '1', limitPrice: '1', reduceOnly: false,
  }) // prettier-ignore

const jobOf = (action: SignedAction): ActionJob => {
  const { compact, recovery } = canonicalSignature(key.signAction(action))!
  return { kind: 'action', account: key.address, action, signature: { compact, recovery } }
}

describe('verify pool', () => {
  let folder: string
  let workerUrl: URL
  beforeAll(async () => {
    // Beside the package, so that the native module is found from the bundle.
    const cache = join(here, '../../node_modules/.cache')
    await mkdir(cache, { recursive: true })
    folder = await mkdtemp(join(cache, 'verify-'))
    const outfile = join(folder, 'verifyWorker.mjs')
    await build({
      entryPoints: [join(here, 'verifyWorker.ts')],
      outfile,
      bundle: true,
      platform: 'node',
      format: 'esm',
      external: ['secp256k1'],
      logLevel: 'silent',
    })
    workerUrl = pathToFileURL(outfile)
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  const withPool = async (
    workers: number,
    use: (pool: SignatureVerifier) => Promise<void>,
    addonUrl?: URL,
  ): Promise<Error[]> => {
    const failures: Error[] = []
    const pool = await startVerifyPool({
      workerUrl,
      workers,
      ...(addonUrl === undefined ? {} : { addonUrl }),
      onFailure: (reason) => failures.push(reason),
    })
    try {
      await use(pool)
    } finally {
      await pool.stop()
    }
    return failures
  }

  it('verifies what takes risk away before what came earlier, and lets neither wait for ever', async () => {
    const done: string[] = []
    const failures = await withPool(1, async (pool) => {
      const ask = (name: string, job: ActionJob) => pool.verify(job).then(() => done.push(name))
      const orders = Array.from({ length: 200 }, (_, nonce) => orderNumber(nonce))
      const cancels = Array.from({ length: 100 }, (_, nonce) => jobNumber(nonce))
      await Promise.all([
        ...orders.map((job) => ask('order', job)),
        ...cancels.map((job) => ask('cancel', job)),
      ])
    })
    expect(failures).toEqual([])
    // What came at once is taken together; three in four places are the cancels'.
    expect(done.slice(0, 64).filter((name) => name === 'cancel')).toHaveLength(48)
    expect(done.slice(64, 128).filter((name) => name === 'cancel')).toHaveLength(48)
    expect(done).toHaveLength(300)
  })

  it('gives every job its own verdict, whatever the batches were', async () => {
    const failures = await withPool(2, async (pool) => {
      const verdicts = await Promise.all(
        Array.from({ length: 300 }, (_, nonce) => pool.verify(jobNumber(nonce))),
      )
      expect(verdicts.every(({ signer }) => signer === key.address)).toBe(true)
      expect(new Set(verdicts.map(({ hash }) => hash)).size).toBe(300)
    })
    expect(failures).toEqual([])
  })

  const { url } = buildAddon() as { url?: URL }
  it.runIf(url !== undefined)('checks as one what waits together, once it knows the key', async () => {
    const failures = await withPool(
      2,
      async (pool) => {
        const jobs = Array.from({ length: 300 }, (_, nonce) => ({
          ...jobNumber(nonce),
          likelySigner: key.address,
        }))
        const verdicts = await Promise.all(jobs.map((job) => pool.verify(job)))
        expect(verdicts.every(({ signer }) => signer === key.address)).toBe(true)
        expect(new Set(verdicts.map(({ hash }) => hash)).size).toBe(300)
        expect(pool.oneByOne).toBeUndefined()
        const { together, alone, failedBatches } = pool.work
        // Each of the two threads recovers the key before it knows it.
        expect(together).toBeGreaterThan(100)
        expect([together + alone, failedBatches]).toEqual([300, 0])
      },
      url,
    )
    expect(failures).toEqual([])
  })

  it('says why it does not, and verifies all the same', async () => {
    for (const [addonUrl, why] of [
      [undefined, 'no addon was built'],
      [pathToFileURL(join(folder, 'absent.node')), 'absent.node'],
    ] as const) {
      const failures = await withPool(
        1,
        async (pool) => {
          const job = { ...jobNumber(1), likelySigner: key.address }
          const verdicts = await Promise.all(Array.from({ length: 20 }, () => pool.verify(job)))
          expect(verdicts.every(({ signer }) => signer === key.address)).toBe(true)
          expect(pool.oneByOne).toContain(why)
          expect(pool.work).toEqual({ together: 0, alone: 20, failedBatches: 0 })
        },
        addonUrl,
      )
      expect(failures).toEqual([])
    }
  })

  it('refuses what does not fit into the queue without touching what does', async () => {
    await withPool(1, async (pool) => {
      const job = jobNumber(1)
      const results = await Promise.allSettled(Array.from({ length: 2_200 }, () => pool.verify(job)))
      const refused = results.filter((result) => result.status === 'rejected')
      // All came in one turn, before the worker took any: 2000 wait.
      expect(refused.length).toBe(200)
      expect(refused.every(({ reason }) => reason instanceof VerifierBusyError)).toBe(true)
      expect(results[0]!.status).toBe('fulfilled')
    })
  })

  /** This machine stands still for longer than an order may wait. */
  const standStill = (): void => {
    const untilMs = performance.now() + VERIFY_WAIT_MS_MAX + 10
    while (performance.now() < untilMs);
  }

  it('refuses what waited too long while a batch waits behind it, and nothing else', async () => {
    await withPool(1, async (pool) => {
      const waited = Array.from({ length: VERIFY_BATCH_MAX + 36 }, (_, nonce) =>
        pool.verify(orderNumber(nonce)),
      )
      standStill()
      const results = await Promise.allSettled(waited)
      const refused = results.flatMap((result, at) => (result.status === 'rejected' ? [at] : []))
      expect(refused).toEqual(Array.from({ length: 36 }, (_, at) => at))
    })
  })

  it('verifies an order late that found no backlog', async () => {
    await withPool(1, async (pool) => {
      const alone = pool.verify(orderNumber(1))
      standStill()
      expect((await alone).signer).toBe(key.address)
    })
  })

  it('reports a worker that dies and refuses the jobs it had', async () => {
    const broken = join(folder, 'broken.mjs')
    await writeFile(
      broken,
      `import { parentPort } from 'node:worker_threads'
       parentPort.on('message', () => { throw new Error('out of order') })
       parentPort.postMessage({})`,
    )
    let failure: Error | undefined
    const pool = await startVerifyPool({
      workerUrl: pathToFileURL(broken),
      workers: 1,
      onFailure: (reason) => (failure = reason),
    })
    await expect(pool.verify(jobNumber(1))).rejects.toThrow('out of order')
    expect(failure?.message).toBe('out of order')
    await pool.stop()
  })
})
