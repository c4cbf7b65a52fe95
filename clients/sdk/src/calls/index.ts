/**
 * The methods that need nothing but to be sent, by chapter.
 * Written by `node tools/program.mjs reference` from the files of the calls.
 */
import type { MarketsCalls } from './marketsCalls.ts'
import type { ServiceCalls } from './serviceCalls.ts'
import type { AccountCalls } from './accountCalls.ts'
import type { OrdersCalls } from './ordersCalls.ts'
import type { MoneyCalls } from './moneyCalls.ts'
import type { PoolCalls } from './poolCalls.ts'
import type { RewardsCalls } from './rewardsCalls.ts'
import type { NoticesCalls } from './noticesCalls.ts'
import type { CapitalCalls } from './capitalCalls.ts'
import type { OutsideCalls } from './outsideCalls.ts'

export type * from './marketsCalls.ts'
export type * from './serviceCalls.ts'
export type * from './accountCalls.ts'
export type * from './ordersCalls.ts'
export type * from './moneyCalls.ts'
export type * from './poolCalls.ts'
export type * from './rewardsCalls.ts'
export type * from './noticesCalls.ts'
export type * from './capitalCalls.ts'
export type * from './outsideCalls.ts'

export interface SentCalls
  extends
    MarketsCalls,
    ServiceCalls,
    AccountCalls,
    OrdersCalls,
    MoneyCalls,
    PoolCalls,
    RewardsCalls,
    NoticesCalls,
    CapitalCalls,
    OutsideCalls {}
