import type { CapitalPlan, PurchaseView } from '@vest/engine'
import { timeMs, type Address, type Id } from '@vest/protocol'
import type { EngineClient, PaymentSession, PaymentState } from '@vest/runtime'
import { describe, expect, it, vi } from 'vitest'
import type { Offer } from './offers.ts'
import { createPurchases } from './purchases.ts'

const [OWNER, WALLET, OTHER] = ['0xaa', '0xbb', '0xcc'] as Address[]
const BEGAN = timeMs(1_800_000_000_000)
const HALF_MS = 11.5 * 3_600_000
const offer = (priceId: string) => ({ plan: { priceId } as CapitalPlan, product: { priceId } }) as Offer
const session = (status: PaymentSession['status']): PaymentSession => ({
  id: 'before',
  status,
  expiresTimeMs: BEGAN,
})
const anew = { ...session('OPEN'), id: 'anew' }

/** Of an owner who began to buy gold for WALLET; what the provider says of that, so long after. */
function given(status: PaymentSession['status'] | undefined, afterMs = 0) {
  const open = {
    id: '0x01' as Id,
    status: 'created',
    account: WALLET,
    plan: { priceId: 'gold' },
    beganTimeMs: BEGAN,
  } as PurchaseView
  const done: string[] = []
  const purchases = createPurchases({
    engine: {
      query: (async (name: string) => (name === 'purchases' ? [open] : open)) as EngineClient['query'],
    },
    clock: { nowMs: () => timeMs(BEGAN + afterMs) },
    payments: {
      stateOf: async () =>
        status === undefined ? undefined : ({ session: session(status) } as PaymentState),
      expire: async (id) => void done.push(`expire ${id}`),
      settle: async (id, sessionId) => done.push(`settle ${id} ${sessionId}`) > 0,
      checkout: vi.fn(async ({ purchaseId }) => {
        done.push(purchaseId === open.id ? 'checkout of the same' : 'checkout of another')
        return anew
      }),
    },
    tell: async ({ kind }) => void done.push(kind),
    appOrigin: 'http://localhost',
  })
  return {
    done,
    buy: (wallet: Address, priceId: string) => purchases.sessionFor(OWNER!, wallet, offer(priceId), 'a@b.c'),
  }
}

describe('a purchase that waits to be paid', () => {
  it('goes on in its session where the same is wanted again', async () => {
    const { buy, done } = given('OPEN')
    expect(await buy(WALLET!, 'gold')).toEqual(session('OPEN'))
    expect(done).toEqual([])
  })

  it.each([
    [OTHER!, 'gold'],
    [WALLET!, 'silver'],
  ])('ends before another choice: %s, %s', async (wallet, priceId) => {
    const { buy, done } = given('OPEN')
    expect(await buy(wallet, priceId)).toEqual(anew)
    expect(done).toEqual(['expire before', 'settle 0x01 before', 'BeginPurchase', 'checkout of another'])
  })

  it('has its session made once more if it never had one, and is over after half its time', async () => {
    const young = given(undefined, HALF_MS - 1)
    expect(await young.buy(WALLET!, 'gold')).toEqual(anew)
    expect(young.done).toEqual(['BeginPurchase', 'checkout of the same'])
    const old = given(undefined, HALF_MS)
    await old.buy(WALLET!, 'gold')
    expect(old.done).toEqual(['NotePayment', 'BeginPurchase', 'checkout of another'])
  })

  it('is settled where its session is over, and another begins', async () => {
    const { buy, done } = given('EXPIRED')
    await buy(WALLET!, 'gold')
    expect(done).toEqual(['settle 0x01 before', 'BeginPurchase', 'checkout of another'])
  })
})
