/** Who may act: registration, signatures of either key, and signatures that are refused. */
import { describe, expect, it } from 'vitest'
import { hexToBytes, registerResponse, REGISTRATION_CONTRACTS_DOCUMENTED, type Hex } from '@vest/protocol'
import {
  createLocalPrimary,
  createLocalSigner,
  createPrivateKey,
  registrationTypedData,
} from '@vest/sdk/node'
import { as, call, expectError, orderBody, type GetWorld } from './world.ts'

const DAY_MS = 86_400_000
const N = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

/** The same signature with s mirrored: mathematically valid, and refused. */
export function highS(signature: Hex): string {
  const s = N - BigInt(`0x${signature.slice(66, 130)}`)
  const v = signature.slice(130) === '1b' ? '1c' : '1b'
  return `${signature.slice(0, 66)}${s.toString(16).padStart(64, '0')}${v}`
}

export const registration = (world: GetWorld) =>
  describe('registration and signatures', () => {
    async function register(
      options: {
        contract?: string
        signature?: (hex: Hex) => string
        expiryTimeMs?: number
        networkType?: number
      } = {},
    ) {
      const primary = createLocalPrimary(createPrivateKey())
      const signer = createLocalSigner(createPrivateKey())
      const expiryTimeMs = options.expiryTimeMs ?? Date.now() + DAY_MS
      const contract = options.contract ?? world().trader.chain.router
      const signature = await primary.signTypedData(
        registrationTypedData({ verifyingContract: contract, signingAddress: signer.address, expiryTimeMs }),
      )
      const body = {
        signingAddr: signer.address, primaryAddr: primary.address, expiryTime: expiryTimeMs, networkType: options.networkType ?? 0, isMobile: false,
        signature: options.signature?.(signature) ?? signature,
      } // prettier-ignore
      return { body, answer: await call(world(), '/v2/register', { body }) }
    }

    it('[7.2] wire 20: accepts our contract and both documented ones; with and without 0x; v 27/28 and 0/1', async () => {
      const lowV = (hex: Hex): string => `${hex.slice(0, 130)}${hex.endsWith('1b') ? '00' : '01'}`
      for (const options of [
        {},
        ...REGISTRATION_CONTRACTS_DOCUMENTED.map((contract) => ({ contract })),
        { signature: (hex: Hex) => hex.slice(2) },
        { signature: lowV },
      ]) {
        const { answer } = await register(options)
        expect(answer.status).toBe(200)
        registerResponse.parse(answer.body)
      }
    })

    it('wire 21: registering again succeeds, and both keys work', async () => {
      const { body, answer } = await register()
      // What belongs to other parts of the exchange is allowed to stand there.
      const again = await call(world(), '/v2/register', {
        body: { ...body, isFunded: false },
      })
      for (const { apiKey } of [registerResponse.parse(answer.body), registerResponse.parse(again.body)])
        expect((await call(world(), '/v2/account', { headers: { 'x-api-key': apiKey } })).status).toBe(200)
    })

    it('wire 22: another network type is 1024; a foreign signature 1022; an expiry out of bounds 1130', async () => {
      expectError((await register({ networkType: 2 })).answer, 400, 1024)
      expectError((await register({ contract: `0x${'11'.repeat(20)}` })).answer, 400, 1022)
      expectError((await register({ expiryTimeMs: Date.now() - 1 })).answer, 400, 1130)
      expectError((await register({ expiryTimeMs: Date.now() + 91 * DAY_MS })).answer, 400, 1130)
    })

    it('wire 23: the signing key and the primary key may sign; a foreign key may not', async () => {
      const { trader } = world()
      const send = async (signer: typeof trader.signer) =>
        call(
          world(),
          '/v2/orders',
          as(trader, { body: await orderBody(trader, { size: '0.0100' }, { signer }) }),
        )
      expect((await send(trader.signer)).status).toBe(200)
      expect((await send(createLocalSigner(trader.primaryKey))).status).toBe(200)
      expectError(await send(world().rival.signer), 400, 1022)
      expectError(await send(createLocalSigner(createPrivateKey())), 400, 1022)
    })

    it('wire 24: high-s, 64-byte and 66-byte signatures are refused', async () => {
      const { trader } = world()
      const changes = [highS, (hex: Hex) => hex.slice(0, 130), (hex: Hex) => `${hex}00`]
      for (const change of changes) {
        const body = await orderBody(trader, { size: '0.0100' })
        expect(hexToBytes(body.signature)).toHaveLength(65)
        expectError(
          await call(
            world(),
            '/v2/orders',
            as(trader, { body: { ...body, signature: change(body.signature) } }),
          ),
          400,
          1022,
        )
      }
    })

    it('wire 25: the signature covers the text, not the number', async () => {
      const { trader } = world()
      const send = async (sent: string, signedAs: string) =>
        call(
          world(),
          '/v2/orders',
          as(trader, { body: await orderBody(trader, { size: sent }, { signedAs: { size: signedAs } }) }),
        )
      expect((await send('0.1', '0.1')).status).toBe(200)
      expectError(await send('0.1000', '0.1'), 400, 1022)
    })
  })
