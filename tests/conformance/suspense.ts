/** Money that came and is credited to no account: listed, sent to its account, once. */
import { describe, expect, it } from 'vitest'
import { createTransactionSender, deployBridgedUsdc, fiatTokenAbi } from '@vest/contracts'
import { depositAddressesResponse, strayClaimResponse, straysResponse, type Hex } from '@vest/protocol'
import { createDevnetClient } from '@vest/sdk'
import { createPrivateKey } from '@vest/sdk/node'
import { privateKeyToAccount } from 'viem/accounts'
import { createBot } from '../world/bot.ts'
import { until } from '../world/until.ts'
import { as, call, expectError, type GetWorld } from './world.ts'

export const suspense = (world: GetWorld) =>
  describe('what is credited to no account', () => {
    it('another token and a coin at the deposit address, and USDC of a sender without an account', async () => {
      const { baseUrl } = world()
      const owner = await createBot({ baseUrl })
      const { chain } = owner
      const [home] = depositAddressesResponse.parse(
        (await call(world(), '/v2/transfer/deposit/addresses', as(owner))).body,
      )
      const stranger = privateKeyToAccount(createPrivateKey())
      await createDevnetClient({ baseUrl }).faucet(stranger.address, chain.chainId)
      const sender = createTransactionSender({
        rpcUrl: `${baseUrl}${chain.rpcUrl}`,
        chainId: chain.chainId,
        account: stranger,
        pollMs: 50,
      })
      const token = await deployBridgedUsdc(sender)
      const send = (address: Hex, functionName: 'mint' | 'transfer', to: string, units: bigint) =>
        sender.call({ address, abi: fiatTokenAbi, functionName, args: [to, units] })
      await send(token, 'mint', home!.address, 3_500_000_000_000_000_000n)
      await sender.pay(home!.address as Hex, 1_000_000_000_000_000n)
      const { transactionHash } = await send(
        chain.tokens[0]!.address as Hex,
        'transfer',
        chain.vault,
        2_000_000n,
      )

      const list = async (query = '') =>
        straysResponse.parse((await call(world(), `/v2/transfer/suspense${query}`, as(owner))).body)
      const waits = await until('the money of the sender waits', async () => {
        const { rows } = await list(`?sender=${stranger.address}`)
        return rows.find(({ kind }) => kind === 'SENDER')
      })
      expect(waits).toMatchObject({
        amount: '2.000000',
        symbol: 'USDC',
        txHash: transactionHash,
        claimable: false,
      })
      const { rows, unread } = await list()
      expect(unread).toEqual([])
      expect(rows.map(({ kind, amount, symbol }) => [kind, amount, symbol])).toEqual([
        ['COIN', '0.001', 'ETH'],
        ['TOKEN', '3.5', null],
      ])
      const claim = (body: object) => call(world(), '/v2/transfer/suspense/claim', as(owner, { body }))
      const { chainId } = chain
      for (const body of [{ chainId, token }, { chainId, token: null }, { chainId }]) {
        const answer = await claim(body)
        // The last of them finds the coin gone.
        if (body.token === undefined) expectError(answer, 400, 1130)
        else expect(strayClaimResponse.parse(answer.body).txHash).toMatch(/^0x[0-9a-f]{64}$/)
      }
      expect(await list()).toEqual({ rows: [], unread: [] })
      const held = await sender.reader.readContract({
        address: token,
        abi: fiatTokenAbi,
        functionName: 'balanceOf',
        args: [owner.address as Hex],
      })
      expect(held).toBe(3_500_000_000_000_000_000n)
      expectError(await claim({ chainId, token: chain.tokens[0]!.address }), 400, 1130)
    })
  })
