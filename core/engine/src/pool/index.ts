/** The door of `pool/`. */
export {
  backstopCapital,
  backstopInventory,
  backstopRoom,
  fillBackstop,
  handOverToPool,
  offeredLots,
  renewOffer,
} from './backstop.ts'
export { appraiseSleeves } from './exposure.ts'
export { appraisePool, pnlOf, poolPositions } from './netAssetValue.ts'
export { fillPool, settlePoolFunding } from './poolFills.ts'
export { inventoryLimit, quotingLadder, refreshLadder, sessionRoomPercent } from './quotes.ts'
export { judgeSolvency } from './solvency.ts'
