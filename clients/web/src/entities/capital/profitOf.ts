/** available profit = max(0, equity − size of the plan − value of the positions) ([5.10]) */
import { usd6, type Usd6 } from '@vest/protocol'

export const profitOf = (equity: Usd6, size: Usd6, positionValue: Usd6): Usd6 =>
  usd6(Math.max(0, equity - size - positionValue))
