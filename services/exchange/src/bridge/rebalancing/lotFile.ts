/**
 * Lots between vaults, on disk before each step: a start continues what the last one began. The vaults count their lots
 * themselves, so that a file that is lost or old moves nothing twice: what the chains say of a number holds.
 */
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Hex, Usd6 } from '@vest/protocol'
import { replaceFileSync } from '../../replaceFile.ts'

export interface Lot {
  readonly from: number
  readonly to: number
  /** Its number among those that left `from`. */
  readonly nonce: number
  readonly sizeUsd6: Usd6
  readonly plannedMs: number
  readonly deadlineMs: number
  /** VOID: it was never burned, and its time is over. */
  readonly state: 'PLANNED' | 'BURNED' | 'MADE' | 'VOID'
  readonly burnTxHash?: Hex
  readonly burnMs?: number
  readonly endMs?: number
}

export interface LotFile {
  lots(): readonly Lot[]
  isPaused(): boolean
  /** In place of the one with the same source, number and deadline; durable when it returns. */
  put(lot: Lot): void
  setPaused(isPaused: boolean): void
}

/** Those that are done, of which people are told. */
const KEPT_MAX = 100

const isSame = (a: Lot, b: Lot): boolean =>
  a.from === b.from && a.nonce === b.nonce && a.deadlineMs === b.deadlineMs

export const isOpen = ({ state }: Lot): boolean => state === 'PLANNED' || state === 'BURNED'
export const openLots = (file: Pick<LotFile, 'lots'>): readonly Lot[] => file.lots().filter(isOpen)

export function openLotFile(path: string): LotFile {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  let held: { readonly isPaused: boolean; readonly lots: readonly Lot[] } = existsSync(path)
    ? (JSON.parse(readFileSync(path, 'utf8')) as { isPaused: boolean; lots: Lot[] })
    : { isPaused: false, lots: [] }
  const save = (next: typeof held): void => {
    replaceFileSync(path, `${JSON.stringify(next, undefined, 1)}\n`)
    held = next
  }
  return {
    lots: () => held.lots,
    isPaused: () => held.isPaused,
    put(lot) {
      const others = held.lots.filter((each) => !isSame(each, lot))
      const done = others.filter((each) => !isOpen(each))
      const kept = new Set(done.slice(-KEPT_MAX))
      save({ ...held, lots: [...others.filter((each) => isOpen(each) || kept.has(each)), lot] })
    },
    setPaused: (isPaused) => save({ ...held, isPaused }),
  }
}
