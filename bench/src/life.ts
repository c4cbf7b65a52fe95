/**
 * A life of the exchange as the simulation lives it, recorded once: the commands that a benchmark executes again.
 * The workload listens to the engine, so that its cancels name live orders and its closes name positions.
 */
import { apply, createExchange, type SequencedCommand } from '@vest/engine'
import { createPrng } from '../../tests/simulation/prng.ts'
import { createWorkload } from '../../tests/simulation/workload.ts'

export function recordLife(seed: number, ops: number): readonly SequencedCommand[] {
  const workload = createWorkload(createPrng(seed))
  const state = createExchange()
  const commands: SequencedCommand[] = []
  const run = (step: Omit<SequencedCommand, 'seq'>): void => {
    const sequenced = { seq: commands.length + 1, ...step }
    commands.push(sequenced)
    workload.observe(apply(state, sequenced).events)
  }
  for (const step of workload.genesis()) run(step)
  for (let op = 0; op < ops; op += 1) run(workload.next())
  return commands
}
