/**
 * Transactions of Solana: what they do is read from the bytes that are signed and from the chain, through the wallet's own
 * server, and shown; the key signs exactly these bytes after a press. What cannot be read, or what the chain would
 * refuse, is shown too, without a button to approve it. Nothing that the page says of a transaction is shown.
 */
import { ed25519 } from '@noble/curves/ed25519.js'
import {
  base64Of,
  bytesOfBase64,
  readCompiledTransaction,
  transactionName,
  withSignature,
  type FrameAnswer,
  type FrameParams,
  type SolanaReadRequest,
  type WalletConfig,
} from '@vest/protocol'
import { createSolanaRpc, readApproval, type SolanaApproval } from '@vest/sdk'
import { FrameRefusal } from '../bridge/frameRefusal.ts'
import type { AskIdentity } from '../session/askIdentity.ts'
import type { FrameSession } from '../session/frameSession.ts'
import type { KnownRecipients } from './knownRecipients.ts'
import type { OneQuestion, Questions, ShownApproval } from './personQuestion.ts'
import type { SeedVault } from './seedVault.ts'

export interface SolanaApprovals {
  /** Throws `unsupportedChain`, `invalidRequest`, `walletLocked`, `unreachable` and what the person's answer means. */
  approve(params: FrameParams<'solana.approve'>): Promise<FrameAnswer<'solana.approve'>>
}

export interface SolanaApprovalsOptions {
  readonly ask: AskIdentity
  readonly config: WalletConfig
  readonly session: FrameSession
  readonly vault: SeedVault
  readonly recipients: KnownRecipients
  readonly question: OneQuestion
  readonly askPerson: Questions['solana']
}

export function createSolanaApprovals({
  ask,
  config,
  session,
  vault,
  recipients,
  question,
  askPerson,
}: SolanaApprovalsOptions): SolanaApprovals {
  const rpc = createSolanaRpc(async (body) => {
    const { walletToken } = await session.tokens()
    return ask('solanaRead', { token: walletToken, body: body as SolanaReadRequest })
  })

  return {
    async approve({ chain, transaction }) {
      const { solana } = config
      if (solana === null || chain !== solana.chain) throw new FrameRefusal('unsupportedChain')
      const bytes = bytesOfBase64(transaction)
      if (bytes === undefined) throw new FrameRefusal('invalidRequest')
      const user = await session.user()
      if (user.wallet === null || (await vault.stateOf(user)) === 'locked')
        throw new FrameRefusal('walletLocked')
      const account = user.wallet.solanaAddress
      const own = user.wallet.evmAddress.toLowerCase()

      async function read(): Promise<ShownApproval> {
        const approval = await readApproval(rpc, bytes!, account)
        const known = await recipients.of(user.userId)
        return {
          approval,
          recipientIs: (to) =>
            to === solana!.depositAddress
              ? 'deposit'
              : to === account
                ? 'own'
                : known.includes(to)
                  ? 'known'
                  : 'new',
          isOwnMemo: (memo) => memo.toLowerCase() === own,
        }
      }

      // Nothing is read for a question that is not asked. Where the reading fails the screen goes away.
      const { end, approval } = await question(async () => {
        const reading = read()
        const pressed = await askPerson({ account, reading })
        return { end: pressed, approval: (await reading).approval }
      })
      const failure = failureOf(approval, end)
      if (failure !== undefined) throw new FrameRefusal(failure)
      if (approval.kind === 'unknown') throw new FrameRefusal('unsupportedTransaction')
      const { messageBytes } = readCompiledTransaction(bytes)!
      const signedTransaction = await vault.withKeys(({ solanaKey, solanaAddress }) => {
        if (solanaAddress !== account) throw new FrameRefusal('walletLocked')
        return withSignature(bytes, ed25519.sign(messageBytes, solanaKey))
      })
      for (const { to } of approval.sends) await recipients.note(user.userId, to)
      return {
        signature: transactionName(signedTransaction)!,
        signedTransaction: base64Of(signedTransaction),
        feeLamports: String(approval.feeLamports),
      }
    },
  }
}

/** What the person's answer means for the one who asked; undefined: it is signed. */
function failureOf(
  approval: SolanaApproval,
  end: 'approve' | 'reject' | 'addFunds',
): FrameRefusal['failure'] | undefined {
  if (approval.kind === 'unknown') return 'unsupportedTransaction'
  if (approval.fault === 'funds') return end === 'addFunds' ? 'fundsMissing' : 'userExited'
  if (approval.fault !== undefined) return 'transactionFails'
  return end === 'approve' ? undefined : 'userExited'
}
