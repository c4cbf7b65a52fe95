import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { timeMs, type Address, type Hex } from '@vest/protocol'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createKeyRing, hashApiKey } from './keyRing.ts'
import { openKeyUses, type KeyUses } from './keyUses.ts'

const ACCOUNT: Address = `0x${'11'.repeat(20)}`
const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/156.0 Safari/537.36'

describe('uses of keys', () => {
  let dir: string
  let uses: KeyUses
  let keys: ReturnType<typeof createKeyRing>
  let nowMs = 1_000
  let troubles = 0
  const open = () => {
    keys = createKeyRing()
    for (const name of ['a', 'b'])
      keys.noteSession({
        account: ACCOUNT,
        networkType: 0,
        signer: `0x${'22'.repeat(20)}`,
        apiKeyHash: hashApiKey(name),
        proofSignature: '0x00' as Hex,
        verifyingContract: `0x${'33'.repeat(20)}`,
        expiryTimeMs: timeMs(90_000),
        createTimeMs: timeMs(1_000),
      })
    uses = openKeyUses({ dir, keys, nowMs: () => timeMs(nowMs), onTrouble: () => (troubles += 1) })
  }
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'vest-keys-'))
    troubles = 0
    open()
  })
  afterEach(async () => {
    await uses.stop()
    await rm(dir, { recursive: true })
  })
  const made = (name: string, address = '203.0.113.77', browser = CHROME) =>
    uses.noteMade({ account: ACCOUNT, apiKeyHash: hashApiKey(name) }, { address, browser })
  const use = (name: string, address: string) => keys.noteUse(keys.holderOf(name)!, timeMs(nowMs), address)

  it('tell network, browser and time over a restart, and no whole address', async () => {
    made('a')
    made('b', '2001:db8:1:2:3::9', '')
    nowMs = 5_000
    use('a', '198.51.100.4')
    const told = {
      [hashApiKey('a')]: {
        madeFrom: '203.0.113.0/24',
        browser: 'Chrome, Linux',
        usedMs: 5_000,
        usedFrom: '198.51.100.0/24',
      },
      [hashApiKey('b')]: { madeFrom: '2001:db8:1:2::/64' },
    }
    expect(await uses.of(ACCOUNT)).toEqual(told)
    await uses.stop()
    const [file] = await readdir(dir)
    expect(await readFile(join(dir, file!), 'utf8')).not.toMatch(/203\.0\.113\.77|198\.51\.100\.4|Mozilla/)
    open()
    expect(await uses.of(ACCOUNT)).toEqual(told)
  })

  it('of a key that has ended are forgotten with the next writing', async () => {
    made('a')
    made('b')
    await uses.of(ACCOUNT)
    keys.noteRevoked(ACCOUNT, hashApiKey('a'))
    use('b', '198.51.100.4')
    await uses.look()
    const [file] = await readdir(dir)
    expect(Object.keys(JSON.parse(await readFile(join(dir, file!), 'utf8')) as object)).toEqual([
      hashApiKey('b'),
    ])
  })

  it('that were damaged begin anew', async () => {
    await writeFile(join(dir, `${ACCOUNT}.json`), '{"0x')
    expect(await uses.of(ACCOUNT)).toEqual({})
    expect(troubles).toBe(1)
    made('a')
    expect(Object.keys(await uses.of(ACCOUNT))).toEqual([hashApiKey('a')])
  })
})
