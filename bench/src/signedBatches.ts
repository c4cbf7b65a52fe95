/**
 * Batches of signatures checked as one (decision 0031) against npm's secp256k1 recovering each: the check alone, by the
 * size of the batch and by how many signers share it, and the whole path from the words of an order to its signer.
 */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { actionDigest, bytesToHex, type Keccak256, type SignedOrder } from '@vest/protocol'
import secp256k1 from 'secp256k1'
import {
  type BatchCheck,
  type ClaimedSignature,
  loadSignatureAddon,
  type NativeSignatures,
} from '../../services/exchange/src/verify/signatureAddon.ts'
import { judgeActions } from '../../services/exchange/src/verify/judgeSignature.ts'
import type { ActionJob } from '../../services/exchange/src/verify/signatureJob.ts'
import { createSignerRecovery } from '../../services/exchange/src/verify/signerRecovery.ts'
import { decodeJobs, encodeJobs } from '../../services/exchange/src/verify/tupleRows.ts'
import { interleave, timed } from './interleave.ts'

const SIZES = [8, 32, 64, 256]
const SIGNERS = [1, 16, 64, 256]
/** Signatures in a round, whatever the size of a batch. */
const SIGNATURES = 2_048
/** Of the whole path. */
const PATH = { size: 256, signers: 64 }

type Order = ActionJob & { readonly claim: ClaimedSignature }

/** The addon as the start builds it, or why there is none. */
export const nativeSignatures = (): NativeSignatures | string =>
  loadSignatureAddon(pathToFileURL(join(process.cwd(), 'build', 'native', 'signatures.node')).href)

export async function compareBatches(
  print: (line: string) => void,
  keccak: Keccak256,
  native: NativeSignatures,
): Promise<void> {
  for (const size of SIZES)
    for (const signers of SIGNERS.filter((count) => count <= size))
      await compareCheck(print, native.areGenuine, ordersOf(size, signers, keccak), signers)
  await comparePath(print, native, ordersOf(PATH.size, PATH.signers, keccak), keccak)
}

async function compareCheck(
  print: (line: string) => void,
  check: BatchCheck,
  orders: readonly Order[],
  signers: number,
): Promise<void> {
  const claims = orders.map(({ claim }) => claim)
  const ratio = await interleaved(orders, () => {
    if (!check(claims)) throw new Error('a genuine batch was refused')
  })
  print(
    `  a batch of ${claims.length} by ${signers}, checked as one, against recovering each: ${ratio.toFixed(2)}`,
  )
}

async function comparePath(
  print: (line: string) => void,
  native: NativeSignatures,
  orders: readonly Order[],
  keccak: Keccak256,
): Promise<void> {
  const recovery = createSignerRecovery(keccak, native)
  const judge = (): unknown => judgeActions(decodeJobs(encodeJobs(orders), keccak), keccak, recovery)
  judge()
  const ratio = await interleaved(orders, judge)
  if (recovery.work.alone !== orders.length)
    throw new Error('not every signature was checked as part of a batch')
  print(
    `  ${PATH.size} orders by ${PATH.signers}: hash, batch, ids, against recovering each alone: ${ratio.toFixed(2)}`,
  )
}

/** How many times as fast as a recovery each. */
const interleaved = (orders: readonly Order[], ours: () => void): Promise<number> => {
  const times = Math.ceil(SIGNATURES / orders.length)
  const round = (work: () => void) => (): number =>
    timed(() => {
      for (let i = 0; i < times; i += 1) work()
    })
  return interleave({
    print: () => undefined,
    names: ['ours', 'recover alone'],
    ops: times * orders.length,
    warmUpRounds: 1,
    ours: round(ours),
    peer: round(() => {
      for (const { claim } of orders)
        secp256k1.ecdsaRecover(claim.signature.compact, claim.signature.recovery, claim.digest, false)
    }),
  })
}

function ordersOf(size: number, signers: number, keccak: Keccak256): Order[] {
  const keys = Array.from({ length: signers }, (_, at) => {
    const secret = createHash('sha256').update(`signer ${at}`).digest()
    const publicKey = secp256k1.publicKeyCreate(secret, false)
    return { secret, publicKey, address: bytesToHex(keccak(publicKey.subarray(1)).subarray(12)) }
  })
  return Array.from({ length: size }, (_, at): Order => {
    const { secret, publicKey, address } = keys[at % signers]!
    const [time, nonce] = [1_700_000_000_000 + at, 1_700_000_000_000 + at]
    const action: SignedOrder = {
      kind: 'order', time, nonce, orderType: 'LIMIT', symbol: 'BTC-PERP', isBuy: at % 2 === 0,
      size: '0.1000', limitPrice: `${30_000 + (at % 500)}.00`, reduceOnly: false,
    } // prettier-ignore
    const digest = actionDigest(action, keccak)
    const { signature: compact, recid } = secp256k1.ecdsaSign(digest, secret)
    const signature = { compact, recovery: recid as 0 | 1 }
    const claim = { digest, signature, publicKey }
    return { kind: 'action', account: address, action, signature, likelySigner: address, claim }
  })
}
