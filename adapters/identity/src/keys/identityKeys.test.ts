import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createIdentityKeys, keyFromFile, readKeyText } from './identityKeys.ts'
import { seal, unseal } from './sealed.ts'

const keysOf = (n: number) => createIdentityKeys(new Uint8Array(32).fill(n))
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

describe('what is sealed', () => {
  it('opens with its key and label, and with a changed bit, another key or another label never', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 32, maxLength: 32 }),
        fc.string(),
        fc.uint8Array({ size: 'max', maxLength: 300 }),
        fc.nat(),
        (key, label, plain, at) => {
          const sealed = seal(key, label, plain)
          expect(hex(unseal(key, label, sealed))).toBe(hex(plain))
          const changed = sealed.slice()
          changed[at % changed.length]! ^= 1 << (at % 8)
          const other = key.slice()
          other[at % 32]! ^= 1
          expect(() => unseal(key, label, changed)).toThrow()
          expect(() => unseal(other, label, sealed)).toThrow()
          expect(() => unseal(key, `${label}.`, sealed)).toThrow()
          expect(() => unseal(key, label, sealed.subarray(0, 20))).toThrow()
        },
      ),
      { numRuns: 60 },
    )
  })

  it('differs each time', () => {
    const key = new Uint8Array(32)
    expect(hex(seal(key, 'a', new Uint8Array(4)))).not.toBe(hex(seal(key, 'a', new Uint8Array(4))))
  })
})

describe('keys of identity', () => {
  it('are the same of one key-encryption key, and no two purposes or keys share any', () => {
    const [one, again, other] = [keysOf(1), keysOf(1), keysOf(2)]
    const all = [one, other].flatMap((keys) => [
      hex(keys.lookup('email', 'a')),
      hex(keys.lookup('network', 'a')),
      hex(keys.codeMac('a', 'b', 'c')),
      hex(keys.refreshMac('a', 1, new Uint8Array(1))),
      hex(keys.deviceMac('a', 'b')),
      hex(keys.signingSeed),
      hex(keys.looseKey),
    ])
    expect(new Set(all).size).toBe(all.length)
    expect(hex(again.lookup('email', 'a'))).toBe(all[0])
  })

  it('macs know where one part ends and the next begins', () => {
    const keys = keysOf(1)
    expect(hex(keys.codeMac('ab', 'c', '1'))).not.toBe(hex(keys.codeMac('a', 'bc', '1')))
    expect(hex(keys.lookup('a', '1:b'))).not.toBe(hex(keys.lookup('a1', ':b')))
  })

  it('a data key opens for its own user and under its own key-encryption key alone', () => {
    const keys = keysOf(1)
    const { dataKey, wrapped } = keys.newDataKey('u1')
    expect(hex(keys.openDataKey('u1', wrapped))).toBe(hex(dataKey))
    expect(() => keys.openDataKey('u2', wrapped)).toThrow()
    expect(() => keysOf(2).openDataKey('u1', wrapped)).toThrow()
  })

  it('a file holds the key: made once, readable for its owner alone; what is no key is refused', () => {
    const folder = mkdtempSync(join(tmpdir(), 'vest-key-'))
    const path = join(folder, 'key')
    const made = keyFromFile(path)
    expect(made).toHaveLength(32)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(hex(keyFromFile(path))).toBe(hex(made))
    writeFileSync(path, 'short')
    expect(() => keyFromFile(path)).toThrow(/32 bytes/)
    expect(hex(readKeyText(Buffer.from(made).toString('base64')))).toBe(hex(made))
    rmSync(folder, { recursive: true })
  })
})
