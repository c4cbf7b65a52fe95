/** Batches against one by one: the same signers for whatever comes, and no pair of lies that cancel each other out. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { bytesToHex, canonicalSignature, hexToBytes, type OrderRequest } from '@vest/protocol'
import secp256k1 from 'secp256k1'
import { describe, expect, it } from 'vitest'
import { createPrng } from '../../../../tests/simulation/prng.ts'
// @ts-expect-error a script without types
import { buildAddon } from '../../../../tools/buildAddon.mjs'
import { mutationsOf, signedActionOf } from '../testing/mutations.ts'
import { keccak, testKey } from '../testing/testKeys.ts'
import {
  createBatchCheck,
  createKeyRecovery,
  loadSignatureAddon,
  type ClaimedSignature,
  type SignatureAddon,
} from './signatureAddon.ts'
import { judgeActions, judgeSignature } from './judgeSignature.ts'
import type { ActionJob } from './signatureJob.ts'
import {
  createSignerRecovery,
  PROBATION,
  recoverKeyByNpm,
  TOGETHER_MIN,
  type SignedDigest,
} from './signerRecovery.ts'
import { decodeFindings, decodeJobs, encodeFindings, encodeJobs } from './tupleRows.ts'

const N = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const P = 0xfffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2fn
const HALF = N / 2n
const prng = createPrng(31)
const int = (most: number): number => prng.int(0, most)
const bytesOf = (value: bigint): Uint8Array => hexToBytes(`0x${value.toString(16).padStart(64, '0')}`)
const numberOf = (bytes: Uint8Array): bigint => BigInt(bytesToHex(bytes))
const mod = (value: bigint): bigint => ((value % N) + N) % N
const inverse = (value: bigint): bigint => {
  let [result, base] = [1n, mod(value)]
  for (let power = N - 2n; power > 0n; power >>= 1n) {
    if (power & 1n) result = mod(result * base)
    base = mod(base * base)
  }
  return result
}
const randomWord = (): Uint8Array => Uint8Array.from({ length: 32 }, () => int(255))

interface Signer {
  readonly secret: Uint8Array
  readonly publicKey: Uint8Array
}
const signerOf = (secret: Uint8Array): Signer => ({
  secret,
  publicKey: secp256k1.publicKeyCreate(secret, false),
})
const compactOf = (r: bigint, s: bigint): Uint8Array => Uint8Array.from([...bytesOf(r), ...bytesOf(s)])
const addressOf = ({ publicKey }: Signer) => bytesToHex(keccak(publicKey.subarray(1)).subarray(12))

/** Of a digest, with a number of its own where one is given: R is then that multiple of the generator. */
function sign(signer: Signer, digest: Uint8Array, nonce?: bigint): ClaimedSignature {
  const options = nonce === undefined ? {} : { noncefn: () => bytesOf(nonce) }
  const { signature, recid } = secp256k1.ecdsaSign(digest, signer.secret, options)
  return { digest, signature: { compact: signature, recovery: recid as 0 | 1 }, publicKey: signer.publicKey }
}

/** What recovery says of one claim. */
function isGenuine({ digest, signature, publicKey }: ClaimedSignature): boolean {
  try {
    const recovered = secp256k1.ecdsaRecover(signature.compact, signature.recovery, digest, false)
    return bytesToHex(recovered) === bytesToHex(publicKey)
  } catch {
    return false
  }
}

const signers = Array.from({ length: 40 }, () => signerOf(randomWord()))
const anySigner = (): Signer => signers[int(signers.length - 1)]!
const goodClaims = (count: number): ClaimedSignature[] =>
  Array.from({ length: count }, () => sign(anySigner(), randomWord()))

const { url, missing } = buildAddon() as { url?: URL; missing?: string }
if (missing !== undefined)
  process.stderr.write(
    `NOT TESTED: batches of signatures, since this machine cannot build them: ${missing}\n`,
  )

describe.runIf(url !== undefined)('a batch of signatures', () => {
  const addon = () => createRequire(import.meta.url)(fileURLToPath(url!)) as SignatureAddon
  const check = url === undefined ? () => false : createBatchCheck(addon())
  const recoverKey = url === undefined ? recoverKeyByNpm : createKeyRecovery(addon())
  const native = { areGenuine: check, recoverKey }

  it('is genuine exactly if every one of its signatures is', () => {
    for (const count of [1, 2, 3, 7, 30, 64, 87, 88, 89, 200, 256]) {
      const good = goodClaims(count)
      expect(check(good)).toBe(true)
      for (const at of new Set([0, int(count - 1), count - 1])) {
        const claims = good.with(at, { ...good[at]!, digest: randomWord() })
        expect([count, at, check(claims)]).toEqual([count, at, false])
      }
    }
  })

  it('judges a signature at every edge of its numbers as recovery does, alone and among others', () => {
    const small = [0n, 1n, 2n, 3n, 4n, 5n, 6n]
    const edges = [
      ...small,
      ...small.map((value) => value + N),
      HALF,
      HALF + 1n,
      N - 1n,
      P - N,
      P - 1n,
      P,
      (1n << 256n) - 1n,
    ]
    const good = goodClaims(5)
    const genuine = sign(anySigner(), randomWord())
    const [r, s] = [genuine.signature.compact.subarray(0, 32), genuine.signature.compact.subarray(32)]
    const cases: ClaimedSignature[] = []
    const add = (digest: Uint8Array, compact: Uint8Array, publicKey = genuine.publicKey) => {
      for (const recovery of [0, 1] as const)
        cases.push({ digest, signature: { compact, recovery }, publicKey })
    }
    for (const edge of edges) {
      add(genuine.digest, compactOf(edge, numberOf(s)))
      add(genuine.digest, compactOf(numberOf(r), edge))
      add(bytesOf(edge), genuine.signature.compact)
      for (const other of edges) {
        const compact = compactOf(edge, other)
        add(genuine.digest, compact)
        // Keys of the same numbers modulo n, R beyond n among them: they would make it genuine, were it in range.
        for (const id of [0, 1, 2, 3])
          try {
            const reduced = compactOf(mod(edge), mod(other))
            add(genuine.digest, compact, secp256k1.ecdsaRecover(reduced, id, genuine.digest, false))
          } catch {
            // There is none.
          }
      }
    }
    add(genuine.digest, compactOf(numberOf(r), N - numberOf(s)))
    for (let i = 0; i < 40; i += 1) add(genuine.digest, compactOf(numberOf(randomWord()), numberOf(s)))
    const met = { true: 0, false: 0 }
    for (const claim of cases) {
      const expected = isGenuine(claim)
      met[`${expected}`] += 1
      expect([claim, check([claim]), check([...good, claim])]).toEqual([claim, expected, expected])
      const { digest, signature } = claim
      expect([claim, recoverKey(digest, signature)]).toEqual([claim, recoverKeyByNpm(digest, signature)])
    }
    expect(met.true).toBeGreaterThan(20)
    expect(met.false).toBeGreaterThan(100)
  })

  it('may hold the same point many times, and its opposite', () => {
    const [one, minusOne, three] = [1n, N - 1n, 3n].map((secret) => signerOf(bytesOf(secret)))
    const [digest, zero] = [randomWord(), new Uint8Array(32)]
    const twice = sign(one!, digest)
    const claims = [
      ...[twice, twice, twice],
      // R is the generator, as the key is; its opposite; R shared by several keys and digests.
      ...[sign(one!, digest, 1n), sign(one!, zero, 1n), sign(minusOne!, digest, 1n), sign(three!, zero, 3n)],
      ...[sign(three!, digest, 3n), sign(three!, randomWord(), 3n), sign(one!, randomWord(), 3n)],
      ...[sign(minusOne!, zero, 2n), sign(one!, zero, N - 2n)],
    ]
    expect(claims.every((claim) => isGenuine(claim))).toBe(true)
    for (const many of [claims, Array.from({ length: 20 }, () => claims).flat()]) {
      expect(check(many)).toBe(true)
      many.slice(0, claims.length).forEach((claim, at) => {
        const turned = { ...claim.signature, recovery: (1 - claim.signature.recovery) as 0 | 1 }
        expect(check(many.with(at, { ...claim, signature: turned }))).toBe(false)
      })
    }
  })

  it('is not genuine with two forgeries that cancel each other out, which equal weights would not see', () => {
    const { publicKey } = anySigner()
    // Made without the secret: the terms of the key and of the generator are zero in the sum of the two.
    const forgeries = Array.from({ length: 20 }, (): ClaimedSignature[] => {
      const [z1, z2, k1, k2] = [randomWord(), randomWord(), randomWord(), randomWord()].map(numberOf)
      const [first, second] = [k1!, k2!].map((k) => secp256k1.publicKeyCreate(bytesOf(mod(k)), false))
      const [r1, r2] = [first!, second!].map((point) => mod(numberOf(point.subarray(1, 33))))
      const s1 = mod((z1! - z2! * r1! * inverse(r2!)) * inverse(k1! + k2!))
      const s2 = mod(-r2! * s1 * inverse(r1!))
      const claim = (z: bigint, r: bigint, s: bigint, point: Uint8Array): ClaimedSignature => ({
        digest: bytesOf(z),
        signature: { compact: compactOf(r, s), recovery: (point[64]! & 1) as 0 | 1 },
        publicKey,
      })
      return [claim(z1!, r1!, s1, first!), claim(z2!, r2!, s2, second!)]
    })
    const equal = (signatures: Uint8Array, keys: Uint8Array, weights: Uint8Array): boolean =>
      addon().areGenuine(
        signatures,
        keys,
        weights.fill(0).map((_, at) => (at % 16 === 15 ? 1 : 0)),
      )
    const careless = createBatchCheck({ areGenuine: equal })
    for (const pair of forgeries) {
      expect(pair.map((claim) => isGenuine(claim))).toEqual([false, false])
      expect(careless([...goodClaims(3), ...pair])).toBe(true)
      for (let again = 0; again < 20; again += 1) expect(check([...goodClaims(3), ...pair])).toBe(false)
    }
  })

  it('is refused where its rows are no rows, and a weight of nothing proves nothing', () => {
    const rows = (count: number, bytes: number): Uint8Array => new Uint8Array(count * bytes)
    const { areGenuine } = addon()
    for (const [signatures, keys, weights] of [
      [rows(0, 98), rows(0, 65), rows(0, 16)],
      [rows(257, 98), rows(1, 65), rows(257, 16)],
      [rows(1, 97), rows(1, 65), rows(1, 16)],
      [rows(1, 98), rows(2, 65), rows(1, 16)],
      [rows(2, 98), rows(1, 65), rows(1, 16)],
      [new Uint16Array(98), rows(1, 65), rows(1, 16)],
      ['text', rows(1, 65), rows(1, 16)],
    ] as [Uint8Array, Uint8Array, Uint8Array][])
      expect(() => areGenuine(signatures, keys, weights)).toThrow('rows of 1 to 256')
    expect(() => (areGenuine as () => boolean)()).toThrow('rows of 1 to 256')
    const weightless = createBatchCheck({ areGenuine: (a, b, weights) => areGenuine(a, b, weights.fill(0)) })
    expect(weightless(goodClaims(4))).toBe(false)
  })

  it('[8.7] names the signers that recovery names, of orders changed in 32 ways among those that were not', () => {
    const keys = Array.from({ length: 6 }, (_, at) => testKey(0x40 + at))
    const order = (nonce: number): OrderRequest['order'] => ({
      time: 1_700_000_000_000, nonce, orderType: 'LIMIT', symbol: 'BTC-PERP', isBuy: true,
      size: '0.1', limitPrice: '40000', reduceOnly: false,
    }) // prettier-ignore
    const [together, alone] = [createSignerRecovery(keccak, native), createSignerRecovery(keccak)]
    const met = new Set<string>()
    for (let round = 0; round < 150; round += 1) {
      const jobs = Array.from({ length: 1 + int(80) }, (): ActionJob | undefined => {
        const key = keys[int(keys.length - 1)]!
        const whole = order(int(1_000_000))
        const signed = { order: whole, signature: key.signAction(signedActionOf(whole)) }
        const mutations = mutationsOf(int, key)
        const mutation = mutations[int(mutations.length - 1)]!
        const sent = prng.chance(round % 3 === 0 ? 0.02 : 0) ? mutation.apply(signed) : signed
        const canonical = canonicalSignature(sent.signature)
        if (sent !== signed) met.add(mutation.name)
        if (canonical === undefined) return undefined
        const { compact, recovery } = canonical
        const action = signedActionOf(sent.order)
        const signature = { compact, recovery }
        // Now and then another is expected than who signed.
        const likelySigner = prng.chance(0.001) ? keys[0]!.address : key.address
        return { kind: 'action', account: key.address, action, signature, likelySigner }
      }).filter((job) => job !== undefined)
      // As a verify thread does it, rows and all, against each by itself from its words.
      const actions = decodeJobs(encodeJobs(jobs), keccak)
      const findings = judgeActions(actions, keccak, together)
      expect(decodeFindings(encodeFindings(findings, actions), jobs)).toEqual(
        jobs.map((job) => judgeSignature(job, keccak, alone)),
      )
    }
    expect(met.size).toBeGreaterThan(20)
    expect(together.work.together).toBeGreaterThan(500)
    expect(together.work.failedBatches).toBeGreaterThan(3)
    expect(alone.work.together).toBe(0)
  })

  it('costs a bad signature its own signer: its messages are recovered alone for a while, the others go on together', () => {
    const recovery = createSignerRecovery(keccak, native)
    const [bad, ...others] = signers.slice(0, 9)
    const signed = (signer: Signer, digest = randomWord()): SignedDigest => {
      const { signature } = sign(signer, digest)
      return { digest, signature, likelySigner: addressOf(signer) }
    }
    const all = () => [bad!, ...others].map((signer) => signed(signer))
    recovery.signersOf(all())
    expect(recovery.work).toEqual({ together: 0, alone: 9, failedBatches: 0 })
    recovery.signersOf(all())
    expect(recovery.work).toEqual({ together: 9, alone: 9, failedBatches: 0 })
    const lie = { ...signed(others[0]!), likelySigner: addressOf(bad!) }
    expect(recovery.signersOf([lie, ...others.map((signer) => signed(signer))])[0]).toBe(
      addressOf(others[0]!),
    )
    expect(recovery.work).toEqual({ together: 9, alone: 18, failedBatches: 1 })
    for (let good = 0; good < PROBATION; good += 1) recovery.signersOf(all())
    expect(recovery.work).toEqual({ together: 9 + 8 * PROBATION, alone: 18 + PROBATION, failedBatches: 1 })
    recovery.signersOf(all())
    expect(recovery.work.alone).toBe(18 + PROBATION)
  })

  it('is recovered one by one as the library itself does it, whatever the bytes', () => {
    const met = { key: 0, none: 0 }
    for (let i = 0; i < 3_000; i += 1) {
      const { digest, signature } = sign(anySigner(), randomWord())
      const compact = Uint8Array.from(signature.compact)
      if (prng.chance(0.5)) compact[int(63)]! ^= 1 << int(7)
      const recovery = int(1) as 0 | 1
      const key = recoverKey(digest, { compact, recovery })
      expect([i, key]).toEqual([i, recoverKeyByNpm(digest, { compact, recovery })])
      met[key ? 'key' : 'none'] += 1
    }
    expect(met.key).toBeGreaterThan(1_000)
    expect(met.none).toBeGreaterThan(300)
    const rows = (bytes: number): Uint8Array => new Uint8Array(bytes).fill(1)
    for (const [digest, compact, recovery, key] of [
      [rows(31), rows(64), 0, rows(65)],
      [rows(64), rows(64), 0, rows(65)],
      [rows(32), rows(65), 0, rows(65)],
      [rows(32), rows(64), 2, rows(65)],
      [rows(32), rows(64), -1, rows(65)],
      [rows(32), rows(64), '0', rows(65)],
      [rows(32), rows(64), 0, rows(64)],
      [new Uint16Array(16), rows(64), 0, rows(65)],
    ] as [Uint8Array, Uint8Array, number, Uint8Array][])
      expect(() => addon().recoverKey(digest, compact, recovery, key)).toThrow('takes a digest')
    expect(() => (addon().recoverKey as () => boolean)()).toThrow('takes a digest')
  })
})

describe('signers without batches', () => {
  it('are recovered one by one, whichever signer was expected', () => {
    const recovery = createSignerRecovery(keccak)
    const claims = goodClaims(20)
    const expected = claims.map(({ publicKey }) => addressOf({ publicKey } as Signer))
    const signed = claims.map((claim, at) => ({ ...claim, likelySigner: expected[at % 3]! }))
    for (let again = 0; again < 2; again += 1) expect(recovery.signersOf(signed)).toEqual(expected)
    expect(recovery.work).toEqual({ together: 0, alone: 40, failedBatches: 0 })
  })

  it('stay so where fewer wait than a batch has, or no signer is expected', () => {
    const calls: number[] = []
    const recovery = createSignerRecovery(keccak, {
      areGenuine: (claims) => calls.push(claims.length) > 0,
    })
    const claims = goodClaims(TOGETHER_MIN)
    const signed = claims.map((claim) => ({
      ...claim,
      likelySigner: addressOf({ publicKey: claim.publicKey } as Signer),
    }))
    recovery.signersOf(signed)
    recovery.signersOf(signed.slice(1))
    recovery.signersOf(claims)
    expect(calls).toEqual([])
    recovery.signersOf(signed)
    expect(calls).toEqual([TOGETHER_MIN])
  })

  it('stay so where the addon is absent or cannot tell good from bad', () => {
    const folder = mkdtempSync(join(tmpdir(), 'vest-addon-'))
    try {
      const load = (name: string, code: string) => {
        writeFileSync(join(folder, name), code)
        return loadSignatureAddon(pathToFileURL(join(folder, name)).href)
      }
      expect(load('yes.cjs', 'exports.areGenuine = () => true')).toBe('the addon judges signatures wrongly')
      expect(load('no.cjs', 'exports.areGenuine = () => false')).toBe('the addon judges signatures wrongly')
      if (url !== undefined) {
        const but = (recoverKey: string): string =>
          `const real = require(${JSON.stringify(fileURLToPath(url))})\n` +
          `exports.areGenuine = real.areGenuine\nexports.recoverKey = ${recoverKey}`
        const wrong = 'the addon judges signatures wrongly'
        expect(load('real.cjs', but('real.recoverKey'))).toHaveProperty('recoverKey')
        expect(load('never.cjs', but('() => false'))).toBe(wrong)
        expect(load('any.cjs', but('(d, c, r, key) => { key.fill(4); return true }'))).toBe(wrong)
      }
      expect(load('broken.node', 'no addon')).toMatch(/broken\.node/)
      expect(loadSignatureAddon(pathToFileURL(join(folder, 'absent.node')).href)).toMatch(/absent\.node/)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
