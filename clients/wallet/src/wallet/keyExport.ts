/**
 * The keys themselves, shown once the person has proven who they are: by a passkey, or by a code to their address and
 * the passphrase. Nothing of it leaves the frame; the person is told by mail before the keys are seen.
 */
import { bytesToHex } from '@vest/protocol'
import { base58 } from '@scure/base'
import { ed25519 } from '@noble/curves/ed25519.js'
import { FrameRefusal } from '../bridge/frameRefusal.ts'
import { passphraseSecret } from '../keys/passphrase.ts'
import { wayPublicKey } from '../keys/recoveryWays.ts'
import { wipe } from '../keys/walletKeys.ts'
import type { OwnPasskeys } from '../passkeys/ownPasskeys.ts'
import type { AskIdentity } from '../session/askIdentity.ts'
import type { FrameSession } from '../session/frameSession.ts'
import type { CodeProof } from './codeProof.ts'
import type { ProofWay, Questions } from './personQuestion.ts'
import type { SeedVault } from './seedVault.ts'

export interface KeyExport {
  /** Throws `noRecovery` where the person has neither passkey nor passphrase, and `userExited`. */
  show(): Promise<void>
}

export function createKeyExport(options: {
  readonly ask: AskIdentity
  readonly session: FrameSession
  readonly vault: SeedVault
  readonly passkeys: OwnPasskeys
  readonly questions: Questions
  readonly codeProof: CodeProof
}): KeyExport {
  const { ask, session, vault, passkeys, questions, codeProof } = options

  async function provePassphrase(): Promise<void> {
    const { recovery } = await vault.kept()
    const record = recovery.find((each) => each.method === 'passphrase')
    if (record === undefined) throw new FrameRefusal('noRecovery')
    const fits = await questions.passphrase('open', async (typed) => {
      const secret = await passphraseSecret(typed, record)
      const isRight = wayPublicKey(secret) === record.publicKey
      wipe(secret)
      return isRight ? undefined : 'wrong'
    })
    if (!fits) throw new FrameRefusal('userExited')
  }

  const proveCode = (): Promise<void> =>
    codeProof.prove(async (body) => ask('confirm', { token: (await session.tokens()).walletToken, body }))

  return {
    async show() {
      const user = await session.user()
      if ((await vault.stateOf(user)) === 'locked') throw new FrameRefusal('walletLocked')
      const ways: ProofWay[] = []
      if ((await passkeys.list()).passkeys.length > 0) ways.push('passkey')
      if (user.wallet?.recoveryMethods.includes('passphrase') === true) ways.push('code')
      if (ways.length === 0) throw new FrameRefusal('noRecovery')
      const way = await questions.way('export', ways)
      if (way === undefined) throw new FrameRefusal('userExited')
      if (way === 'passkey') await passkeys.confirm()
      else {
        await provePassphrase()
        await proveCode()
      }
      const keys = await vault.withKeys(({ evmKey, solanaKey }) => ({
        evm: bytesToHex(evmKey),
        solana: base58.encode(new Uint8Array([...solanaKey, ...ed25519.getPublicKey(solanaKey)])),
      }))
      await questions.keys(keys)
    },
  }
}
