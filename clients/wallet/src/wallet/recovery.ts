/**
 * The third part, kept by the person: for a passkey, under a passphrase that is typed in this frame, or in a file. Saving
 * a way splits the seed anew and seals the recovery part for every way that stands, so that no former part is worth
 * anything; bringing it to another browser leaves the first as it was.
 */
import type { Address, RecoveryMethod, RecoveryRecord, WalletAnswer } from '@vest/protocol'
import { FrameRefusal } from '../bridge/frameRefusal.ts'
import { newPassphraseCost, passphraseSecret } from '../keys/passphrase.ts'
import { readRecoveryFile, writeRecoveryFile } from '../keys/recoveryFile.ts'
import { isSameWay, openWay, WAY_SECRET_BYTES, wayPublicKey, type NewWay } from '../keys/recoveryWays.ts'
import { wipe } from '../keys/walletKeys.ts'
import type { OwnPasskeys } from '../passkeys/ownPasskeys.ts'
import type { AskIdentity } from '../session/askIdentity.ts'
import type { FrameSession } from '../session/frameSession.ts'
import type { CodeProof } from './codeProof.ts'
import type { Questions } from './personQuestion.ts'
import type { SeedVault } from './seedVault.ts'

export interface Recovery {
  save(): Promise<{ readonly method: RecoveryMethod }>
  remove(method: RecoveryMethod): Promise<void>
  rotate(): Promise<void>
  open(): Promise<{ readonly state: 'ready' }>
  /** Where nothing opens the wallet any more, and nothing lies in it. Throws `walletNotEmpty`. */
  renew(): Promise<{ readonly state: 'ready' }>
}

export function createRecovery(options: {
  readonly ask: AskIdentity
  readonly codeProof: CodeProof
  readonly session: FrameSession
  readonly vault: SeedVault
  readonly passkeys: OwnPasskeys
  readonly questions: Questions
}): Recovery {
  const { ask, codeProof, session, vault, passkeys, questions } = options

  /** Throws `walletLocked` before the person is asked for what could not be done. */
  async function openUser() {
    const user = await session.user()
    if (user.wallet === null || (await vault.stateOf(user)) === 'locked')
      throw new FrameRefusal('walletLocked')
    return { ...user, account: user.wallet.evmAddress.toLowerCase() as Address, wallet: user.wallet }
  }

  const left = (): never => {
    throw new FrameRefusal('userExited')
  }

  const addWay = (way: NewWay): Promise<void> =>
    vault.splitAnew((ways) => [...ways.filter((each) => !isSameWay(each, way)), way])

  async function savePassphrase(): Promise<void> {
    const cost = newPassphraseCost()
    const isSaved = await questions.passphrase('save', async (passphrase) => {
      const secret = await passphraseSecret(passphrase, cost)
      const publicKey = wayPublicKey(secret)
      wipe(secret)
      await addWay({ method: 'passphrase', savedTimeMs: session.serverNowMs(), publicKey, ...cost })
      return undefined
    })
    if (!isSaved) left()
  }

  async function saveFile(account: string): Promise<void> {
    const secret = crypto.getRandomValues(new Uint8Array(WAY_SECRET_BYTES))
    const publicKey = wayPublicKey(secret)
    const text = writeRecoveryFile(account, secret)
    wipe(secret)
    const isSaved = await questions.file('save', text, async () => {
      await addWay({ method: 'file', savedTimeMs: session.serverNowMs(), publicKey })
      return undefined
    })
    if (!isSaved) left()
  }

  /** `kept`: the very answer that `record` and the wallet's address were read from. */
  async function openBy(
    kept: WalletAnswer,
    record: RecoveryRecord,
    secret: Uint8Array | undefined,
  ): Promise<'wrong' | undefined> {
    if (secret === undefined) return 'wrong'
    const { userId } = await session.user()
    const part = await openWay(record, secret, userId)
    wipe(secret)
    if (part === undefined) return 'wrong'
    await vault.adopt(part, kept)
    return undefined
  }

  return {
    async save() {
      const { account } = await openUser()
      const method = (await questions.way('save', ['passkey', 'passphrase', 'file'])) ?? left()
      if (method === 'passkey') {
        const { isRecovery } = await passkeys.add()
        if (!isRecovery) throw new FrameRefusal('noPasskeyRecovery')
      } else if (method === 'passphrase') await savePassphrase()
      else await saveFile(account)
      return { method: method as RecoveryMethod }
    },

    async remove(method) {
      const { account, wallet } = await openUser()
      if (!wallet.recoveryMethods.includes(method)) throw new FrameRefusal('noRecovery')
      if (!(await questions.person({ kind: 'removeWay', account, method }))) left()
      await vault.splitAnew((ways) => ways.filter((way) => way.method !== method))
    },

    async rotate() {
      const { account } = await openUser()
      if (!(await questions.person({ kind: 'rotate', account }))) left()
      await vault.splitAnew((ways) => ways)
    },

    async open() {
      const kept = await vault.kept()
      const { recovery, wallet } = kept
      const methods = [...new Set(recovery.map(({ method }) => method))]
      if (methods.length === 0) throw new FrameRefusal('noRecovery')
      // A passkey waits for a press in this frame: the browser asks for one.
      const isAlone = methods.length === 1 && methods[0] !== 'passkey'
      const method = isAlone ? methods[0]! : ((await questions.way('open', methods)) ?? left())
      const record = recovery.find((each) => each.method === method)!
      if (record.method === 'passkey') await passkeys.open()
      else {
        const isOpen =
          record.method === 'passphrase'
            ? await questions.passphrase('open', async (typed) =>
                openBy(kept, record, await passphraseSecret(typed, record)),
              )
            : await questions.file('open', '', async (text) =>
                openBy(kept, record, readRecoveryFile(text, wallet.evmAddress)),
              )
        if (!isOpen) left()
      }
      return { state: 'ready' }
    },

    async renew() {
      const user = await session.user()
      if (user.wallet === null || (await vault.stateOf(user)) === 'ready')
        throw new FrameRefusal('invalidRequest')
      const { isOpen } = await ask('renewal', { token: (await session.tokens()).walletToken })
      if (!isOpen) throw new FrameRefusal('walletNotEmpty')
      const account = user.wallet.evmAddress.toLowerCase() as Address
      if (!(await questions.person({ kind: 'renew', account }))) left()
      await codeProof.prove((confirm) => vault.renew(confirm))
      return { state: 'ready' }
    },
  }
}
