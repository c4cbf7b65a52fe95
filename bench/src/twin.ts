/**
 * `bench -- twin`: the engine against its twin, which does the same in bigint and in the most obvious way, on the same
 * recorded life. Both must end in the same state.
 */
import { apply, createExchange, type Exchange } from '@vest/engine'
import { engineDigest } from '../../tests/simulation/twin/engineDigest.ts'
import { createTwin, type Twin } from '../../tests/simulation/twin/twin.ts'
import type { BenchResult } from './benchResult.ts'
import { interleave, timed } from './interleave.ts'
import { recordLife } from './life.ts'

const OPS = 10_000
const SEED = 7
const WARM_UP_ROUNDS = 2

export async function benchTwin(print: (line: string) => void): Promise<BenchResult> {
  const life = recordLife(SEED, OPS)
  print(
    `a simulated life, ${life.length} commands, seed ${SEED}, 5 interleaved rounds after ${WARM_UP_ROUNDS} to warm up`,
  )
  let state: Exchange = createExchange()
  let twin: Twin = createTwin()
  const ratio = await interleave({
    print,
    names: ['engine', 'twin'],
    ops: life.length,
    warmUpRounds: WARM_UP_ROUNDS,
    ours: () => {
      state = createExchange()
      return timed(() => {
        for (const command of life) apply(state, command)
      })
    },
    peer: () => {
      twin = createTwin()
      return timed(() => {
        for (const command of life) twin.apply(command)
      })
    },
  })
  if (engineDigest(state) !== twin.digest()) throw new Error('engine and twin differ after the life')
  return { peer: 'the twin, the same rules in bigint', ratio }
}
