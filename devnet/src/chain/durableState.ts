/**
 * The memory of the devnet chain on disk. anvil keeps a chain in memory and would write it only when it
 * ends, so we ask for its state whenever something must not be lost, and put it down in one piece.
 */
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { Hex } from '@vest/protocol'
import { writeDurably } from './durableFile.ts'
import { jsonRpc } from './jsonRpc.ts'

const unzip = promisify(gunzip)

export interface DurableState {
  /** Resolves when everything the chain held at the time of the call is on disk. */
  ensure(): Promise<void>
}

export function createDurableState(options: {
  readonly file: string
  readonly rpcUrl: () => string
}): DurableState {
  let savedHash: Hex | undefined
  let running: Promise<void> | undefined
  let following: Promise<void> | undefined

  async function save(): Promise<void> {
    const url = options.rpcUrl()
    const head = await jsonRpc<{ hash: Hex }>(url, 'eth_getBlockByNumber', ['latest', false])
    if (head.hash === savedHash) return
    const dump = await jsonRpc<Hex>(url, 'anvil_dumpState')
    await writeDurably(options.file, await unzip(Buffer.from(dump.slice(2), 'hex')), 0o600)
    savedHash = head.hash
  }

  function start(): Promise<void> {
    const mine = save().finally(() => {
      if (running === mine) running = undefined
    })
    running = mine
    return mine
  }

  return {
    ensure: () => {
      if (running === undefined) return start()
      // The one under way may have begun before the caller's block; whoever waits shares the next.
      following ??= running.then(begin, begin)
      return following
    },
  }

  function begin(): Promise<void> {
    following = undefined
    return start()
  }
}
