/**
 * Keeps what an exchange said while it lived, and judges every next life by it: what was acknowledged is in the
 * journal, once and in its place; what was left open is there once or not at all; nothing is there that was
 * not sent; time never goes back and no hour is charged twice; and the state is that of an exchange that was never
 * stopped. It reads the journal by itself and applies it to an exchange of its own, which sees no snapshot.
 */
import { createHash } from 'node:crypto'
import { apply, createExchange, encodeState, type Answer, type Command } from '@vest/engine'
import { timeMs } from '@vest/protocol'
import { createCommandEncoder, decodeCommand, readJournal, type Storage } from '@vest/runtime'

export interface Acknowledged {
  readonly seq: number
  readonly command: Command
  readonly answer: Answer
}

export interface Witness {
  acknowledge(one: Acknowledged): void
  /** No answer came: it may have been executed or not. */
  leaveOpen(command: Command): void
  /** After a start that says it stands at `seq` with this state hash; what it returns are violations. */
  judge(storage: Storage, stated: { readonly seq: number; readonly hash: string }): string[]
  /** Of what was left open at the last end: what was executed after all, as the journal shows. */
  readonly executed: readonly Acknowledged[]
  readonly hash: string
  readonly seq: number
}

export function createWitness(comparesStates: boolean): Witness {
  const exchange = createExchange()
  const encode = createCommandEncoder()
  const textOf = (command: Command): string => {
    const { kind, payload } = encode(command)
    return `${kind} ${payload.toString('latin1')}`
  }
  let acknowledged = new Map<number, Acknowledged>()
  let open: Command[] = []
  let executed: Acknowledged[] = []
  let seq = 0
  let lastTimeMs = 0
  let lastHourMs = -1
  const said = new Set<number>()
  const findings: string[] = []

  const judgeOne = (at: number, atMs: number, command: Command): void => {
    const text = textOf(command)
    const known = acknowledged.get(at)
    if (atMs < lastTimeMs) findings.push(`time goes back at command ${at}`)
    lastTimeMs = atMs
    if (command.kind === 'TickFunding') {
      if (command.hourMs <= lastHourMs) findings.push(`an hour was charged twice at command ${at}`)
      lastHourMs = command.hourMs
    }
    const { answer } = apply(exchange, { seq: at, timeMs: timeMs(atMs), command })
    if (known !== undefined) {
      acknowledged.delete(at)
      if (textOf(known.command) !== text) findings.push(`command ${at} is another than the acknowledged one`)
      if (JSON.stringify(known.answer) !== JSON.stringify(answer))
        findings.push(`command ${at} was answered differently`)
      return
    }
    const place = open.findIndex((candidate) => textOf(candidate) === text)
    if (place >= 0) executed.push({ seq: at, command: open.splice(place, 1)[0]!, answer })
    else if (command.kind !== 'TickTimer' && command.kind !== 'TickFunding')
      findings.push(`command ${at} (${command.kind}) was not sent, or is there twice`)
  }

  return {
    acknowledge(one) {
      if (said.has(one.seq)) findings.push(`command ${one.seq} was acknowledged twice`)
      said.add(one.seq)
      acknowledged.set(one.seq, one)
    },
    leaveOpen: (command) => void open.push(command),
    judge(storage, stated) {
      executed = []
      if (stated.seq < seq)
        findings.push(`command ${stated.seq + 1} is lost, although an earlier life had found it`)
      else
        for (const group of readJournal({ storage, fromSeq: seq + 1, toSeq: stated.seq }))
          for (const [place, record] of group.commands.entries()) {
            const at = group.firstSeq + place
            if (at <= seq) continue
            judgeOne(at, group.timeMs, decodeCommand(record.kind, record.payload))
            seq = at
          }
      for (const at of acknowledged.keys()) findings.push(`acknowledged command ${at} is lost`)
      acknowledged = new Map()
      open = []
      if (comparesStates && stated.hash !== hashOf(exchange))
        findings.push(`the state after command ${stated.seq} is another than that of one who never stopped`)
      return findings.splice(0)
    },
    get executed() {
      return executed
    },
    get hash() {
      return hashOf(exchange)
    },
    get seq() {
      return seq
    },
  }
}

const hashOf = (exchange: ReturnType<typeof createExchange>): string =>
  createHash('sha256').update(encodeState(exchange)).digest('hex')
