import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { actionHash, bytesToHex, hexToBytes, type Address, type SignedAction } from '@vest/protocol'
import { keccak } from '../testing/testKeys.ts'
import type { ActionJob } from './signatureJob.ts'
import { decodeFindings, decodeJobs, encodeFindings, encodeJobs } from './tupleRows.ts'

const hex = (bytes: number) =>
  fc.uint8Array({ minLength: bytes, maxLength: bytes }).map((value) => bytesToHex(value))
const address = hex(20) as fc.Arbitrary<Address>
/** Beyond ASCII too, and sometimes longer than the room that is there at first. */
const text = fc.oneof(
  { weight: 9, arbitrary: fc.string({ unit: 'binary', maxLength: 80 }) },
  { weight: 1, arbitrary: fc.nat(90_000).map((length) => '9'.repeat(length)) },
)
const action: fc.Arbitrary<SignedAction> = fc.oneof(
  fc.record({
    kind: fc.constant('order' as const),
    time: fc.maxSafeNat(),
    nonce: fc.maxSafeNat(),
    orderType: fc.constantFrom('LIMIT' as const, 'MARKET' as const),
    symbol: text,
    isBuy: fc.boolean(),
    size: text,
    limitPrice: text,
    reduceOnly: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('cancel' as const),
    time: fc.maxSafeNat(),
    nonce: fc.maxSafeNat(),
    id: text,
  }),
)
const job: fc.Arbitrary<ActionJob> = fc.record(
  {
    kind: fc.constant('action' as const),
    account: address,
    action,
    signature: fc.record({
      compact: fc.uint8Array({ minLength: 64, maxLength: 64 }),
      recovery: fc.constantFrom(0 as const, 1 as const),
    }),
    likelySigner: address,
  },
  { requiredKeys: ['kind', 'account', 'action', 'signature'] },
)

describe('rows of actions', () => {
  it('hold of every job what a verify thread asks about it', () => {
    fc.assert(
      fc.property(fc.array(job, { maxLength: 64 }), (jobs) => {
        const read = decodeJobs(encodeJobs(jobs), keccak)
        expect(read.map(({ hash }) => bytesToHex(hash))).toEqual(
          jobs.map((one) => bytesToHex(actionHash(one.action, keccak))),
        )
        expect(
          read.map(({ account, signature: { compact, recovery }, ...rest }) => ({
            account: bytesToHex(account),
            compact: bytesToHex(compact),
            recovery,
            likelySigner: rest.likelySigner,
          })),
        ).toEqual(
          jobs.map(({ account, signature: { compact, recovery }, likelySigner }) => ({
            account,
            compact: bytesToHex(compact),
            recovery,
            likelySigner,
          })),
        )
      }),
    )
  })

  it('bring back every finding: no signer, the likely signer, another', () => {
    const finding = fc.record({ orderId: hex(32), signer: fc.option(address), isLikely: fc.boolean() })
    fc.assert(
      fc.property(fc.array(fc.tuple(job, finding), { maxLength: 64 }), (pairs) => {
        const jobs = pairs.map(([one]) => one)
        const verdicts = pairs.map(([one, { orderId, signer, isLikely }]) => {
          const named = isLikely ? (one.likelySigner ?? signer) : signer
          const hash = bytesToHex(actionHash(one.action, keccak))
          return { kind: 'action', hash, orderId, ...(named === null ? {} : { signer: named }) }
        })
        const findings = verdicts.map(({ orderId, signer }) => ({
          orderId: hexToBytes(orderId),
          ...(signer === undefined ? {} : { signer }),
        }))
        const bytes = encodeFindings(findings, decodeJobs(encodeJobs(jobs), keccak))
        expect(decodeFindings(bytes, jobs)).toEqual(verdicts)
      }),
    )
  })

  it('of another count than the jobs are a broken invariant', () => {
    expect(() => decodeFindings(new Uint8Array(85), [])).toThrow('one finding per job')
    expect(() => decodeJobs(new Uint8Array(110).fill(1), keccak)).toThrow('jobs come as they were sent')
  })
})
