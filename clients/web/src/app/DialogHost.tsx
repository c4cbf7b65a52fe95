/**
 * Where the dialogs of the session hang. Each is loaded when it is first opened, so that no visitor pays for
 * wallets and chains. A dialog reads its own state from the session store and closes itself there.
 */
import { lazy, Suspense, type ComponentType } from 'react'
import { useSession, type DialogName } from '../entities/session/index.ts'
import { useFrame, useLive } from '../live/index.ts'
import { withPageTexts } from '../shared/i18n/index.ts'

const dialog = (load: () => Promise<ComponentType>) => lazy(async () => ({ default: await load() }))

export const SESSION_DIALOGS: Record<DialogName, ReturnType<typeof dialog>> = {
  'sign-in': dialog(async () => (await import('../features/sign-in/SignInDialog.tsx')).SignInDialog),
  account: dialog(async () => (await import('../features/sign-in/AccountDialog.tsx')).AccountDialog),
  'add-account': dialog(
    async () => (await import('../features/sign-in/AddAccountDialog.tsx')).AddAccountDialog,
  ),
  'switch-account': dialog(
    async () => (await import('../features/sign-in/SwitchAccountDialog.tsx')).SwitchAccountDialog,
  ),
  deposit: dialog(
    withPageTexts(async () => (await import('../features/deposit/DepositDialog.tsx')).DepositDialog),
  ),
  'solana-transfer': dialog(
    withPageTexts(
      async () => (await import('../features/solana-transfer/SolanaTransferDialog.tsx')).SolanaTransferDialog,
    ),
  ),
  withdraw: dialog(
    withPageTexts(async () => (await import('../features/withdraw/WithdrawDialog.tsx')).WithdrawDialog),
  ),
  'withdrawal-approved': dialog(
    async () => (await import('../features/withdraw/WithdrawalApprovedDialog.tsx')).WithdrawalApprovedDialog,
  ),
}

/** What a funded account withdraws is its profit ([2.36]). */
const ProfitWithdrawDialog = dialog(
  withPageTexts(
    async () => (await import('../features/profit-withdraw/ProfitWithdrawDialog.tsx')).ProfitWithdrawDialog,
  ),
)

export function DialogHost() {
  const open = useSession((state) => state.dialog)
  const isFunded = useFrame(useLive().account, ({ account }) => account?.capital?.isFunded === true)
  const Content =
    open === undefined
      ? undefined
      : open.name === 'withdraw' && isFunded
        ? ProfitWithdrawDialog
        : SESSION_DIALOGS[open.name]
  return Content === undefined ? null : (
    <Suspense fallback={null}>
      <Content />
    </Suspense>
  )
}
