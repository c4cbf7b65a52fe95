/**
 * Which orders are refused with 1003 while their lane is full: all that add risk. Only `reduceOnly` is looked for in
 * the body, so that refusing many costs little of what the others need.
 */

/** May be found where it is not meant; then the admission looks properly. */
const REDUCE_ONLY = /"reduceOnly"\s*:\s*true|\\u/

/** `body`: of a `POST /orders`. False for an order that takes risk away: it has a lane of its own. */
export const isShed = (body: Buffer): boolean => !REDUCE_ONLY.test(body.toString('latin1'))
