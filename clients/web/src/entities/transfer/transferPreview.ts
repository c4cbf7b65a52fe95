/** The account before and after money has come or gone, by the exchange's own formulas. */
import { accountSummary, type AccountFacts, type AccountSummary } from '@vest/formulas'
import { usd6, type Usd6 } from '@vest/protocol'

export interface TransferPreview {
  readonly before: AccountSummary
  readonly after: AccountSummary
}

/** `change` is what the collateral gains (+) or loses (−). */
export const transferPreview = (facts: AccountFacts, change: Usd6): TransferPreview => ({
  before: accountSummary(facts),
  after: accountSummary({ ...facts, collateral: usd6(facts.collateral + change) }),
})
