/**
 * The memory of the devnet chain on disk. anvil keeps a chain in memory and would write it only when it
 * ends, so we ask for its state whenever something must not be lost, and put it down in one piece. What it holds is
 * looked at before it replaces what was saved (`savedState.ts`).
 */
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { Hex } from '@vest/protocol'
import { jsonRpc } from './jsonRpc.ts'
import { replaceSavedState } from './savedState.ts'

const unzip = promisify(gunzip)

interface Head {
  readonly hash: Hex
  readonly parentHash: Hex
}

export interface DurableState {
  /** The chain as it was loaded is the one to continue: called once, before the first save of a later start. */
  expect(genesisHash: Hex): Promise<void>
  /** Resolves when everything the chain held at the time of the call is on disk. */
  ensure(): Promise<void>
}

export function createDurableState(options: {
  readonly file: string
  readonly rpcUrl: () => string
}): DurableState {
  let genesisHash: Hex | undefined
  let savedHash: Hex | undefined
  /** Final at the last save: two blocks are final here, so the one before that head. */
  let finalHash: Hex | undefined
  let running: Promise<void> | undefined
  let following: Promise<void> | undefined

  const headBlock = (): Promise<Head> =>
    jsonRpc<Head>(options.rpcUrl(), 'eth_getBlockByNumber', ['latest', false])

  async function save(): Promise<void> {
    const head = await headBlock()
    if (head.hash === savedHash) return
    const dump = await jsonRpc<Hex>(options.rpcUrl(), 'anvil_dumpState')
    const required = [genesisHash, finalHash].filter((hash) => hash !== undefined)
    await replaceSavedState(options.file, await unzip(Buffer.from(dump.slice(2), 'hex')), required)
    savedHash = head.hash
    finalHash = head.parentHash
  }

  function start(): Promise<void> {
    const mine = save().finally(() => {
      if (running === mine) running = undefined
    })
    running = mine
    return mine
  }

  return {
    expect: async (hash) => {
      genesisHash = hash
      finalHash = (await headBlock()).parentHash
    },
    ensure: () => {
      if (running === undefined) return start()
      // The one under way may have begun before the caller's block; waiting callers share the next.
      following ??= running.then(begin, begin)
      return following
    },
  }

  function begin(): Promise<void> {
    following = undefined
    return start()
  }
}
