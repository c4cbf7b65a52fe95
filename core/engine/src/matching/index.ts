/** The door of `matching/`. */
export {
  bestOpposite,
  bestPoolPrice,
  firstUnreached,
  isQuotedOnBothSides,
  poolPriceAt,
} from './bestPrices.ts'
export { beginPlan, planCost, planPool, planRest } from './fillPlan.ts'
export { CROSS_FILLS_MAX, crossBook, fillFromPool, finishCross } from './indexCross.ts'
export { settlePlan } from './settle.ts'
export { planForced, planSweep } from './sweep.ts'
