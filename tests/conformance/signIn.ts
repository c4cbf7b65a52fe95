/** People without a wallet of their own: by a code and by a provider to a session, an embedded wallet, and an account of either network. */
import { createHash, randomBytes } from 'node:crypto'
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import {
  codeStartAnswer,
  identityInfoResponse,
  isProviderUp,
  oidcReturnAnswer,
  oidcStartAnswer,
  registerResponse,
  sessionAnswer,
  shareChecksumInput,
  signerProofTypedData,
  solanaApprovalText,
  solanaReadAnswer,
  utf8,
  walletAnswer,
  walletConfig,
  walletProofText,
  bytesToHex,
  type ShareRecord,
  REFUSAL,
} from '@vest/protocol'
import { createPrivateKey } from '@vest/sdk/node'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { signInAtProvider } from '../../devnet/src/identity/testing/signInAtProvider.ts'
import { until } from '../world/until.ts'
import { call, expectError, type GetWorld } from './world.ts'

const DAY_MS = 86_400_000

export const signIn = (world: GetWorld) =>
  describe('signing in', () => {
    const info = async () => identityInfoResponse.parse((await call(world(), '/v2/identity')).body)
    /** A call of the wallet's own origin. */
    const ask = async (path: string, body?: unknown, options: { token?: string; method?: string } = {}) => {
      const response = await fetch(`${(await info()).walletOrigin}${path}`, {
        method: options.method ?? (body === undefined ? 'GET' : 'POST'),
        headers: {
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(options.token === undefined ? {} : { authorization: `Bearer ${options.token}` }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      return (await response.json()) as unknown
    }
    const mailedCode = async (email: string): Promise<string> => {
      const mails = async () =>
        ((await call(world(), `/devnet/mail.json?to=${email}`)).body as { mails: { code: string }[] }).mails
      return until('the code has come by mail', async () => (await mails())[0]?.code)
    }
    const byCode = async (email: string) => {
      const { challengeId } = codeStartAnswer.parse(await ask('/identity/code', { email, language: 'en' }))
      const code = await mailedCode(email)
      return sessionAnswer.parse(await ask('/identity/code/verify', { challengeId, email, code }))
    }
    const newEmail = () => `p${randomBytes(4).toString('hex')}@mail.example`

    it('[3.13] [7.2] [5.2] by a code: a session, a wallet, and accounts of both its keys by the token', async () => {
      const email = newEmail()
      const { user, walletToken, exchangeToken } = sessionAnswer.parse(await byCode(email))
      expect(user).toMatchObject({ email, wallet: null })

      const primary = privateKeyToAccount(createPrivateKey())
      const solanaSecret = randomBytes(32)
      const solanaAddress = base58.encode(ed25519.getPublicKey(solanaSecret))
      const evmAddress = primary.address.toLowerCase() as `0x${string}`
      const record: Omit<ShareRecord, 'checksum'> = {
        kind: 'server',
        generation: 1,
        evmAddress,
        share: bytesToHex(randomBytes(33)),
      }
      const checksum = createHash('sha256').update(shareChecksumInput(record)).digest('hex').slice(0, 16)
      const proof = walletProofText({ userId: user.userId, generation: 1, evmAddress, solanaAddress })
      const put = {
        expectedGeneration: 0,
        serverShare: { ...record, checksum: `0x${checksum}` },
        solanaAddress,
        proofs: {
          evm: await primary.signMessage({ message: proof }),
          solana: bytesToHex(ed25519.sign(utf8(proof), solanaSecret)),
        },
        recovery: [],
      }
      const forged = { ...put, proofs: { ...put.proofs, solana: `0x${'11'.repeat(64)}` } }
      const asPut = { token: walletToken, method: 'PUT' }
      expect(await ask('/identity/wallet', forged, asPut)).toMatchObject({ code: REFUSAL.INVALID_SIGNATURE })
      expect(await ask('/identity/wallet', put, asPut)).toMatchObject({ wallet: { evmAddress } })
      expect(await ask('/identity/wallet', put, asPut)).toMatchObject({ code: REFUSAL.WALLET_CHANGED })
      const kept = walletAnswer.parse(await ask('/identity/wallet', undefined, { token: walletToken }))
      expect(kept.serverShare).toEqual(put.serverShare)
      expect(await ask('/identity/wallet', undefined, { token: exchangeToken })).toMatchObject({
        code: REFUSAL.UNAUTHORIZED,
      })

      const read = { jsonrpc: '2.0', id: 1, method: 'getMultipleAccounts', params: [[solanaAddress], {}] }
      const asOwner = { token: walletToken }
      expect(solanaReadAnswer.parse(await ask('/identity/solana', read, asOwner))).toMatchObject({
        result: { value: [null] },
      })
      // It reads, and does nothing else.
      const sent = { ...read, method: 'sendTransaction', params: ['AA==', {}] }
      expect(await ask('/identity/solana', sent, asOwner)).toMatchObject({ code: REFUSAL.INVALID_PARAMETER })

      const { registrationContract } = walletConfig.parse(await ask('/identity/config'))
      const signingAddr = privateKeyToAccount(createPrivateKey()).address.toLowerCase()
      const expiryTime = Date.now() + 14 * DAY_MS
      const { domain, message, types, primaryType } = signerProofTypedData(
        registrationContract,
        signingAddr,
        expiryTime,
      )
      const signature = await primary.signTypedData({
        domain: { ...domain, verifyingContract: registrationContract as `0x${string}` },
        types: { SignerProof: types.SignerProof },
        primaryType,
        message: {
          approvedSigner: message.approvedSigner as `0x${string}`,
          signerExpiry: BigInt(expiryTime),
        },
      })
      const evm = { signingAddr, primaryAddr: evmAddress, expiryTime, signature, accessToken: exchangeToken }
      const solana = {
        signingAddr,
        primaryAddr: solanaAddress,
        expiryTime,
        networkType: 1,
        accessToken: exchangeToken,
        signature: base58.encode(
          ed25519.sign(utf8(solanaApprovalText(signingAddr, expiryTime)), solanaSecret),
        ),
      }
      for (const body of [evm, solana]) {
        const { apiKey } = registerResponse.parse((await call(world(), '/v2/register', { body })).body)
        const account = await call(world(), '/v2/account', { headers: { 'x-api-key': apiKey } })
        expect(account.body).toMatchObject({ address: body.primaryAddr })
      }
      const other = await byCode(newEmail())
      for (const accessToken of [other.exchangeToken, walletToken, 'none'])
        expectError(await call(world(), '/v2/register', { body: { ...evm, accessToken } }), 401, 1002)
      await ask('/identity/signout', { everywhere: false }, { token: walletToken })
      expectError(await call(world(), '/v2/register', { body: evm }), 401, 1002)
    })

    it('[3.13] by the provider with the same address it is the same person', async () => {
      const email = newEmail()
      const { user } = await byCode(email)
      const secret = randomBytes(32).toString('base64url')
      const started = oidcStartAnswer.parse(
        await ask('/identity/oidc/start', {
          provider: 'google',
          returnPath: '/trade/BTC-PERP',
          language: 'en',
          secretHash: createHash('sha256').update(secret).digest('base64url'),
        }),
      )
      const redirectUri = new URL(started.url).searchParams.get('redirect_uri')!
      expect(new URL(redirectUri).pathname).toBe('/oauth/redirect')
      const person = { email, isVerified: true, hd: 'mail.example' }
      const back = (await signInAtProvider(started.url, redirectUri, person)).searchParams
      const returned = {
        state: back.get('state')!,
        code: back.get('code')!,
        secret,
        ...(back.has('iss') ? { iss: back.get('iss')! } : {}),
      }
      const answer = oidcReturnAnswer.parse(await ask('/identity/oidc/return', returned))
      if (answer.kind !== 'session') throw new Error('the provider speaks for this address')
      expect(answer).toMatchObject({ returnPath: '/trade/BTC-PERP', user: { userId: user.userId } })
      expect(await ask('/identity/oidc/return', returned)).toMatchObject({ code: REFUSAL.SIGN_IN_FAILED })
    })

    it('[7.28] the status page of the identity provider says whether it is up', async () => {
      const { statusUrl } = await info()
      const isUp = async () => isProviderUp((await call(world(), statusUrl!)).body)
      const set = (status: string) => call(world(), '/devnet/identity/status', { body: { status } })
      expect(await isUp()).toBe(true)
      await set('UNDERMAINTENANCE')
      expect(await isUp()).toBe(false)
      await set('UP')
      expect(await isUp()).toBe(true)
      expectError(await set('DOWN'), 422, 1130)
    })
  })
