/** The form of the guardrails asks for what is typed, and for nothing that is no limit. */
import { usd6 } from '@vest/protocol'
import { describe, expect, it } from 'vitest'
import { draftOf, faultyFields, pendingFields, requestOf } from './guardrailForm.ts'

const EMPTY = draftOf({})

describe('the form of the guardrails', () => {
  it('comes back as it was set', () => {
    const draft = draftOf({
      dailyStop: usd6(250_500_000),
      leverageMax: 5,
      coolDown: { loss: usd6(100_000_000), minutes: 30 },
    })
    expect(draft).toEqual({
      dailyStop: '250.5',
      sizeMax: '',
      leverageMax: '5',
      coolDownLoss: '100',
      coolDownMinutes: '30',
    })
    expect(requestOf(draft)).toEqual({
      dailyStop: '250.5',
      sizeMax: null,
      leverageMax: 5,
      coolDown: { loss: '100', minutes: 30 },
    })
    expect(requestOf(EMPTY)).toEqual({ dailyStop: null, sizeMax: null, leverageMax: null, coolDown: null })
  })

  it('names the field of which no limit can be made', () => {
    expect(faultyFields(EMPTY)).toEqual([])
    expect(faultyFields({ ...EMPTY, dailyStop: '0', leverageMax: '0' })).toEqual(['dailyStop', 'leverageMax'])
    expect(faultyFields({ ...EMPTY, coolDownLoss: '5' })).toEqual(['coolDownMinutes'])
    expect(faultyFields({ ...EMPTY, coolDownLoss: '5', coolDownMinutes: '1441' })).toEqual([
      'coolDownMinutes',
    ])
  })

  it('tells what waits beside what holds', () => {
    const limits = { dailyStop: usd6(1_000_000), leverageMax: 5 }
    expect(pendingFields(limits, undefined)).toEqual({})
    expect(pendingFields(limits, { leverageMax: 10 })).toEqual({ dailyStop: '', leverageMax: '10' })
  })
})
