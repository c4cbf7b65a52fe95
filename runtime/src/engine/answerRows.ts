/**
 * Answers between threads, as numbers: nearly every answer is either a success with the command's own id, or a code.
 * Other answers are sent along as objects.
 */
import type { Answer, Command } from '@vest/engine'
import type { ErrorCode, Id } from '@vest/protocol'

export interface AnswerRows {
  /**
   * Three per answer: ticket, sequence number, outcome. Nothing else references them: their memory can be transferred.
   */
  readonly numbers: Float64Array
  /** Answers whose outcome is OTHER, in order. */
  readonly others: readonly Answer[]
}

const ROW = 3
/** Success, with the command's own id; above it, the code of a refusal. */
const DONE = 0
const OTHER = -1

export interface AnswerWriter {
  write(ticket: number, seq: number, answer: Answer, command: Command): void
  /** The answers written since the last call. */
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

/** `idOf` returns the id of the command with a ticket, if it had one. */
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
