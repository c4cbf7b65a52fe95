/**
 * Signs a person in by a code, as the wallet's frame does, and says that the key of a bot is their embedded wallet: what
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
  type SessionAnswer,
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
  /** Good once: for the next one. */
  readonly refreshToken: string
}

/** The same person with a new token. */
export async function renewed(baseUrl: string, person: SignedInPerson): Promise<SignedInPerson> {
  const { refreshToken } = person
  const answer = await askWallet(await walletOriginOf(baseUrl), '/identity/refresh', { refreshToken })
  return personOf(sessionAnswer.parse(answer))
}

const personOf = ({ user, exchangeToken, refreshToken }: SessionAnswer): SignedInPerson => ({
  email: user.email,
  accessToken: exchangeToken,
  refreshToken,
})

const read = async (baseUrl: string, path: string): Promise<unknown> =>
  (await programFetch(baseUrl)(`${baseUrl}${path}`)).json()

const walletOriginOf = async (baseUrl: string): Promise<string> =>
  identityInfoResponse.parse(await read(baseUrl, '/v2/identity')).walletOrigin!

async function askWallet(origin: string, path: string, body: object, token?: string): Promise<unknown> {
  const response = await fetch(`${origin}${path}`, {
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

export async function signInByCode(
  baseUrl: string,
  { address, primaryKey }: Pick<Bot, 'address' | 'primaryKey'>,
): Promise<SignedInPerson> {
  const origin = await walletOriginOf(baseUrl)
  const ask = (path: string, body: object, token?: string) => askWallet(origin, path, body, token)
  const email = `p${randomBytes(4).toString('hex')}@mail.example`
  const { challengeId } = codeStartAnswer.parse(await ask('/identity/code', { email, language: 'en' }))
  const code = await until('the code has come by mail', async () => {
    const { mails } = (await read(baseUrl, `/devnet/mail.json?to=${email}`)) as { mails: { code: string }[] }
    return mails[0]?.code
  })
  const session = sessionAnswer.parse(await ask('/identity/code/verify', { challengeId, email, code }))
  const { user, walletToken } = session
  const solanaSecret = randomBytes(32)
  const solanaAddress = base58.encode(ed25519.getPublicKey(solanaSecret))
  const record: Omit<ShareRecord, 'checksum'> = {
    kind: 'server',
    generation: 1,
    evmAddress: address,
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
  return personOf(session)
}
