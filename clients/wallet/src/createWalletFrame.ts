/**
 * Everything that the frame does for the page, as one table: a method in, its answer or a refusal out. Made without a
 * window, so that tests run what the browser runs.
 */
import {
  FRAME_METHODS,
  type FrameAnswer,
  type FrameMethod,
  type FrameParams,
  type WalletConfig,
} from '@vest/protocol'
import { FrameRefusal } from './bridge/frameRefusal.ts'
import type { AskIdentity } from './session/askIdentity.ts'
import { createOwnPasskeys } from './passkeys/ownPasskeys.ts'
import type { PasskeyCeremony } from './passkeys/passkeyCeremony.ts'
import { createFrameSession, type TabStorage } from './session/frameSession.ts'
import { createSealedRecords } from './store/sealedRecords.ts'
import type { RecordStore } from './store/recordStore.ts'
import { createAddressBookApprovals } from './wallet/addressBook.ts'
import { createCodeProof } from './wallet/codeProof.ts'
import { createDeposits } from './wallet/deposits.ts'
import { createKeyExport } from './wallet/keyExport.ts'
import { createKnownRecipients } from './wallet/knownRecipients.ts'
import { createMessages } from './wallet/messages.ts'
import { createOneQuestion, type AskPerson, type Questions } from './wallet/personQuestion.ts'
import { createProfits } from './wallet/profits.ts'
import { createRecovery } from './wallet/recovery.ts'
import { createSeedVault } from './wallet/seedVault.ts'
import { createSolanaApprovals } from './wallet/solanaApprovals.ts'
import { createTradingKeys } from './wallet/tradingKeys.ts'
import { createWithdrawals } from './wallet/withdrawals.ts'

export interface WalletFrameOptions {
  readonly ask: AskIdentity
  /** Of this origin's own server, never of the page. */
  readonly config: WalletConfig
  readonly store: RecordStore
  readonly tab: TabStorage
  readonly nowMs: () => number
  readonly alone: <T>(name: string, work: () => Promise<T>) => Promise<T>
  readonly questions: Questions
  readonly ceremony: PasskeyCeremony
  readonly language: () => 'en' | 'zh'
  readonly onSessionEnded: () => void
}

export type Methods = { readonly [M in FrameMethod]: (params: FrameParams<M>) => Promise<FrameAnswer<M>> }

export interface WalletFrame {
  /** Throws {@link FrameRefusal}, and nothing else that says anything. */
  run(method: FrameMethod, params: unknown): Promise<unknown>
}

export function createWalletFrame(options: WalletFrameOptions): WalletFrame {
  const { ask, config, nowMs, alone, questions, onSessionEnded } = options
  const question = createOneQuestion()
  const askPerson: AskPerson = (asked) => question(() => questions.person(asked))
  const records = createSealedRecords(options.store)
  const session = createFrameSession({
    ask,
    records,
    tab: options.tab,
    nowMs,
    alone,
    onEnded: onSessionEnded,
  })
  const vault = createSeedVault({ ask, session, records, alone })
  const trading = createTradingKeys({ config, session, vault, records, nowMs })
  const deposits = createDeposits({ config, vault, serverNowMs: session.serverNowMs })
  const recipients = createKnownRecipients({ records, session })
  const withdrawals = createWithdrawals({ config, session, vault, recipients, askPerson })
  const solana = createSolanaApprovals({
    ask,
    config,
    session,
    vault,
    recipients,
    question,
    askPerson: questions.solana,
  })
  const addressBook = createAddressBookApprovals({ config, session, vault, askPerson })
  const profits = createProfits({ session, vault, trading, askPerson })

  const codeProof = createCodeProof({ session, questions, language: options.language })
  const passkeys = createOwnPasskeys({
    ask,
    session,
    vault,
    questions,
    codeProof,
    ceremony: options.ceremony,
  })
  const recovery = createRecovery({ ask, codeProof, session, vault, passkeys, questions })
  const keyExport = createKeyExport({ ask, session, vault, passkeys, questions, codeProof })
  const messages = createMessages({ session, vault, askPerson })
  const nothing = async (work: Promise<void>): Promise<Record<string, never>> => {
    await work
    return {}
  }

  const methods: Methods = {
    'session.resume': async () => {
      const user = await session.resume()
      return user === undefined ? { user: null, state: 'none' } : { user, state: await vault.stateOf(user) }
    },
    'login.code.start': session.startCode,
    'login.code.verify': async (params) => ({ user: await session.verifyCode(params) }),
    'login.google.start': session.startGoogle,
    'login.google.finish': session.finishGoogle,
    'wallet.open': async () => {
      const { state: found, wallet } = await vault.open()
      const state = found === 'locked' && (await passkeys.openWithLast()) ? 'ready' : found
      return { state, evmAddress: wallet.evmAddress, solanaAddress: wallet.solanaAddress }
    },
    'capital.wallets': async ({ stage, from, count }) => ({
      addresses: [...(await vault.capitalAddresses(stage, from, count))],
    }),
    'trading.approve': trading.approve,
    'trading.sign': trading.sign,
    'deposit.authorize': deposits.authorize,
    'withdrawal.approve': withdrawals.approve,
    'addressBook.approve': addressBook.approve,
    'profit.approve': profits.approve,
    'solana.approve': solana.approve,
    'login.passkey': async ({ language, remember }) => ({ user: await passkeys.signIn(language, remember) }),
    'passkeys.list': passkeys.list,
    'passkey.add': () => question(passkeys.askAndAdd),
    'passkey.remove': ({ id }) => nothing(question(() => passkeys.remove(id))),
    'recovery.save': () => question(recovery.save),
    'recovery.open': () => question(recovery.open),
    'recovery.remove': ({ method }) => nothing(question(() => recovery.remove(method))),
    'wallet.rotate': () => nothing(question(recovery.rotate)),
    'wallet.renew': () => question(recovery.renew),
    'wallet.export': () => nothing(question(keyExport.show)),
    'message.sign': ({ message }) => messages.sign(message),
    'sessions.list': async () => ask('sessions', { token: (await session.tokens()).walletToken }),
    'sessions.end': async ({ sessionId }) => {
      await ask('endSession', { id: sessionId, token: (await session.tokens()).walletToken })
      return {}
    },
    'session.end': async ({ everywhere }) => {
      await trading.forgetAll()
      try {
        await session.end(everywhere)
      } finally {
        records.forgetMemory()
      }
      return {}
    },
  }

  return {
    async run(method, params) {
      const { params: schema, answer } = FRAME_METHODS[method]
      const parsed = schema.safeParse(params)
      if (!parsed.success) throw new FrameRefusal('invalidParameters')
      const result = await (methods[method] as (given: unknown) => Promise<unknown>)(parsed.data)
      // What the schema does not name does not leave.
      return answer.parse(result)
    },
  }
}
