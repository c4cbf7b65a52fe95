/**
 * The person's passkeys: each signs in without a code, and keeps a way back in where its authenticator can. One is added
 * with a signature of the wallet's own key, and removed with a fresh code, because a session alone may be stolen; one that
 * was removed opens nothing.
 */
import { passkeyProofText, type Address, type IdentityUser, type PasskeysAnswer } from '@vest/protocol'
import { signDigest } from '@vest/sdk'
import { FrameRefusal } from '../bridge/frameRefusal.ts'
import { isSameWay, openWay, wayPublicKey, type NewWay } from '../keys/recoveryWays.ts'
import { wipe } from '../keys/walletKeys.ts'
import type { AskIdentity } from '../session/askIdentity.ts'
import type { FrameSession } from '../session/frameSession.ts'
import type { CodeProof } from '../wallet/codeProof.ts'
import type { Questions } from '../wallet/personQuestion.ts'
import { messageDigest, type SeedVault } from '../wallet/seedVault.ts'
import { passkeySecret, PRF_SALT, type PasskeyCeremony } from './passkeyCeremony.ts'

export interface OwnPasskeys {
  list(): Promise<PasskeysAnswer>
  /** After a press in this frame: without one the browser makes no passkey. */
  add(): Promise<{ readonly isRecovery: boolean }>
  /** Asks for that press. */
  askAndAdd(): Promise<{ readonly isRecovery: boolean }>
  remove(id: string): Promise<void>
  signIn(language: 'en' | 'zh', remember: boolean): Promise<IdentityUser>
  /** Opens a locked wallet with a passkey that is shown now. Throws `walletLocked` where it keeps no way back in. */
  open(): Promise<void>
  /** With the one that has just signed in, where it keeps a way back in; false: it does not. */
  openWithLast(): Promise<boolean>
  /** Throws `userExited`. */
  confirm(): Promise<void>
}

export interface OwnPasskeysOptions {
  readonly ask: AskIdentity
  readonly session: FrameSession
  readonly vault: SeedVault
  readonly ceremony: PasskeyCeremony
  readonly questions: Questions
  readonly codeProof: CodeProof
}

interface Shown {
  readonly id: string
  readonly prf: Uint8Array
}

export function createOwnPasskeys({
  ask,
  session,
  vault,
  ceremony,
  questions,
  codeProof,
}: OwnPasskeysOptions): OwnPasskeys {
  /** Of the passkey that signed in last, until the wallet is open. */
  let last: Shown | undefined

  const token = async () => ({ token: (await session.tokens()).walletToken })

  async function openWith({ id, prf }: Shown): Promise<boolean> {
    const kept = await vault.kept()
    const record = kept.recovery.find((each) => each.method === 'passkey' && each.credentialId === id)
    if (record === undefined) return false
    const { userId } = await session.user()
    const secret = passkeySecret(prf, kept.userSecret)
    const part = await openWay(record, secret, userId)
    wipe(secret)
    if (part === undefined) return false
    await vault.adopt(part, kept)
    return true
  }

  async function shown(id?: string) {
    const { options } = await ask('askPasskey')
    return ceremony.show(options, id)
  }

  /** Asked once more after it was made: some authenticators promise what they do not keep. */
  async function saveWay(id: string): Promise<boolean> {
    const { prf } = await shown(id)
    if (prf === undefined) return false
    const { userSecret } = await vault.kept()
    const secret = passkeySecret(prf, userSecret)
    const way: NewWay = {
      method: 'passkey',
      savedTimeMs: session.serverNowMs(),
      publicKey: wayPublicKey(secret),
      credentialId: id,
      prfSalt: PRF_SALT,
    }
    wipe(secret, prf)
    await vault.splitAnew((ways) => [...ways.filter((each) => !isSameWay(each, way)), way])
    return true
  }

  async function add(): Promise<{ readonly isRecovery: boolean }> {
    const { userId } = await session.user()
    const { options } = await ask('startPasskey', await token())
    const passkey = await ceremony.make(options)
    const text = passkeyProofText(userId, options.challenge)
    const proof = await vault.withKeys(({ evmKey }) => signDigest(messageDigest(text), evmKey))
    await ask('addPasskey', { ...(await token()), body: { passkey, proof } })
    return { isRecovery: await saveWay(passkey.id) }
  }

  return {
    list: async () => ask('passkeys', await token()),

    add,

    async askAndAdd() {
      if ((await vault.stateOf(await session.user())) === 'locked') throw new FrameRefusal('walletLocked')
      if ((await questions.way('passkey', ['passkey'])) === undefined) throw new FrameRefusal('userExited')
      return add()
    },

    async remove(id) {
      const { wallet } = await session.user()
      if (wallet === null) throw new FrameRefusal('walletLocked')
      const account = wallet.evmAddress.toLowerCase() as Address
      if (!(await questions.person({ kind: 'removePasskey', account }))) throw new FrameRefusal('userExited')
      const isWay = (each: NewWay): boolean => each.method === 'passkey' && each.credentialId === id
      await codeProof.prove(async (body) => {
        // The way first: a passkey that no longer signs in must not open the wallet either.
        if ((await vault.kept()).recovery.some(isWay))
          await vault.splitAnew((ways) => ways.filter((way) => !isWay(way)))
        await ask('removePasskey', { ...(await token()), id, body })
      })
    },

    async signIn(language, remember) {
      const { shown: passkey, prf } = await shown()
      const answer = await ask('passkeySignIn', { body: { passkey, language, ...(await session.device()) } })
      const user = await session.enter(answer, remember)
      last = prf && { id: passkey.id, prf }
      return user
    },

    async open() {
      const { shown: passkey, prf } = await shown()
      if (prf === undefined || !(await openWith({ id: passkey.id, prf })))
        throw new FrameRefusal('walletLocked')
    },

    async openWithLast() {
      const held = last
      last = undefined
      return held !== undefined && openWith(held)
    },

    async confirm() {
      const { shown: passkey } = await shown()
      await ask('confirm', { ...(await token()), body: { by: 'passkey', passkey } })
    },
  }
}
