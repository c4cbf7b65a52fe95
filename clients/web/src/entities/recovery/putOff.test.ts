import { describe, expect, it } from 'vitest'
import { memoryStorage } from '../../testing/memoryStorage.ts'
import { createPutOff } from './putOff.ts'

const MIRA = `0x${'11'.repeat(20)}`

describe('putting off a way back in', () => {
  it('lasts over a reload of the tab, for its account', () => {
    const storage = memoryStorage()
    const before = createPutOff(storage)
    expect(before.use.getState().account).toBeUndefined()
    before.putOff(MIRA)
    expect(before.use.getState().account).toBe(MIRA)
    expect(createPutOff(storage).use.getState().account).toBe(MIRA)
  })

  it('ends with the sign-in, so that the next login asks again', () => {
    const storage = memoryStorage()
    const visit = createPutOff(storage)
    visit.putOff(MIRA)
    visit.forget()
    expect(visit.use.getState().account).toBeUndefined()
    expect(createPutOff(storage).use.getState().account).toBeUndefined()
  })
})
