/** What the engine says of the wallets of the programme, and how an answer tells one of them. */
import type { CapitalAccountView } from '@vest/engine'
import { formatUsd6, type Address, type CapitalRegisterResponse } from '@vest/protocol'
import type { EngineClient } from '@vest/runtime'
import { planText } from '../capitalText.ts'

/** Wallets of the programme are EVM wallets. */
export const WALLET_NETWORK = 0

export interface CapitalWallets {
  /** Undefined: the address is no wallet of the programme. */
  of(account: Address): Promise<CapitalAccountView | undefined>
  /** In the order of the question. */
  each(accounts: readonly Address[]): Promise<readonly (CapitalAccountView | undefined)[]>
  ofOwner(ownerId: Address): Promise<readonly CapitalAccountView[]>
  /** The primary account of the person who asks with the key of this one. */
  primaryOf(account: Address): Promise<Address>
  /** A wallet that is there, as an answer. */
  registered(account: Address): Promise<CapitalRegisterResponse>
}

export function createCapitalWallets(engine: Pick<EngineClient, 'query'>): CapitalWallets {
  const each: CapitalWallets['each'] = (accounts) => engine.query('capital', { accounts })
  const of: CapitalWallets['of'] = async (account) => (await each([account]))[0]
  return {
    of,
    each,
    ofOwner: (ownerId) => engine.query('capitalOfOwner', { ownerId }),
    primaryOf: async (account) => (await of(account))?.ownerId ?? account,
    registered: async (account) => registeredText((await of(account))!),
  }
}

export const registeredText = (view: CapitalAccountView): CapitalRegisterResponse => ({
  address: view.account,
  is_funded: view.isFunded,
  capital_status: view.capital.status,
  collateral: formatUsd6(view.collateral),
  active_capital_plan: view.plan === undefined ? null : planText(view.plan),
  time: view.timeMs,
})
