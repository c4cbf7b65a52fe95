/**
 * Answers on their way between threads, as numbers: nearly every one says either that all went well under the id that
 * the command itself brought, or a code. What says more goes along as it is.
 */
import type { Answer, Command } from '@vest/engine'
import type { ErrorCode, Id } from '@vest/protocol'

export interface AnswerRows {
  /** Three of each answer: ticket, sequence number, outcome. Nobody else's: its memory can be handed on. */
  readonly numbers: Float64Array
  /** Answers whose outcome is OTHER, in order. */
  readonly others: readonly Answer[]
}

const ROW = 3
/** Done, under the command's own id; above it, the code of a refusal. */
const DONE = 0
const OTHER = -1

export interface AnswerWriter {
  write(ticket: number, seq: number, answer: Answer, command: Command): void
  /** What was written since the last time. */
  take(): AnswerRows
}

export const idIn = (command: Command): Id | undefined => ('id' in command ? command.id : undefined)

export function createAnswerWriter(): AnswerWriter {
  let numbers: number[] = []
  let others: Answer[] = []
  return {
    write(ticket, seq, answer, command) {
      const outcome = outcomeOf(answer, command)
      if (outcome === OTHER) others.push(answer)
      numbers.push(ticket, seq, outcome)
    },
    take() {
      const rows = { numbers: Float64Array.from(numbers), others }
      numbers = []
      others = []
      return rows
    },
  }
}

function outcomeOf(answer: Answer, command: Command): number {
  if (!answer.ok) return answer.code
  const { id, ids, triggerTimeMs } = answer
  const isPlain = id !== undefined && ids === undefined && triggerTimeMs === undefined
  return isPlain && id === idIn(command) ? DONE : OTHER
}

/** `idOf` gives the id that the command of a ticket brought, where it brought one. */
export function readAnswers(
  { numbers, others }: AnswerRows,
  idOf: (ticket: number) => Id | undefined,
  onAnswer: (ticket: number, seq: number, answer: Answer) => void,
): void {
  let next = 0
  for (let at = 0; at < numbers.length; at += ROW) {
    const ticket = numbers[at]!
    const outcome = numbers[at + 2]!
    const answer: Answer =
      outcome === OTHER
        ? others[next++]!
        : outcome === DONE
          ? { ok: true, id: idOf(ticket)! }
          : { ok: false, code: outcome as ErrorCode }
    onAnswer(ticket, numbers[at + 1]!, answer)
  }
}
