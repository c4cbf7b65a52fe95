/**
 * Signs somebody in by a code, as the wallet's frame does, and says that the key of a bot is their embedded wallet: what
 * the exchange asks for before a plan is sold.
 */
import { createHash, randomBytes } from 'node:crypto'
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import {
  bytesToHex,
  codeStartAnswer,
  identityInfoResponse,
  sessionAnswer,
  shareChecksumInput,
  utf8,
  walletProofText,
  type ShareRecord,
} from '@vest/protocol'
import { privateKeyToAccount } from 'viem/accounts'
import type { Bot } from './bot.ts'
import { programFetch } from './stack.ts'
import { until } from './until.ts'

export interface SignedInPerson {
  readonly email: string
  /** For the exchange; good for ten minutes. */
  readonly accessToken: string
}

export async function signInByCode(
  baseUrl: string,
  { address, primaryKey }: Pick<Bot, 'address' | 'primaryKey'>,
): Promise<SignedInPerson> {
  const read = async (path: string) => (await programFetch(baseUrl)(`${baseUrl}${path}`)).json()
  const { walletOrigin } = identityInfoResponse.parse(await read('/v2/identity'))
  const ask = async (path: string, body: object, token?: string): Promise<unknown> => {
    const response = await fetch(`${walletOrigin}${path}`, {
      method: token === undefined ? 'POST' : 'PUT',
      headers: {
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
    return response.json()
  }
  const email = `p${randomBytes(4).toString('hex')}@mail.example`
  const { challengeId } = codeStartAnswer.parse(await ask('/identity/code', { email, language: 'en' }))
  const code = await until('the code has come by mail', async () => {
    const { mails } = (await read(`/devnet/mail.json?to=${email}`)) as { mails: { code: string }[] }
    return mails[0]?.code
  })
  const { user, walletToken, exchangeToken } = sessionAnswer.parse(
    await ask('/identity/code/verify', { challengeId, email, code }),
  )
  const solanaSecret = randomBytes(32)
  const solanaAddress = base58.encode(ed25519.getPublicKey(solanaSecret))
  const record: Omit<ShareRecord, 'checksum'> = {
    ...{ kind: 'server', generation: 1, evmAddress: address },
    share: bytesToHex(randomBytes(33)),
  }
  const checksum = createHash('sha256').update(shareChecksumInput(record)).digest('hex').slice(0, 16)
  const proof = walletProofText({ userId: user.userId, generation: 1, evmAddress: address, solanaAddress })
  const put = {
    expectedGeneration: 0,
    serverShare: { ...record, checksum: `0x${checksum}` },
    solanaAddress,
    proofs: {
      evm: await privateKeyToAccount(primaryKey).signMessage({ message: proof }),
      solana: bytesToHex(ed25519.sign(utf8(proof), solanaSecret)),
    },
    recovery: [],
  }
  await ask('/identity/wallet', put, walletToken)
  return { email, accessToken: exchangeToken }
}
