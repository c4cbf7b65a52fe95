import { REFUSAL } from '@vest/protocol'
import { ApiError, TransportError } from '@vest/sdk'
import { describe, expect, it } from 'vitest'
import { memoryStorage } from '../../testing/memoryStorage.ts'
import { joinStoredCode } from '../../features/join-referral/joinStoredCode.ts'
import { joinWith } from './joinReferral.ts'
import { forgetCode, joinLink, keepCode, readCode, REF_CODE_KEY, storedCode } from './storedCode.ts'

const answering = (reply: () => Promise<{ ref_code: string }>) => ({ joinReferral: reply })
const refusing = (error: Error) => answering(() => Promise.reject(error))

describe('a referral code', () => {
  it('is read in either case, six to twelve letters and digits, and nothing else', () => {
    expect([readCode(' tailor '), readCode('AB12CD34EF56')]).toEqual(['TAILOR', 'AB12CD34EF56'])
    for (const bad of ['', 'short', 'ABCDEFGHIJKLM', 'AB-CDEF', '<img src=x>'])
      expect(readCode(bad)).toBeUndefined()
  })

  it('[3.17] is kept in this browser as ref-code until it is dropped', () => {
    const storage = memoryStorage()
    expect(storedCode(storage)).toBeUndefined()
    keepCode('TAILOR', storage)
    expect([REF_CODE_KEY, storage.getItem('ref-code'), storedCode(storage)]).toEqual([
      'ref-code',
      'TAILOR',
      'TAILOR',
    ])
    forgetCode(storage)
    expect(storedCode(storage)).toBeUndefined()
    storage.setItem('ref-code', 'not a code!')
    expect(storedCode(storage)).toBeUndefined()
  })

  it('[2.9] stands in a link that may name a market', () => {
    expect(joinLink('https://vest.example', 'TAILOR')).toBe('https://vest.example/join/TAILOR')
    expect(joinLink('https://vest.example', 'TAILOR', 'COIN-USD-PERP')).toBe(
      'https://vest.example/join/TAILOR?symbol=COIN-USD-PERP',
    )
  })
})

describe('joining', () => {
  it('ends in a name: joined, refused for good, or to be tried again', async () => {
    expect(
      await joinWith(
        answering(async () => ({ ref_code: 'TAILOR' })),
        'TAILOR',
      ),
    ).toEqual({
      kind: 'joined',
      code: 'TAILOR',
    })
    for (const code of [1140, 1141, 1142, 1149] as const)
      expect(await joinWith(refusing(new ApiError(code)), 'TAILOR')).toEqual({ kind: 'refused', code })
    for (const code of [1002, 1003, 1099] as const)
      expect(await joinWith(refusing(new ApiError(code)), 'TAILOR')).toEqual({ kind: 'failed', code })
    expect(await joinWith(refusing(new TransportError('offline')), 'TAILOR')).toEqual({
      kind: 'failed',
      code: undefined,
    })
  })

  it('[3.17] with a code that waits drops it once the answer is final, and keeps it through everything else', async () => {
    const waiting = () => {
      const storage = memoryStorage()
      keepCode('TAILOR', storage)
      return storage
    }
    const left = async (client: ReturnType<typeof answering>) => {
      const storage = waiting()
      const end = await joinStoredCode(client, storage)
      return [end?.kind, storedCode(storage)]
    }
    expect(await left(answering(async () => ({ ref_code: 'TAILOR' })))).toEqual(['joined', undefined])
    expect(await left(refusing(new ApiError(REFUSAL.REFERRAL_NOT_FOUND)))).toEqual(['refused', undefined])
    expect(await left(refusing(new TransportError('offline')))).toEqual(['failed', 'TAILOR'])
    expect(await left(refusing(new ApiError(REFUSAL.TOO_MANY_REQUESTS)))).toEqual(['failed', 'TAILOR'])
    expect(await joinStoredCode(refusing(new Error('never asked')), memoryStorage())).toBeUndefined()
  })
})
