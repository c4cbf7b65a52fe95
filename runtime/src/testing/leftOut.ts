/** Tests that need what not every machine has: such a part says what it needs, and is left out. */
import { spawnSync } from 'node:child_process'

/** `isThere`, said on standard error where it is not. */
export function leftOut(what: string, isThere: boolean, needs: string): boolean {
  if (!isThere) process.stderr.write(`NOT TESTED: ${what}, which needs ${needs}\n`)
  return isThere
}

export const canTrace = (): boolean => spawnSync('strace', ['-V']).status === 0
