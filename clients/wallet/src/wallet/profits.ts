/**
 * Profit of a funded wallet goes to the person's first wallet and nowhere else: both are of this seed, so the page says
 * only how much. It is signed by the funded wallet's trading key, which signs no such thing without a press.
 */
import type { Address, FrameAnswer, FrameParams, SignedProfitWithdraw } from '@vest/protocol'
import { FrameRefusal } from '../bridge/frameRefusal.ts'
import type { FrameSession } from '../session/frameSession.ts'
import type { AskPerson } from './personQuestion.ts'
import type { SeedVault } from './seedVault.ts'
import type { TradingKeys } from './tradingKeys.ts'

export interface Profits {
  approve(params: FrameParams<'profit.approve'>): Promise<FrameAnswer<'profit.approve'>>
}

export function createProfits(options: {
  readonly session: FrameSession
  readonly vault: SeedVault
  readonly trading: TradingKeys
  readonly askPerson: AskPerson
}): Profits {
  const { session, vault, trading, askPerson } = options
  return {
    async approve({ nonce, index, size }) {
      if (size === 0) throw new FrameRefusal('invalidRequest')
      const { wallet } = await session.user()
      if (wallet === null) throw new FrameRefusal('walletLocked')
      // The person is not asked for what could not be signed.
      const sign = await trading.profitSigner({ stage: 'funded', index })
      const [account] = await vault.capitalAddresses('funded', index, 1)
      const recipient = wallet.evmAddress.toLowerCase() as Address
      const asked = { account: account!, recipient, size }
      if (!(await askPerson({ kind: 'profit', ...asked }))) throw new FrameRefusal('userExited')
      const time = session.serverNowMs()
      const action: SignedProfitWithdraw = { kind: 'profitWithdraw', ...asked, time, nonce }
      return { time, recipient, signature: sign(action) }
    },
  }
}
