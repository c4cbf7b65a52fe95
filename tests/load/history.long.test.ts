/**
 * The same history on a disk that now and then keeps a group for longer than its messages are valid: what is on its way
 * there must be neither absent nor late for anybody.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { describeHistory } from './describeHistory.ts'

const STALL_US = 5_000_000
/** Of the syncs of each thread: the first that stalls, and how many go by from one to the next. */
const STALLS = '100+200'

const canTrace = spawnSync('strace', ['-V']).status === 0
if (!canTrace) process.stderr.write('NOT TESTED: a history on a disk that stalls, which needs strace\n')

describe.runIf(canTrace)('a disk that stalls', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vest-stalls-'))
  const told = join(folder, 'syncs')
  afterAll(() => rmSync(folder, { recursive: true }))

  describeHistory({
    title: '[R6] a history on it',
    operations: 30_000,
    // The tracer stands beside the exchange, which keeps its place as our child.
    through: [
      ...['strace', '-D', '-f', '-A', '--seccomp-bpf', '-qq', '-o', told, '-e', 'trace=fdatasync'],
      ...['-e', `inject=fdatasync:delay_enter=${STALL_US}:when=${STALLS}`],
    ],
    halfMsMax: 600_000,
  })

  it('stalled time and again, before the power cut and after it', () => {
    expect(readFileSync(told, 'utf8').match(/\(DELAYED\)/g)?.length).toBeGreaterThan(5)
  })
})
