import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ratio4, type Id, type VerdictBody } from '@vest/protocol'
import { addressOf, keccak256, signDigest } from '@vest/sdk'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { openCapital } from '../../core/engine/src/testing/capitalWorld.ts'
import { createSim, INDEX } from '../../core/engine/src/testing/simWorld.ts'
import { AAPL, placeOrder } from '../../core/engine/src/testing/world.ts'
import { signedVerdict, verdictBodyOf } from '../../services/exchange/src/capital/verdictCertificate.ts'
import { keepVerdictRows } from '../../tests/simulation/verdictRows.ts'
import { main } from './verdict.ts'

const KEY = `0x${'5a'.repeat(32)}` as Id
const SIGNER = { address: addressOf(KEY), sign: (digest: Uint8Array) => signDigest(digest, KEY) }
const OTHER = `0x${'11'.repeat(20)}`

/** An evaluation that buys, and loses more than its drawdown allows. */
function breachedBody(): VerdictBody {
  const { world, owner } = createSim()
  const { rows, ended } = keepVerdictRows(world)
  const trader = openCapital(world, owner, {
    stage: 'EVAL',
    goalRatio: ratio4(1_000),
    minTradingDays: 0,
    maxDailyLossRatio: ratio4(100),
    maxDrawdownRatio: ratio4(100),
  })
  world.run(placeOrder(world, 900_000, { trader, spec: AAPL, side: 'buy', order: { size: 1_000_000 } }))
  // The timer keeps the trail of the index.
  world.run({ kind: 'TickTimer' }, 1_000)
  let index = INDEX
  while (!ended.has(trader.address)) world.prices({ AAPL: (index -= 100) }, 1_000)
  return verdictBodyOf(rows.get(trader.address)!)!
}

describe('npm run verdict', () => {
  let dir: string
  let body: VerdictBody
  let text: string
  let written: string
  beforeAll(() => {
    dir = mkdtempSync(join(tmpdir(), 'vest-verdict-'))
    body = breachedBody()
    text = signedVerdict(body, SIGNER, keccak256)
  })
  afterEach(() => vi.restoreAllMocks())
  afterAll(() => rmSync(dir, { recursive: true }))

  function run(content: string | undefined, ...options: string[]): number {
    const file = join(dir, content === undefined ? 'none.json' : 'verdict.json')
    if (content !== undefined) writeFileSync(file, content)
    return runWith(file, ...options)
  }
  function runWith(...argv: string[]): number {
    written = ''
    const note = (part: unknown): true => {
      written += String(part)
      return true
    }
    vi.spyOn(process.stdout, 'write').mockImplementation(note)
    vi.spyOn(process.stderr, 'write').mockImplementation(note)
    return main(argv)
  }

  it('prints the verdict, the inequality and the key, and exits with 0', () => {
    expect(run(text)).toBe(0)
    expect(written).toContain('the same verdict: MAX_DRAWDOWN\n')
    expect(written).toMatch(/^equity \d+\.\d{6} <= 99000\.000000$/m)
    expect(written).toMatch(/^\d+\.\d{6} at the marks before$/m)
    expect(written).toMatch(
      /^AAPL-USD-PERP \d+\.\d\d, before \d+\.\d\d, index \d+\.\d\d to \d+\.\d\d in the 5 minutes before$/m,
    )
    expect(written).toContain('from 1 fills, 0 payments of funding, 1 days\n')
    expect(written).toContain(`signed by ${SIGNER.address}\n`)
    expect(run(text, '--signer', SIGNER.address)).toBe(0)
  })

  it('exits with 1 for a changed byte, another key, and entries that lead elsewhere', () => {
    const at = text.indexOf('"fee"') + 7
    expect(run(`${text.slice(0, at)}${(Number(text[at]) + 1) % 10}${text.slice(at + 1)}`)).toBe(1)
    expect(written).toBe('altered: this is not what was signed\n')
    expect(run(text, '--signer', OTHER)).toBe(1)
    expect(written).toBe('signed by another key than the one named\n')
    expect(run(signedVerdict({ ...body, fills: [] }, SIGNER, keccak256))).toBe(1)
    expect(written).toBe('signed, but its own entries lead elsewhere: balance, positions\n')
  })

  it('exits with 2 without a file or with an unreadable one, and says how it is used', () => {
    expect(runWith()).toBe(2)
    expect(written).toContain('Usage: npm run verdict -- FILE')
    expect(run(text, '--signer')).toBe(2)
    expect(run(undefined)).toBe(2)
    expect(written).toContain('cannot be read')
    expect(runWith('--help')).toBe(0)
  })
})
