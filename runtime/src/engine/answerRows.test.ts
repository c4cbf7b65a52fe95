import { REFUSAL } from '@vest/protocol'
import { expect, it } from 'vitest'
import type { Answer, Command } from '@vest/engine'
import type { ErrorCode, Id } from '@vest/protocol'
import { createAnswerWriter, idIn, readAnswers } from './answerRows.ts'

const id = (digit: string): Id => `0x${digit.repeat(64)}`
const cancel = (digit: string) => ({ kind: 'CancelOrder', id: id(digit) }) as Command
const cases: readonly (readonly [Command, Answer])[] = [
  [cancel('1'), { ok: true, id: id('1') }],
  [cancel('2'), { ok: false, code: REFUSAL.ORDER_NOT_FOUND as ErrorCode }],
  // With an id other than the command's, with additional fields, with fewer fields.
  [cancel('3'), { ok: true, id: id('4') }],
  [{ kind: 'CancelAllOrders' } as Command, { ok: true, ids: [id('5'), id('6')] }],
  [cancel('7'), { ok: true, id: id('7'), ids: [] }],
  [cancel('8'), { ok: true, id: id('8'), triggerTimeMs: 9 as never }],
  [{ kind: 'TickTimer' }, { ok: true }],
  [cancel('9'), { ok: true, id: id('9') }],
]

it('answers are restored unchanged, each once', () => {
  const writer = createAnswerWriter()
  cases.forEach(([command, answer], at) => writer.write(100 + at, 2 ** 40 + at, answer, command))
  const rows = structuredClone(writer.take())
  expect(rows.others).toHaveLength(5)
  const read: unknown[] = []
  readAnswers(
    rows,
    (ticket) => idIn(cases[ticket - 100]![0]),
    (ticket, seq, answer) => read.push([ticket, seq, answer]),
  )
  expect(read).toStrictEqual(cases.map(([, answer], at) => [100 + at, 2 ** 40 + at, answer]))
  expect(writer.take()).toEqual({ numbers: new Float64Array(), others: [] })
})
