/** What a withdrawal is held against: what can be withdrawn, the address book, the amount's own refusal, and its terms. */
import { useState } from 'react'
import type { AccountAddress, ChainInfo, Usd6 } from '@vest/protocol'
import { usePortfolio } from '../../entities/account/index.ts'
import {
  momentsOf,
  useAddressBook,
  type AddressBookFacts,
  type RecipientJudgement,
} from '../../entities/address-book/index.ts'
import { useExchangeTime } from '../../entities/session/index.ts'
import { useWithdrawTerms, type WithdrawTerms } from './useWithdrawTerms.ts'
import { checkWithdraw, judgementOf, type WithdrawDraft, type WithdrawForm } from './withdrawForm.ts'

export interface WithdrawCheck {
  readonly withdrawable: Usd6 | undefined
  /** Undefined where the account has no address book, or none is known yet. */
  readonly book: { readonly facts: AddressBookFacts; readonly nowMs: number } | undefined
  /** Undefined without a network. */
  readonly form: WithdrawForm | undefined
  readonly judgement: RecipientJudgement | undefined
  readonly terms: WithdrawTerms
  /** The amount did not take what was typed. */
  readonly setIsRefused: (isRefused: boolean) => void
}

export function useWithdrawCheck(
  account: AccountAddress,
  chain: ChainInfo | undefined,
  draft: WithdrawDraft,
): WithdrawCheck {
  const withdrawable = usePortfolio((portfolio) => portfolio.summary?.withdrawable)
  const [isAmountRefused, setIsRefused] = useState(false)
  const { facts } = useAddressBook()
  const nowMs = useExchangeTime(facts === undefined ? [] : momentsOf(facts))
  const book = facts && { facts, nowMs }
  const form = chain && checkWithdraw(draft, { withdrawable, account, chain, isAmountRefused, book })
  const judgement = chain && judgementOf(draft, { account, chain, book })
  const terms = useWithdrawTerms(form, chain?.chainId)
  return { withdrawable, book, form, judgement, terms, setIsRefused }
}
