import { expect, it, vi } from 'vitest'
import { timeMs } from '@vest/protocol'
import { createOffers } from './offers.ts'

const METADATA = {
  account_size: '10000',
  step_1_goal: '10',
  max_daily_loss: '4',
  max_drawdown: '6',
  max_leverage: '5',
  max_profit_split: '90',
}
const product = (priceId: string, metadata: Readonly<Record<string, string>>) => ({
  name: priceId,
  priceId,
  priceCents: 11_000,
  currency: 'usd',
  metadata,
})

it('are the products that are plans; the provider is asked at most once a minute, and again after it failed', async () => {
  let nowMs = 0
  const products = vi.fn(async () => [product('gold', METADATA), product('mug', {})])
  products.mockRejectedValueOnce(new Error('the provider is not there'))
  const warn = vi.fn()
  const offers = createOffers({
    clock: { nowMs: () => timeMs(nowMs) },
    payments: { products },
    logger: { warn },
  })
  await expect(offers.all()).rejects.toThrow('not there')
  expect((await offers.all()).map(({ plan }) => plan.priceId)).toEqual(['gold'])
  expect(warn).toHaveBeenCalledOnce()
  nowMs = 59_999
  expect((await offers.ofPrice('gold'))?.product.priceCents).toBe(11_000)
  expect(await offers.ofPrice('mug')).toBeUndefined()
  expect(products).toHaveBeenCalledTimes(2)
  nowMs = 60_000
  await offers.all()
  expect(products).toHaveBeenCalledTimes(3)
})
