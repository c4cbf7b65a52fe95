/**
 * A golden life: a short journal from the simulation's workload, with the state hash that its version computed and a
 * snapshot from its middle. Every version of the same rules must read both and come to the same hash.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import {
  createSimulatedStorage,
  type SimulatedStorage,
} from '../../../runtime/src/testing/simulatedStorage.ts'

export interface GoldenLife {
  readonly seed: number
  readonly seq: number
  readonly hash: string
  /** Files of `journal` and of `snapshots`, each as `name.gz`. */
  readonly journal: readonly string[]
  readonly snapshots: readonly string[]
}

export const GOLDEN_FOLDER = join('tests', 'simulation', 'golden', 'lives')
export const GOLDEN_LIST = join(GOLDEN_FOLDER, 'lives.json')

export const goldenFile = (life: Pick<GoldenLife, 'seed'>, name: string): string =>
  join(GOLDEN_FOLDER, `${life.seed}-${name}.gz`)

export const readGoldenLives = (root: string): readonly GoldenLife[] =>
  JSON.parse(readFileSync(join(root, GOLDEN_LIST), 'utf8')) as GoldenLife[]

/** The files of a life on disks in memory, so that nothing that reads them can change them. */
export function openGoldenLife(
  root: string,
  life: GoldenLife,
): { readonly journal: SimulatedStorage; readonly snapshots: SimulatedStorage } {
  const disk = (names: readonly string[]): SimulatedStorage =>
    createSimulatedStorage(
      new Map(names.map((name) => [name, gunzipSync(readFileSync(join(root, goldenFile(life, name))))])),
    )
  return { journal: disk(life.journal), snapshots: disk(life.snapshots) }
}
