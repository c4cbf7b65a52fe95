/**
 * Which ways of money an account has ([6.5], [6.6]): an evaluation has none, a funded account gives its profit to the
 * primary account and takes nothing, all others deposit and withdraw.
 */
import type { CapitalFacts } from '../../live/index.ts'
import { useFrame, useLive } from '../../live/index.ts'

export interface MoneyDoors {
  readonly deposit: boolean
  readonly withdraw: 'withdraw' | 'profit' | undefined
}

const BOTH: MoneyDoors = { deposit: true, withdraw: 'withdraw' }
const NONE: MoneyDoors = { deposit: false, withdraw: undefined }
const PROFIT: MoneyDoors = { deposit: false, withdraw: 'profit' }

export function moneyDoorsOf(capital: CapitalFacts | undefined, isCapital: boolean): MoneyDoors {
  if (!isCapital) return BOTH
  return capital?.status === 'funded_active' && !capital.isFrozen ? PROFIT : NONE
}

export const useMoneyDoors = (): MoneyDoors =>
  useFrame(useLive().account, ({ account }) => moneyDoorsOf(account?.capital, account?.isCapital === true))
