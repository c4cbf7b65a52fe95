/**
 * `bench -- signed`: a signed order from its words to the address that signed it (tuple, three hashes, recovery, id),
 * as the gateway's verifier does it, against npm's secp256k1 recovering a key from a digest that was ready, alone.
 * Beside it what viem takes for the same question, what a second worker brings, and what batches do.
 */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { actionDigest, type Address, type Hex, type Keccak256, type SignedOrder } from '@vest/protocol'
import secp256k1 from 'secp256k1'
import {
  encodeAbiParameters,
  keccak256,
  parseAbiParameters,
  recoverMessageAddress,
  recoverTypedDataAddress,
  toHex,
} from 'viem'
import { createKeccak256 } from '../../services/exchange/src/keccak.ts'
import { judgeSignature } from '../../services/exchange/src/verify/judgeSignature.ts'
import type { ActionJob } from '../../services/exchange/src/verify/signatureJob.ts'
import { createSignerRecovery } from '../../services/exchange/src/verify/signerRecovery.ts'
import { startVerifyPool } from '../../services/exchange/src/verify/verifyPool.ts'
import type { BenchResult } from './benchResult.ts'
import { interleave, timed } from './interleave.ts'
import { compareBatches, nativeSignatures } from './signedBatches.ts'

const ORDERS = 4_000
const ORDERS_OF_VIEM = 300
const KEYS = 8
const WARM_UP_ROUNDS = 2
/** Orders that wait for the verifier's threads at any time: few enough that none waits longer than it lets them. */
const WAITING = 500

interface Signed {
  readonly job: ActionJob
  readonly digest: Uint8Array
}

export async function benchSigned(print: (line: string) => void): Promise<BenchResult> {
  const keccak = await createKeccak256()
  const native = nativeSignatures()
  if (typeof native === 'string') print(`  by npm's library alone: ${native}`)
  // As in a verify thread, but that it knows no keys: every signature is recovered.
  const recovery = createSignerRecovery(
    keccak,
    typeof native === 'string' ? {} : { recoverKey: native.recoverKey },
  )
  const orders = Array.from({ length: ORDERS }, (_, at) => signedOrder(at, keccak))
  const jobs = orders.map(({ job }) => job)
  print(
    `${ORDERS} orders of ${KEYS} keys, 5 interleaved rounds with each peer after ${WARM_UP_ROUNDS} to warm up`,
  )
  await comparedToViem(print, jobs, (job) => judgeSignature(job, keccak, recovery))
  await comparedToOneWorker(print, jobs)
  if (typeof native !== 'string') await compareBatches(print, keccak, native)
  const ratio = await interleave({
    print,
    names: ['hash, recover, address', 'recover alone'],
    ops: ORDERS,
    warmUpRounds: WARM_UP_ROUNDS,
    ours: () =>
      timed(() => {
        for (const job of jobs) judgeSignature(job, keccak, recovery)
      }),
    peer: () =>
      timed(() => {
        for (const { job, digest } of orders)
          secp256k1.ecdsaRecover(job.signature.compact, job.signature.recovery, digest, false)
      }),
  })
  return { peer: 'npm secp256k1 5.0.2, ecdsaRecover on a digest that is ready', ratio }
}

function signedOrder(at: number, keccak: Keccak256): Signed {
  const secret = createHash('sha256')
    .update(`key ${at % KEYS}`)
    .digest()
  const action: SignedOrder = {
    kind: 'order',
    time: 1_700_000_000_000 + at,
    nonce: 1_700_000_000_000 + at,
    orderType: 'LIMIT',
    symbol: 'BTC-PERP',
    isBuy: at % 2 === 0,
    size: '0.1000',
    limitPrice: `${30_000 + (at % 500)}.00`,
    reduceOnly: false,
  }
  const digest = actionDigest(action, keccak)
  const { signature, recid } = secp256k1.ecdsaSign(digest, secret)
  const account: Address = `0x${(at % KEYS).toString(16).padStart(40, '0')}`
  return {
    job: { kind: 'action', account, action, signature: { compact: signature, recovery: recid as 0 | 1 } },
    digest,
  }
}

const TUPLE = parseAbiParameters('uint256, uint256, string, string, bool, string, string, bool')
const TYPED_ORDER = {
  domain: { name: 'Vest', version: '1', chainId: 1 },
  primaryType: 'Order',
  types: {
    Order: [
      { name: 'time', type: 'uint256' },
      { name: 'nonce', type: 'uint256' },
      { name: 'orderType', type: 'string' },
      { name: 'symbol', type: 'string' },
      { name: 'isBuy', type: 'bool' },
      { name: 'size', type: 'string' },
      { name: 'limitPrice', type: 'string' },
      { name: 'reduceOnly', type: 'bool' },
    ],
  },
} as const

/** Viem's two ways to the signer of such an order; it asks for the signature as one text. */
const VIEM = {
  'recoverTypedDataAddress, the order as typed data': (order: SignedOrder, signature: Hex) => {
    const { time, nonce, ...rest } = order
    const message = { ...rest, time: BigInt(time), nonce: BigInt(nonce) }
    return recoverTypedDataAddress({ ...TYPED_ORDER, message, signature })
  },
  'encodeAbiParameters, keccak256 and recoverMessageAddress, the tuple that is signed here': (
    order: SignedOrder,
    signature: Hex,
  ) => {
    const { time, nonce, orderType, symbol, isBuy, size, limitPrice, reduceOnly } = order
    const values = [
      BigInt(time), BigInt(nonce), orderType, symbol, isBuy, size, limitPrice, reduceOnly,
    ] as const // prettier-ignore
    return recoverMessageAddress({
      message: { raw: keccak256(encodeAbiParameters(TUPLE, values)) },
      signature,
    })
  },
} as const

async function comparedToViem(
  print: (line: string) => void,
  jobs: readonly ActionJob[],
  judge: (job: ActionJob) => unknown,
): Promise<void> {
  const some = jobs.slice(0, ORDERS_OF_VIEM)
  for (const [way, recover] of Object.entries(VIEM)) {
    const ratio = await interleave({
      print: () => undefined,
      names: ['ours', 'viem'],
      ops: some.length,
      warmUpRounds: 1,
      ours: () =>
        timed(() => {
          for (const job of some) judge(job)
        }),
      peer: async () => {
        const started = process.hrtime.bigint()
        for (const { action, signature } of some)
          await recover(
            action as SignedOrder,
            `${toHex(signature.compact)}${signature.recovery === 0 ? '1b' : '1c'}`,
          )
        return Number(process.hrtime.bigint() - started)
      },
    })
    print(`  against viem's ${way}: ${ratio.toFixed(1)}`)
  }
}

/** The verifier's own threads, with everything that crosses to them and back. */
async function comparedToOneWorker(print: (line: string) => void, jobs: readonly ActionJob[]): Promise<void> {
  const workerUrl = pathToFileURL(join(process.cwd(), 'build', 'server', 'verifyWorker.mjs'))
  const onFailure = (reason: Error): never => {
    throw reason
  }
  const [one, two] = await Promise.all(
    [1, 2].map((workers) => startVerifyPool({ workerUrl, workers, onFailure })),
  )
  const round = (pool: typeof one) => async (): Promise<number> => {
    const started = process.hrtime.bigint()
    let at = 0
    const askOn = async (): Promise<void> => {
      while (at < jobs.length) await pool!.verify(jobs[at++]!)
    }
    await Promise.all(Array.from({ length: WAITING }, askOn))
    return Number(process.hrtime.bigint() - started)
  }
  const ratio = await interleave({
    print: () => undefined,
    names: ['two', 'one'],
    ops: jobs.length,
    warmUpRounds: WARM_UP_ROUNDS,
    ours: round(two),
    peer: round(one),
  })
  await Promise.all([one!.stop(), two!.stop()])
  print(`  two workers against one: ${ratio.toFixed(2)}`)
}
