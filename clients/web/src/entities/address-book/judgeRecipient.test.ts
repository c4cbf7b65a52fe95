/** Recipients are judged as the exchange judges them, and told apart from those that only look like them. */
import type { AddressBookResponse } from '@vest/protocol'
import { describe, expect, it } from 'vitest'
import { isListOn, readAddressBook, waitEnd } from './addressBookFacts.ts'
import { judgeRecipient, lookalikeOf } from './judgeRecipient.ts'

const NOW_MS = 1_000_000
const OWN = `0x${'11'.repeat(20)}`
const COLD = '0xabcd00000000000000000000000000000000ef01'
const ALIKE = '0xABCD99999999999999999999999999999999Ef01'
const SOLANA = '7sKqWvMhV3nHhV2Gg1fDJ8Qn1Qp6dYvQhC3kTt5m4vNe'
const row = (change: Partial<AddressBookResponse['addresses'][number]> = {}) => ({
  recipient: COLD,
  chainId: null,
  label: 'Cold wallet',
  usableTime: 0,
  ...change,
})
const book = (change: Partial<AddressBookResponse> = {}) =>
  readAddressBook({
    addresses: [row()],
    isListOn: true,
    listEndTime: null,
    lockedUntil: null,
    coolDown: 86_400_000,
    paid: [],
    ...change,
  })
const judge = (change: Partial<AddressBookResponse>, recipient: string = COLD, chainId = 1) =>
  judgeRecipient(book(change), { account: OWN, recipient, chainId }, NOW_MS)

describe('a recipient before the address book', () => {
  it('is paid where it is saved, on every EVM chain or on its own', () => {
    expect([1, 8_453].map((chainId) => judge({}, COLD, chainId).bar)).toEqual([undefined, undefined])
    const onOne = { addresses: [row({ chainId: 8_453 })] }
    expect(judge(onOne, COLD, 8_453).bar).toBeUndefined()
    expect(judge(onOne, COLD, 1).bar).toEqual({ kind: 'not-saved' })
    expect(judge({}, COLD.toUpperCase().replace('0X', '0x')).saved?.label).toBe('Cold wallet')
    expect(judge({}, SOLANA, 0).bar).toEqual({ kind: 'not-saved' })
  })

  it('waits for its time while the list is on, and for nothing while it is off', () => {
    const addresses = [row({ usableTime: NOW_MS + 1 })]
    expect(judge({ addresses }).bar).toEqual({ kind: 'too-new', usableMs: NOW_MS + 1 })
    expect(judge({ addresses: [row({ usableTime: NOW_MS })] }).bar).toBeUndefined()
    expect(judge({ addresses, isListOn: false }).bar).toBeUndefined()
    // Saved twice, it is paid from the earlier time on.
    expect(judge({ addresses: [...addresses, row({ chainId: 1 })] }).bar).toBeUndefined()
    expect(waitEnd(book({ addresses }), book({ addresses }).addresses[0]!, NOW_MS)).toBe(NOW_MS + 1)
  })

  it('a list that ends is off from that moment on', () => {
    expect([NOW_MS + 1, NOW_MS].map((listEndTime) => judge({ listEndTime }, ALIKE).bar?.kind)).toEqual([
      'not-saved',
      undefined,
    ])
    expect(isListOn(book({ listEndTime: NOW_MS }), NOW_MS)).toBe(false)
  })

  it('the own address is always on the list, and never outside of the lock', () => {
    expect(judge({}, OWN).bar).toBeUndefined()
    const lockedUntil = NOW_MS + 1
    for (const recipient of [OWN, COLD, ALIKE])
      expect(judge({ lockedUntil }, recipient).bar).toEqual({ kind: 'locked', untilMs: lockedUntil })
    expect(judge({ lockedUntil: NOW_MS }).bar).toBeUndefined()
  })

  it('is new until it was paid once, saved or not; the own one never is', () => {
    const paid = [{ recipient: COLD, chainId: 1, lastTime: 1 }]
    expect([
      judge({}).isFirstUse,
      judge({ paid }, COLD, 8_453).isFirstUse,
      judge({}, OWN).isFirstUse,
    ]).toEqual([true, false, false])
  })

  it('with both ends of a known address and another middle it is told apart from it', () => {
    expect(judge({}, ALIKE).lookalike).toEqual({ recipient: COLD, label: 'Cold wallet' })
    expect(judge({}, COLD).lookalike).toBeUndefined()
    const paid = [{ recipient: COLD, chainId: 1, lastTime: 1 }]
    expect(judge({ addresses: [], paid }, ALIKE).lookalike).toEqual({ recipient: COLD, label: undefined })
    // Once it was saved, or paid, its owner has looked at it.
    expect(
      judge({ addresses: [row(), row({ recipient: ALIKE.toLowerCase() })] }, ALIKE).lookalike,
    ).toBeUndefined()
    const own = `0x1111${'0'.repeat(32)}1111`
    expect(lookalikeOf(book(), OWN, own)?.recipient).toBe(OWN)
    expect(lookalikeOf(book(), OWN, `0xabcd${'0'.repeat(32)}ef02`)).toBeUndefined()
    expect(
      lookalikeOf(
        book({ addresses: [row({ recipient: SOLANA, chainId: 0 })] }),
        OWN,
        `7skq${SOLANA.slice(4)}`,
      ),
    ).toMatchObject({ recipient: SOLANA })
  })
})
