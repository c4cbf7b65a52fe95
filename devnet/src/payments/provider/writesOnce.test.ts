import { describe, expect, it, vi } from 'vitest'
import { ApiRefusal } from './apiAnswer.ts'
import { createWritesOnce } from './writesOnce.ts'

const PATH = ['refunds']
const DAY_S = 86_400

function scene() {
  let timeS = 0
  const write = vi.fn((): object => ({ id: `made_${write.mock.calls.length}` }))
  const onChange = vi.fn<() => void>()
  const writes = createWritesOnce({ books: { answers: {} }, nowS: () => timeS, write, onChange })
  return { writes, write, onChange, pass: (s: number) => (timeS += s) }
}

describe('a call that writes', () => {
  it('is done once under its key for a day, and without a key each time', () => {
    const { writes, write, onChange, pass } = scene()
    const first = { status: 200, body: { id: 'made_1' } }
    expect(writes.answer(PATH, { amount: '1' }, 'key')).toEqual(first)
    pass(DAY_S - 1)
    expect(writes.answer(PATH, { amount: '1' }, 'key')).toEqual({ ...first, isRepeated: true })
    expect(onChange).toHaveBeenCalledTimes(1)
    pass(1)
    expect(writes.answer(PATH, { amount: '1' }, 'key').body).toEqual({ id: 'made_2' })
    writes.answer(PATH, { amount: '1' }, undefined)
    writes.answer(PATH, { amount: '1' }, undefined)
    expect(write).toHaveBeenCalledTimes(4)
  })

  it('is refused under the key of another', () => {
    const { writes, write } = scene()
    writes.answer(PATH, { amount: '1' }, 'key')
    expect(() => writes.answer(PATH, { amount: '2' }, 'key')).toThrow('with the same parameters')
    expect(write).toHaveBeenCalledTimes(1)
  })

  it('keeps a refusal under its key, unless it is malformed', () => {
    const { writes, write } = scene()
    write.mockImplementationOnce(() => {
      throw new ApiRefusal(400, 'charge_disputed', 'The charge is disputed.')
    })
    expect(writes.answer(PATH, {}, 'refused').status).toBe(400)
    expect(writes.answer(PATH, {}, 'refused')).toMatchObject({ status: 400, isRepeated: true })
    write.mockImplementationOnce(() => {
      throw new ApiRefusal(400, 'parameter_missing', 'Missing.')
    })
    expect(() => writes.answer(PATH, {}, 'malformed')).toThrow('Missing.')
    expect(writes.answer(PATH, {}, 'malformed').status).toBe(200)
  })

  it('fails once where it has to, without being done, and under its key again', () => {
    const { writes, write } = scene()
    writes.failNext(500)
    expect(writes.answer(PATH, {}, 'key').status).toBe(500)
    expect(writes.answer(PATH, {}, 'key')).toMatchObject({ status: 500, isRepeated: true })
    expect(write).not.toHaveBeenCalled()
    expect(writes.answer(PATH, {}, 'other').status).toBe(200)
  })
})
