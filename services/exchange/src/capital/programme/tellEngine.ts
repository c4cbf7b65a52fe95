/** A command of the programme: what the engine refuses comes back with a sentence that helps. */
import type { Command } from '@vest/engine'
import { OutsideUnavailableError, type OutsideRefusal } from '@vest/runtime'
import type { Edge } from '../../edge.ts'
import { submit } from '../../engineCalls.ts'
import { isRefusal } from '../../refusal.ts'
import { no } from './outsideRefusal.ts'

/** `sentences`: by code; one without a sentence has that of the error table. Undefined: it is done. */
export type TellEngine = (
  command: Command,
  sentences: Readonly<Partial<Record<number, string>>>,
) => Promise<OutsideRefusal | undefined>

export const tellEngine =
  (edge: Pick<Edge, 'engine'>): TellEngine =>
  async (command, sentences) => {
    const submitted = await submit(edge, command)
    if (isRefusal(submitted)) throw new OutsideUnavailableError(submitted.message)
    const { answer } = submitted
    return answer.ok ? undefined : no(answer.code, sentences[answer.code])
  }
