import { describe, expect, it } from 'vitest'
import { memoryStorage } from '../../testing/memoryStorage.ts'
import { forgetKind, rememberedKind, rememberKind } from './rememberedKind.ts'

const PRIMARY = { isCapital: false, hasBanner: false }
const EVALUATION = { isCapital: true, hasBanner: true }
const FUNDED = { isCapital: true, hasBanner: false }

describe('the kind of the account that is reopened', () => {
  it('is the one that was told last', () => {
    const storage = memoryStorage()
    storage.setItem('vest.account', '0x1')
    expect(rememberedKind(storage)).toEqual(PRIMARY)
    for (const kind of [EVALUATION, FUNDED, EVALUATION, PRIMARY]) {
      rememberKind(kind, storage)
      expect(rememberedKind(storage)).toEqual(kind)
    }
  })

  it('[4.16] is forgotten with the sign-in, and never written for a person who is not remembered', () => {
    const storage = memoryStorage()
    rememberKind(EVALUATION, storage)
    expect(storage.getItem('vest.capital.kind')).toBeNull()
    storage.setItem('vest.account', '0x1')
    rememberKind(EVALUATION, storage)
    forgetKind(storage)
    expect(rememberedKind(storage)).toEqual(EVALUATION)
    storage.removeItem('vest.account')
    expect(rememberedKind(storage)).toEqual(PRIMARY)
    forgetKind(storage)
    expect(storage.getItem('vest.capital.kind')).toBeNull()
  })

  it('of an unknown word is a primary account', () => {
    const storage = memoryStorage()
    storage.setItem('vest.account', '0x1')
    storage.setItem('vest.capital.kind', 'else')
    expect(rememberedKind(storage)).toEqual(PRIMARY)
  })
})
