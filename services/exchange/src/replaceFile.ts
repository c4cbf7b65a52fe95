/**
 * A file replaced as a whole: a reader, and a start after a crash, finds the former text or the new one. Only the owner of
 * the data may read it. Resolved, or returned, the new text is on the disk.
 */
import { renameSync, writeFileSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'

const HOW = { mode: 0o600, flush: true } as const

export async function replaceFile(path: string, text: string): Promise<void> {
  await writeFile(`${path}.next`, text, HOW)
  await rename(`${path}.next`, path)
}

export function replaceFileSync(path: string, text: string): void {
  writeFileSync(`${path}.next`, text, HOW)
  renameSync(`${path}.next`, path)
}
