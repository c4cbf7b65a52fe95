/** From now on each order is answered with a refusal. */
import { REFUSAL } from '@vest/protocol'
import type { Page } from '@playwright/test'

export const refuseOrders = (page: Page): Promise<unknown> =>
  page.route('**/v2/orders', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({
          status: 400,
          json: { code: REFUSAL.MARGIN_CHECK_FAILED, msg: 'Insufficient funds.' },
        })
      : route.fallback(),
  )
