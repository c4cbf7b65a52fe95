/**
 * What is typed and chosen for a withdrawal, over what stands before anything is: the network that was asked for, and the
 * account's own address on it.
 */
import { isSolanaAddress, type AccountAddress, type ChainInfo } from '@vest/protocol'
import type { SavedAddress } from '../../entities/address-book/index.ts'
import { useSession } from '../../entities/session/index.ts'
import { NO_AMOUNT } from '../../entities/transfer/index.ts'
import { evmChains, useSolanaWallet } from '../../entities/wallet/index.ts'
import type { WithdrawDraft, WithdrawForm } from './withdrawForm.ts'

/** What stands while the wallet's frame has taken the dialog's place. */
export interface Chosen {
  /** Absent: nothing was typed yet. */
  readonly draft: WithdrawDraft | undefined
  readonly chainId: number | undefined
  /** As it was sent: what can be withdrawn is less from then on. */
  readonly sent: WithdrawForm | undefined
  /** A keeper sends it. */
  readonly isDelegated: boolean
  /** Under which the recipient is being saved; absent: it is not. */
  readonly label: string | undefined
}

export const NOTHING_CHOSEN: Chosen = {
  draft: undefined,
  chainId: undefined,
  sent: undefined,
  isDelegated: true,
  label: undefined,
}

export interface WithdrawChoice {
  /** Absent where there is no network to withdraw to. */
  readonly chain: ChainInfo | undefined
  readonly draft: WithdrawDraft
  /** A keeper sends it. */
  readonly isDelegated: boolean
  readonly label: string | undefined
  edit(change: Partial<WithdrawDraft>): void
  setChainId(chainId: number): void
  /** A saved address, on its own network. */
  setSaved(saved: SavedAddress): void
  setDelegated(isDelegated: boolean): void
  setLabel(label: string | undefined): void
}

export interface WithdrawChoiceOptions {
  readonly account: AccountAddress
  readonly chains: readonly ChainInfo[]
  /** Otherwise a keeper has to. */
  readonly mayCall: boolean
  readonly chosen: Omit<Chosen, 'sent'>
  readonly setChosen: (change: Partial<Chosen>) => void
}

export function useWithdrawChoice({
  account,
  chains,
  mayCall,
  chosen,
  setChosen,
}: WithdrawChoiceOptions): WithdrawChoice {
  /** Chosen before the dialog was opened. */
  const preset = useSession((state) => (state.dialog?.name === 'withdraw' ? state.dialog.subject : undefined))
  const solanaWallet = useSolanaWallet((state) => state.connected)
  const chainId = chosen.chainId ?? (preset === undefined ? undefined : Number(preset))
  const chain = chains.find((item) => item.chainId === chainId) ?? chains[0]
  const isToSolana = chain?.networkType === 1
  const ownOnSolana = isSolanaAddress(account) ? account : (solanaWallet?.address ?? '')
  const { draft = { amount: NO_AMOUNT, recipient: isToSolana ? ownOnSolana : account }, label } = chosen
  return {
    chain,
    draft,
    isDelegated: !mayCall || chosen.isDelegated,
    label,
    edit: (change) => setChosen({ draft: { ...draft, ...change } }),
    setChainId(next) {
      const isOther = (chains.find((item) => item.chainId === next)?.networkType === 1) !== isToSolana
      // An address of one network is none of the other.
      const recipient = isToSolana ? account : ownOnSolana
      setChosen({ chainId: next, ...(isOther ? { draft: { ...draft, recipient } } : {}) })
    },
    setSaved: (saved) =>
      setChosen({
        draft: { ...draft, recipient: saved.recipient },
        label: undefined,
        chainId: saved.chainId ?? (isToSolana ? evmChains(chains)[0]?.chainId : chain?.chainId),
      }),
    setDelegated: (isDelegated) => setChosen({ isDelegated }),
    setLabel: (next) => setChosen({ label: next }),
  }
}
