/** Money out: the withdrawal's forms, its contract arguments, and the lists. */
import { describe, expect, it } from 'vitest'
import { bytesToHex, hexToBytes, idResponse, transfersResponse, type SignedAction } from '@vest/protocol'
import { keccak256 } from '@vest/sdk/node'
import { until } from '../world/until.ts'
import { as, call, expectError, freshNonce, type GetWorld } from './world.ts'

export const transfers = (world: GetWorld) =>
  describe('transfers', () => {
    async function withdraw(sent: { size?: number | string; token?: string; chainId?: number } = {}) {
      const { trader } = world()
      const token = trader.chain.tokens[0]!.address
      const order = {
        time: Date.now(),
        nonce: freshNonce(),
        recipient: trader.address,
        token,
        size: 1_500_000 as number | string,
        chainId: 42161,
        ...sent,
      }
      const signature = await trader.signer.sign({
        kind: 'withdraw',
        ...order,
        size: Number(order.size),
        token,
        account: trader.address,
      } as SignedAction)
      const body = { order, execute: false, signature }
      return { body, answer: await call(world(), '/v2/transfer/withdraw', as(trader, { body })) }
    }
    const list = async (query: string) =>
      transfersResponse.parse((await call(world(), `/v2/transfer?${query}`, as(world().trader))).body)

    it('[7.22] wire 50: size as number and as text, the token by name and by address', async () => {
      for (const sent of [{}, { size: '2500000' }, { token: 'USDC' }]) {
        const { answer } = await withdraw(sent)
        expect(answer.status).toBe(200)
        const { id } = idResponse.parse(answer.body)
        expect((await list(`id=${id}`)).map((row) => row.orderType)).toEqual(['WITHDRAW'])
      }
      expectError((await withdraw({ chainId: 999 })).answer, 400, 1130)
    })

    it('[4.6] wire 51: execute false leads to VERIFIED with all contract arguments; the id is the hash of what was signed', async () => {
      const { answer } = await withdraw()
      const { id } = idResponse.parse(answer.body)
      const row = await until('it is approved', async () =>
        (await list(`id=${id}`)).find(({ status }) => status === 'VERIFIED'),
      )
      for (const field of [
        'requestArgs',
        'signer',
        'signature',
        'signatureProof',
        'validatorSignature',
      ] as const)
        expect(row[field]).toMatch(/^0x[0-9a-fA-F]{40,}$/)
      expect(bytesToHex(keccak256(hexToBytes(row.requestArgs!)))).toBe(id)
      const before = await world().trader.walletUsd6()
      await world().trader.claim(row)
      expect((await world().trader.walletUsd6()) - before).toBe(1_500_000n)
      await expect(world().trader.claim(row)).rejects.toThrow()
      await until('the exchange has seen it', async () => (await list(`id=${id}`))[0]!.status === 'FILLED')
    })

    it('the same signed withdrawal again is 5010', async () => {
      const { body } = await withdraw()
      expectError(await call(world(), '/v2/transfer/withdraw', as(world().trader, { body })), 400, 5010)
    })

    it('[7.21] wire 52: filters by type, nonce and time; newest first', async () => {
      const { body } = await withdraw()
      expect((await list(`nonce=${body.order.nonce}`)).map((row) => row.nonce)).toEqual([body.order.nonce])
      const all = await list('')
      expect(all.map((row) => row.postTime)).toEqual(all.map((row) => row.postTime).toSorted((a, b) => b - a))
      expect((await list('orderType=DEPOSIT')).every((row) => row.orderType === 'DEPOSIT')).toBe(true)
      expect(await list(`endTime=${all.at(-1)!.postTime - 1}`)).toEqual([])
      expect(await list(`startTime=${all[0]!.postTime + 1}`)).toEqual([])
      expect((await list('limit=1')).map((row) => row.id)).toEqual([all[0]!.id])
    })
  })
