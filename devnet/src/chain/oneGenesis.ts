/**
 * Every anvil that continues a chain first makes a genesis block of its own, and its dumps hold both, in no
 * order: the next one would take either for the first block of the chain. The chain's own is the oldest.
 * Done before a start and not at each save, because it reads the whole state.
 */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { writeDurably } from './durableFile.ts'

interface DumpedState {
  readonly blocks?: readonly { readonly header: { readonly number: string; readonly timestamp: string } }[]
}

/** The state with one block 0, or undefined if it has no other. */
export function withOneGenesis(state: DumpedState): DumpedState | undefined {
  const { blocks = [] } = state
  const geneses = blocks.filter(({ header }) => Number(header.number) === 0)
  if (geneses.length < 2) return undefined
  const oldest = geneses.reduce((a, b) => (Number(b.header.timestamp) < Number(a.header.timestamp) ? b : a))
  return { ...state, blocks: blocks.filter((block) => Number(block.header.number) !== 0 || block === oldest) }
}

/** Makes a saved state ready to be continued. */
export async function keepOneGenesis(stateFile: string): Promise<void> {
  if (!existsSync(stateFile)) return
  const cleaned = withOneGenesis(JSON.parse(await readFile(stateFile, 'utf8')) as DumpedState)
  if (cleaned) await writeDurably(stateFile, JSON.stringify(cleaned), 0o600)
}
