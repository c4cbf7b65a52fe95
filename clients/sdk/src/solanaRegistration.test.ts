/** An account of a Solana wallet, from its key to signed calls. The vectors were made by Node's OpenSSL and by noble. */
import { createPrivateKey as nodeKey, sign as nodeSign } from 'node:crypto'
import {
  hexToBytes,
  solanaAccount,
  solanaApprovalText,
  solanaPublicKey,
  solanaSignedForms,
} from '@vest/protocol'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { answerAll, SIGNING_KEY, USDC } from '../testing/answers.ts'
import {
  startScriptedExchange,
  type ScriptedExchange,
  type SeenRequest,
} from '../testing/scriptedExchange.ts'
import {
  createLocalSigner,
  createLocalSolanaPrimary,
  createVestClient,
  keccak256,
  ValidationError,
  type SolanaPrimarySigner,
} from './node.ts'

const SECRET = new Uint8Array(32).fill(0x33)
const ADDRESS = '2btLJAAb1S3x6hZYdVyAePjqtQYi2ZBSRGy4569RZu8h'
const SIGNER = '0x19e7e376e7c213b7e7e7e46cc70a5dd086daff2a'
const EXPIRY_MS = 1_800_000_000_000
const TEXT = `Approve trading signer ${SIGNER} until ${EXPIRY_MS}`
/** Over the text, the short envelope and the long one. */
const SIGNATURES = [
  '0xd7b397507a26195dffc7e269673fd82d1e9eb6e33233655a5a925bf07cc8d7feaadb8ff272cb04be37afbe1729691ffcbd6c83943c794f5031a4781620e35d0f',
  '0x4b9d3e97e4f0bebcb2a7e87319137435df865f86e73378a52c4d9133618f878017e47e9f4b60f735b93eb3d7d48107db32000e30d1630d0b406da32af2fa4903',
  '0x485c89a2cc81da92ee70550798991dcddc8b006f4269355d13801fbc760d5d09a181e2b59df231620d9efa439a92611deadcd8eaadfed7e80641b555dc78dc06',
] as const

/** Node's own ed25519 with the same secret. */
const openSsl = nodeKey({
  key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), SECRET]),
  format: 'der',
  type: 'pkcs8',
})

let exchange: ScriptedExchange
beforeEach(async () => {
  exchange = await startScriptedExchange(answerAll)
})
afterEach(() => exchange.close())

const client = () => createVestClient({ baseUrl: exchange.url, validate: true })
const last = (): SeenRequest => exchange.requests.at(-1)!
const register = (primary: SolanaPrimarySigner) =>
  client().registerSession({ primary, signer: createLocalSigner(SIGNING_KEY), expiryTimeMs: EXPIRY_MS })
const wallet = (signMessage: SolanaPrimarySigner['signMessage']): SolanaPrimarySigner => ({
  address: ADDRESS,
  signMessage,
})

describe('registration by a Solana wallet', () => {
  it('[7.2] wire 2.4: the wallet signs one text; two libraries agree on every form of it', async () => {
    const primary = createLocalSolanaPrimary(SECRET)
    expect([
      primary.address,
      solanaApprovalText(SIGNER.toUpperCase().replace('0X', '0x'), EXPIRY_MS),
    ]).toEqual([ADDRESS, TEXT])
    const forms = solanaSignedForms(TEXT, solanaPublicKey(ADDRESS)!)
    for (const [place, form] of forms.entries()) {
      expect(`0x${nodeSign(null, form, openSsl).toString('hex')}`).toBe(SIGNATURES[place])
      const { signature } = await primary.signMessage(form)
      expect(`0x${Buffer.from(signature).toString('hex')}`).toBe(SIGNATURES[place])
    }
    const session = await register(primary)
    expect(last().body).toEqual({
      signingAddr: SIGNER,
      primaryAddr: ADDRESS,
      signature: SIGNATURES[0],
      expiryTime: EXPIRY_MS,
      networkType: 1,
      isMobile: false,
    })
    // Its contract would have been asked for by an approval of the other kind.
    expect(exchange.requests.map(({ path }) => path)).toEqual(['/v2/register'])
    expect(session).toMatchObject({ apiKey: 'key-1', account: ADDRESS })
  })

  it('takes the envelope of a hardware wallet, and a wallet that does not say what it signed', async () => {
    const form = solanaSignedForms(TEXT, solanaPublicKey(ADDRESS)!)[1]!
    const enveloped = { signature: nodeSign(null, form, openSsl), signed: form }
    await register(wallet(async () => enveloped))
    expect(last().body.signature).toBe(SIGNATURES[1])
    await register(wallet(async (message) => ({ signature: nodeSign(null, message, openSsl) })))
    expect(last().body.signature).toBe(SIGNATURES[0])
  })

  it('sends nothing where the wallet signed another text, or its address is none', async () => {
    const other = new TextEncoder().encode(TEXT.replace('2a until', '2b until'))
    const signed = { signature: nodeSign(null, other, openSsl), signed: other }
    await expect(register(wallet(async () => signed))).rejects.toBeInstanceOf(ValidationError)
    const malformed = { ...wallet(async () => signed), address: ADDRESS.slice(1) }
    await expect(register(malformed)).rejects.toBeInstanceOf(ValidationError)
    expect(exchange.requests).toEqual([])
  })

  it('signed tuples name the account by its 20-byte form', async () => {
    const vest = client()
    vest.authorize({
      apiKey: 'key-1',
      accountGroup: 0,
      account: ADDRESS,
      signer: {
        address: SIGNER,
        sign: async (action) => {
          expect(action).toMatchObject({ account: solanaAccount(solanaPublicKey(ADDRESS)!, keccak256) })
          return createLocalSigner(hexToBytes(SIGNING_KEY)).sign(action)
        },
      },
    })
    await vest.withdraw({
      recipient: `0x${'11'.repeat(20)}`,
      token: USDC,
      size: 5_000_000,
      chainId: 42161,
      execute: false,
    })
    expect(last().path).toBe('/v2/transfer/withdraw')
    expect.assertions(2)
  })
})
