/** Gasless deposits (5.9): what is refused at once, the same request twice, and money that arrives. */
import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { receiveWithAuthorizationTypes } from '@vest/contracts'
import { accountResponse, idResponse, transfersResponse, type Hex } from '@vest/protocol'
import { privateKeyToAccount } from 'viem/accounts'
import { createBot, type Bot } from '../world/bot.ts'
import { until } from '../world/until.ts'
import { as, call, expectError, type GetWorld } from './world.ts'

interface Authorization {
  readonly account: string
  readonly value: unknown
  readonly valid_after: number
  readonly valid_before: number
  readonly nonce: string
  readonly chain_id: number
}

/** What the primary key signs; `sent` differs from it where a test says so. */
export async function authorizationOf(bot: Bot, signed: Partial<Authorization> = {}, sent: object = {}) {
  const { vault, chainId, tokens } = bot.chain
  const authorization: Authorization = {
    account: bot.address,
    value: '5000000',
    valid_after: 0,
    valid_before: Math.floor(Date.now() / 1_000) + 3_600,
    nonce: `0x${randomBytes(32).toString('hex')}`,
    chain_id: chainId,
    ...signed,
  }
  const signature = await privateKeyToAccount(bot.primaryKey).signTypedData({
    domain: { ...tokens[0]!.authorization!, chainId, verifyingContract: tokens[0]!.address as Hex },
    types: receiveWithAuthorizationTypes,
    primaryType: 'ReceiveWithAuthorization',
    message: {
      from: authorization.account as Hex,
      to: vault as Hex,
      value: BigInt(authorization.value as string),
      validAfter: BigInt(authorization.valid_after),
      validBefore: BigInt(authorization.valid_before),
      nonce: authorization.nonce as Hex,
    },
  })
  return { ...authorization, signature, ...sent }
}

export const deposits = (world: GetWorld) =>
  describe('gasless deposits', () => {
    const post = (bot: Bot, body: unknown) =>
      call(world(), '/v2/transfer/deposit/authorized', as(bot, { body }))
    const row = async (bot: Bot, id: string) =>
      transfersResponse.parse((await call(world(), `/v2/transfer?id=${id}`, as(bot))).body)[0]!
    const nowS = (): number => Math.floor(Date.now() / 1_000)

    it('[7.24] [3.11] [6.4] wire 55: NEW, then FILLED without gas of the trader; again and at the same moment it is the same one', async () => {
      const bot = await createBot({ baseUrl: world().baseUrl, depositUsd6: 4_000_000_000n })
      const collateral = async () =>
        accountResponse.parse((await call(world(), '/v2/account', as(bot))).body).collateral
      const [wallet, before] = [await bot.walletUsd6(), await collateral()]
      const body = await authorizationOf(bot, { value: '123456789' })
      const answers = await Promise.all(Array.from({ length: 5 }, () => post(bot, body)))
      const { id } = idResponse.parse(answers[0]!.body)
      for (const answer of answers) expect([answer.status, answer.body]).toEqual([200, { id }])
      expect(await row(bot, id)).toMatchObject({
        orderType: 'DEPOSIT',
        size: '123.456789',
        chainId: 42161,
        token: 'USDC',
        code: null,
      })
      await until('it is credited', async () => (await row(bot, id)).status === 'FILLED')
      expect(await bot.walletUsd6()).toBe(wallet - 123_456_789n)
      expect([before, await collateral()]).toEqual(['4000.000000', '4123.456789'])
      expect((await post(bot, body)).body).toEqual({ id })
      expect((await row(bot, id)).txHash).toMatch(/^0x[0-9a-f]{64}$/)
      const all = transfersResponse.parse(
        (await call(world(), '/v2/transfer?orderType=DEPOSIT', as(bot))).body,
      )
      expect(all.filter((one) => one.id === id)).toHaveLength(1)
      // Another amount under the nonce that is gone.
      expectError(
        await post(bot, await authorizationOf(bot, { nonce: body.nonce, value: '1000000' })),
        400,
        5010,
      )
      // The signature as number, without 0x and in the other form of v.
      const free = await authorizationOf(bot)
      const raw = {
        ...free,
        value: 5_000_000,
        signature: free.signature.slice(2).replace(/1b$/, '00').replace(/1c$/, '01'),
      }
      expect((await post(bot, raw)).status).toBe(200)
    })

    it('[7.24] what the token would not take is refused before anything happens', async () => {
      const { trader, rival } = world()
      const cases: readonly [string, object, number, number][] = [
        ['another account', await authorizationOf(trader, {}, { account: rival.address }), 400, 1130],
        ['less than a dollar', await authorizationOf(trader, { value: '999999' }), 400, 1130],
        ['two minutes left', await authorizationOf(trader, { valid_before: nowS() + 119 }), 400, 1130],
        ['not valid yet', await authorizationOf(trader, { valid_after: nowS() + 600 }), 400, 1130],
        ['another chain', await authorizationOf(trader, {}, { chain_id: 31_337 }), 400, 1130],
        ['money that is not there', await authorizationOf(trader, { value: '999999000000' }), 400, 1130],
        ['an altered value', await authorizationOf(trader, {}, { value: '6000000' }), 400, 1022],
        ['an altered end', await authorizationOf(trader, {}, { valid_before: nowS() + 7_200 }), 400, 1022],
        ['a foreign signature', { ...(await authorizationOf(trader)), signature: (await authorizationOf(rival)).signature }, 400, 1022],
        ['a compact signature', await shorten(trader), 400, 1022],
        ['a nonce of 31 bytes', await authorizationOf(trader, {}, { nonce: `0x${'11'.repeat(31)}` }), 422, 1130],
        ['a value with decimals', await authorizationOf(trader, {}, { value: '5.5' }), 422, 1130],
        ['a value with a sign', await authorizationOf(trader, {}, { value: '-5000000' }), 422, 1130],
        ['seconds as text', await authorizationOf(trader, {}, { valid_before: String(nowS() + 3_600) }), 422, 1130],
        ['no signature', { ...(await authorizationOf(trader)), signature: undefined }, 422, 1130],
      ] // prettier-ignore
      for (const [name, body, status, code] of cases) {
        const answer = await post(trader, body)
        expect([name, answer.status, (answer.body as { code: number }).code]).toEqual([name, status, code])
        expectError(answer, status, code)
      }
    })

    const shorten = async (bot: Bot) => {
      const body = await authorizationOf(bot)
      return { ...body, signature: body.signature.slice(0, 130) }
    }
  })
