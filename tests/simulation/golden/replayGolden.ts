/**
 * Replays every golden life with the engine alone and prints its seed and the hash of its state: a program of its own,
 * because a process is told at its start how V8 is to run it. Its argument is the root of the tree.
 */
import { apply, createExchange, encodeState } from '@vest/engine'
import { timeMs } from '@vest/protocol'
import { decodeCommand, readJournal, stateHash } from '@vest/runtime'
import { openGoldenLife, readGoldenLives } from './goldenLife.ts'

const root = process.argv[2]!
for (const life of readGoldenLives(root)) {
  const exchange = createExchange()
  const { journal } = openGoldenLife(root, life)
  let seq = 0
  for (const group of readJournal({ storage: journal, fromSeq: 1, toSeq: life.seq }))
    for (const { kind, payload } of group.commands)
      apply(exchange, { seq: ++seq, timeMs: timeMs(group.timeMs), command: decodeCommand(kind, payload) })
  process.stdout.write(`${life.seed} ${stateHash(encodeState(exchange))}\n`)
}
