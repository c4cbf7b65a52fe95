import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Hex } from '@vest/protocol'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { previousGeneration, replaceSavedState, restoreSavedState } from './savedState.ts'

const hash = (byte: string): Hex => `0x${byte.repeat(32)}`
const GENESIS = hash('a0')
const FINAL = hash('b1')
/** As anvil writes it, with a block whose parent is each of these. */
const dump = (...parents: readonly Hex[]): Buffer =>
  Buffer.from(JSON.stringify({ blocks: parents.map((parentHash) => ({ header: { parentHash } })) }))

describe('the generations of the saved chain', () => {
  let folder: string
  let file: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'vest-state-'))
    file = join(folder, 'state.json')
  })
  afterEach(() => rmSync(folder, { recursive: true }))
  const text = (path: string): string => readFileSync(path, 'utf8')

  it('a chain that still holds its first and its last final block replaces the one before, which is kept', async () => {
    await replaceSavedState(file, dump(GENESIS), [GENESIS])
    expect(existsSync(previousGeneration(file))).toBe(false)
    await replaceSavedState(file, dump(GENESIS, FINAL), [GENESIS, FINAL])
    expect(text(file)).toBe(dump(GENESIS, FINAL).toString())
    expect(text(previousGeneration(file))).toBe(dump(GENESIS).toString())
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  it('one that was reset, or set back behind what was final, replaces nothing', async () => {
    await replaceSavedState(file, dump(GENESIS, FINAL), [GENESIS])
    for (const lost of [dump(hash('cc'), FINAL), dump(GENESIS), dump()])
      await expect(replaceSavedState(file, lost, [GENESIS, FINAL])).rejects.toThrow(
        /no longer holds its block/,
      )
    // A transaction that carries the hash is no block.
    const quoted = Buffer.from(
      JSON.stringify({ input: GENESIS, blocks: [{ header: { parentHash: FINAL } }] }),
    )
    await expect(replaceSavedState(file, quoted, [GENESIS, FINAL])).rejects.toThrow(GENESIS)
    expect(text(file)).toBe(dump(GENESIS, FINAL).toString())
    expect(existsSync(previousGeneration(file))).toBe(false)
  })

  it.each([
    ['is cut off', '{"blocks":['],
    ['is of another chain', dump(hash('cc')).toString()],
    ['is empty', ''],
    ['is gone', undefined],
  ])('one that %s is followed by the generation before, and put aside', async (_, damaged) => {
    await replaceSavedState(file, dump(GENESIS), [GENESIS])
    await replaceSavedState(file, dump(GENESIS, FINAL), [GENESIS])
    rmSync(file)
    if (damaged !== undefined) writeFileSync(file, damaged)
    expect(await restoreSavedState(file, GENESIS)).toMatch(/continues from the save before/)
    expect(text(file)).toBe(dump(GENESIS).toString())
    expect(existsSync(`${file}.damaged`)).toBe(damaged !== undefined)
    expect(await restoreSavedState(file, GENESIS)).toBeUndefined()
  })

  it('nothing is touched where all is well, or where nothing is better', async () => {
    await replaceSavedState(file, dump(GENESIS), [GENESIS])
    expect(await restoreSavedState(file, GENESIS)).toBeUndefined()
    writeFileSync(file, 'damaged')
    expect(await restoreSavedState(file, GENESIS)).toBeUndefined()
    expect(text(file)).toBe('damaged')
  })
})
