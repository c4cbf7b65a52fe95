/**
 * Actions on their way to a verify thread and what it finds on its way back, each batch as one array of bytes that
 * changes hands. As objects they would be cloned on both sides, which costs the main thread more than to write, once,
 * the very bytes that the thread is to hash.
 */
import { actionTuple, assert, hexToBytes, type Keccak256 } from '@vest/protocol'
import type { ActionFinding, HashedAction } from './judgeSignature.ts'
import type { ActionJob, ActionVerdict } from './signatureJob.ts'

// A job: the length of its tuple, whose it is, what signed it, who probably did, the tuple.
const ACCOUNT_AT = 4
const COMPACT_AT = 24
const RECOVERY_AT = 88
const HAS_LIKELY_AT = 89
const LIKELY_AT = 90
const TUPLE_AT = 110

// A finding: two hashes, what is known of the signer, the signer.
const HASH_AT = 0
const ORDER_ID_AT = 32
const SIGNER_KIND_AT = 64
const SIGNER_AT = 65
const FINDING_BYTES = 85

const ADDRESS_BYTES = 20
const HASH_BYTES = 32
const NO_SIGNER = 0
const THE_LIKELY = 1
const ANOTHER = 2

/** More than a batch of good orders needs; a batch of longer ones gets more. */
let room = Buffer.alloc(65_536)

/** The bytes of these jobs, in an array of their own. */
export function encodeJobs(jobs: readonly ActionJob[]): Uint8Array<ArrayBuffer> {
  let end = 0
  for (const job of jobs) end = writeJob(job, end)
  return new Uint8Array(room.subarray(0, end))
}

/** Writes a job at `at`; returns where it ends. */
function writeJob(job: ActionJob, at: number): number {
  const { account, action, signature, likelySigner } = job
  if (room.length < at + TUPLE_AT) widenRoom(at + TUPLE_AT)
  let tuple = actionTuple(action, room.subarray(at + TUPLE_AT))
  const end = at + TUPLE_AT + tuple.length
  if (end > room.length) {
    widenRoom(end)
    tuple = actionTuple(action, room.subarray(at + TUPLE_AT))
  }
  room.writeUInt32LE(tuple.length, at)
  writeAddress(room, at + ACCOUNT_AT, account)
  room.set(signature.compact, at + COMPACT_AT)
  room[at + RECOVERY_AT] = signature.recovery
  room[at + HAS_LIKELY_AT] = likelySigner === undefined ? 0 : 1
  if (likelySigner !== undefined) writeAddress(room, at + LIKELY_AT, likelySigner)
  return end
}

function widenRoom(length: number): void {
  const wider = Buffer.alloc(2 * length)
  wider.set(room)
  room = wider
}

function writeAddress(bytes: Uint8Array, at: number, address: string): void {
  const address20 = hexToBytes(address)
  assert(address20.length === ADDRESS_BYTES, 'an address has 20 bytes')
  bytes.set(address20, at)
}

/** The jobs, their tuples hashed; what else they hold are views into the bytes. */
export function decodeJobs(bytes: Uint8Array, keccak: Keccak256): HashedAction[] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const jobs: HashedAction[] = []
  for (let at = 0; at < buffer.length;) {
    const end = at + TUPLE_AT + buffer.readUInt32LE(at)
    const recovery = buffer[at + RECOVERY_AT]
    assert(end <= buffer.length && (recovery === 0 || recovery === 1), 'jobs come as they were sent')
    jobs.push({
      account: buffer.subarray(at + ACCOUNT_AT, at + COMPACT_AT),
      hash: keccak(buffer.subarray(at + TUPLE_AT, end)),
      signature: { compact: buffer.subarray(at + COMPACT_AT, at + RECOVERY_AT), recovery },
      ...(buffer[at + HAS_LIKELY_AT] === 0
        ? {}
        : { likelySigner: readHex(buffer, at + LIKELY_AT, ADDRESS_BYTES) }),
    })
    at = end
  }
  return jobs
}

export function encodeFindings(
  findings: readonly ActionFinding[],
  jobs: readonly HashedAction[],
): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(findings.length * FINDING_BYTES)
  findings.forEach(({ orderId, signer }, index) => {
    const { hash, likelySigner } = jobs[index]!
    const at = index * FINDING_BYTES
    bytes.set(hash, at + HASH_AT)
    bytes.set(orderId, at + ORDER_ID_AT)
    if (signer === undefined) bytes[at + SIGNER_KIND_AT] = NO_SIGNER
    else if (signer === likelySigner) bytes[at + SIGNER_KIND_AT] = THE_LIKELY
    else {
      bytes[at + SIGNER_KIND_AT] = ANOTHER
      writeAddress(bytes, at + SIGNER_AT, signer)
    }
  })
  return bytes
}

/** One verdict per job, in order. */
export function decodeFindings(bytes: Uint8Array, jobs: readonly ActionJob[]): ActionVerdict[] {
  assert(bytes.length === jobs.length * FINDING_BYTES, 'one finding per job')
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return jobs.map((job, index) => {
    const at = index * FINDING_BYTES
    const hash = readHex(buffer, at + HASH_AT, HASH_BYTES)
    const orderId = readHex(buffer, at + ORDER_ID_AT, HASH_BYTES)
    const kind = buffer[at + SIGNER_KIND_AT]
    if (kind === NO_SIGNER) return { kind: 'action', hash, orderId }
    const signer = kind === THE_LIKELY ? job.likelySigner : readHex(buffer, at + SIGNER_AT, ADDRESS_BYTES)
    assert(signer !== undefined, 'the likely signer of a job that named one')
    return { kind: 'action', hash, orderId, signer }
  })
}

const readHex = (buffer: Buffer, at: number, length: number): `0x${string}` =>
  `0x${buffer.toString('hex', at, at + length)}`
