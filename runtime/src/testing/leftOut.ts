/** Tests with requirements that not every machine meets: such a part reports what it needs, and is skipped. */
import { spawnSync } from 'node:child_process'

/** Returns `isThere`, and reports on standard error if it is false. */
export function leftOut(what: string, isThere: boolean, needs: string): boolean {
  if (!isThere) process.stderr.write(`NOT TESTED: ${what}, which needs ${needs}\n`)
  return isThere
}

export const canTrace = (): boolean => spawnSync('strace', ['-V']).status === 0
