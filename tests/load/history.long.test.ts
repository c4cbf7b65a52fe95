/**
 * The same history on a disk that now and then keeps a group for longer than its messages are valid: what is on its way
 * there must be neither absent nor late for any client.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { canTrace, leftOut } from '../../runtime/src/testing/leftOut.ts'
import { describeHistory } from './describeHistory.ts'

const STALL_US = 5_000_000
/** Of the syncs of each thread: the first that stalls, and how many go by from one to the next. */
const STALLS = '100+200'

const folder = mkdtempSync(join(tmpdir(), 'vest-stalls-'))
const told = join(folder, 'syncs')
afterAll(() => rmSync(folder, { recursive: true }))

describe.runIf(leftOut('a history on a disk that stalls', canTrace(), 'strace'))('a disk that stalls', () => {
  describeHistory({
    title: '[R6] a history on it',
    // The tracer stands beside the exchange, which keeps its place as our child.
    through: [
      ...['strace', '-D', '-f', '-A', '--seccomp-bpf', '-qq', '-o', told, '-e', 'trace=fdatasync'],
      ...['-e', `inject=fdatasync:delay_enter=${STALL_US}:when=${STALLS}`],
    ],
    halfMsMax: 600_000,
  })

  it('stalled time and again', () => {
    expect(readFileSync(told, 'utf8').match(/\(DELAYED\)/g)?.length).toBeGreaterThan(5)
  })
})
