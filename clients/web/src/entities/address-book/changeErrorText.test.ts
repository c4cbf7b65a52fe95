/** A change that was not made says why, and one whose answer was lost is not called undone. */
import { ApiError, TransportError, UnknownOutcomeError } from '@vest/sdk'
import type { TFunction } from 'i18next'
import { describe, expect, it } from 'vitest'
import { FrameError } from '../embedded/frameClient.ts'
import { ProviderError, USER_REJECTED } from '../wallet/eip1193.ts'
import { changeErrorText } from './changeErrorText.ts'

const t = ((key: string) => key) as unknown as TFunction
const of = (error: unknown): string => changeErrorText(t, error)

describe('a change of the address book that failed', () => {
  it('is unknown where its answer was lost, and unreachable where nothing was sent', () => {
    const write = { kind: 'addressBook', nonce: 7, timeMs: 1, recvWindowMs: 60_000 } as const
    expect(of(new UnknownOutcomeError(write, new Error('cut')))).toBe('addressBook.unknown')
    expect(of(new TransportError('away', { sent: false }))).toBe('signIn.unreachable')
  })

  it('was declined in the wallet or in its frame', () => {
    expect(of(new ProviderError(USER_REJECTED, 'no'))).toBe('transfer.declined')
    expect(of(new FrameError('userExited'))).toBe('wallet.failed.userExited')
    expect(of(new FrameError('walletLocked'))).toBe('wallet.failed.walletLocked')
    expect(of(new Error('The wallet is busy'))).toBe('The wallet is busy')
  })

  it('says what to do where the exchange refused it', () => {
    expect([5_017, 1_022, 1_130, 1_099, 1_003].map((code) => of(new ApiError(code)))).toEqual([
      ...[
        'addressBook.full',
        'addressBook.contractWallet',
        'addressBook.refused',
        'addressBook.none.deposit',
        'errors.1003',
      ],
    ])
  })
})
