import { describe, expect, it } from 'vitest'
import { CALL_LIST } from '../calls.ts'

describe('the example of a call', () => {
  it.each(CALL_LIST.map((call) => [call.name, call] as const))('%s fits its schemas', (_, call) => {
    const { params = {}, query = {}, body, answer } = call.example
    expect(call.answer.safeParse(answer).error).toBeUndefined()
    expect(body === undefined).toBe(call.body === undefined)
    if (call.body) expect(call.body.safeParse(body).error).toBeUndefined()
    expect(Object.keys(params)).toEqual(Object.keys(call.params ?? {}))
    const fields = Object.entries(call.query ?? {})
    expect(Object.keys(query).filter((name) => call.query?.[name] === undefined)).toEqual([])
    const required = fields.filter(([, { isRequired }]) => isRequired === true).map(([name]) => name)
    expect(required.filter((name) => query[name] === undefined)).toEqual([])
  })
})
