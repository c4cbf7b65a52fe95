/** A wallet that is a contract on the chain, from its approval to money that is back in it. */
import { describe, expect, it } from 'vitest'
import {
  idResponse,
  registerResponse,
  signerProofDigest,
  transfersResponse,
  withdrawAllowanceResponse,
  type Hex,
  type SignedAction,
  REFUSAL,
} from '@vest/protocol'
import { createLocalSigner, createPrivateKey, keccak256 } from '@vest/sdk/node'
import { fiatTokenAbi, vestVaultAbi } from '@vest/contracts'
import { bytesToHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { compileContract } from '../../contracts/src/compile.ts'
import { createBot, usdcOf } from '../world/bot.ts'
import { until } from '../world/until.ts'
import { call, expectError, freshNonce, type GetWorld } from './world.ts'

const DAY_MS = 86_400_000
const DEPOSIT_UNITS = 20_000_000n

export const contractWallets = (world: GetWorld) =>
  describe('contract wallets', () => {
    it('[7.2] approves a signing key by ERC-1271, is paid by the keeper, and is refused by name where it is wrong', async () => {
      const { baseUrl } = world()
      const owner = await createBot({ baseUrl, depositUsd6: 1_000_000n })
      const { vault, router, tokens, chainId } = owner.chain
      const token = tokens[0]!.address as Hex
      const wallet = (
        await owner.sender.deploy({
          ...compileContract('testing/OwnedWallet.sol', 'OwnedWallet'),
          args: [owner.address],
        })
      ).toLowerCase() as Hex
      const signer = createLocalSigner(createPrivateKey())
      const expiryTime = Date.now() + DAY_MS
      const digest = bytesToHex(signerProofDigest(router, signer.address, expiryTime, keccak256))
      const byOwner = await privateKeyToAccount(owner.primaryKey).sign({ hash: digest })
      const byStranger = await privateKeyToAccount(createPrivateKey()).sign({ hash: digest })
      const register = (primaryAddr: string, signature: string) =>
        call(world(), '/v2/register', {
          body: {
            signingAddr: signer.address,
            primaryAddr,
            expiryTime,
            networkType: 0,
            isMobile: false,
            signature,
          },
        })

      expectError(await register(wallet, `0x01${byStranger.slice(2)}`), 400, REFUSAL.CONTRACT_WALLET_DECLINED)
      expectError(
        await register(`0x${'c1'.repeat(20)}`, `0x01${byOwner.slice(2)}`),
        400,
        REFUSAL.CONTRACT_WALLET_UNKNOWN,
      )
      const answer = await register(wallet, `0x01${byOwner.slice(2)}`)
      expect(answer.status).toBe(200)
      const { apiKey } = registerResponse.parse(answer.body)
      const headers = { 'x-api-key': apiKey, xrestservermm: 'restserver0' }

      await owner.sender.call({
        address: token,
        abi: fiatTokenAbi,
        functionName: 'approve',
        args: [vault, DEPOSIT_UNITS],
      })
      await owner.sender.call({
        address: vault as Hex,
        abi: vestVaultAbi,
        functionName: 'deposit',
        args: [token, wallet, DEPOSIT_UNITS],
      })
      const rows = async () =>
        transfersResponse.parse((await call(world(), '/v2/transfer', { headers })).body)
      await until('the deposit is credited', async () => (await rows())[0]?.status === 'FILLED')
      // A soft credit trades, and leaves once its block is final.
      await until('the deposit is final', async () => {
        const { body } = await call(world(), '/v2/transfer/withdraw/allowance', { headers })
        return withdrawAllowanceResponse.parse(body).withdrawable === '20.000000'
      })

      const order = {
        time: Date.now(),
        nonce: freshNonce(),
        recipient: wallet,
        token,
        size: 5_000_000,
        chainId,
      }
      const withdraw = async (to: typeof order) => {
        const signature = await signer.sign({ kind: 'withdraw', ...to, account: wallet } as SignedAction)
        return call(world(), '/v2/transfer/withdraw', {
          headers,
          body: { order: to, execute: true, signature },
        })
      }
      const base = (await owner.client.chains()).find(
        (each) => each.networkType === 0 && each.chainId !== chainId,
      )!
      const elsewhere = {
        ...order,
        nonce: freshNonce(),
        chainId: base.chainId,
        token: base.tokens[0]!.address as Hex,
      }
      expectError(await withdraw(elsewhere), 400, REFUSAL.CONTRACT_WALLET_ELSEWHERE)
      const { id } = idResponse.parse((await withdraw(order)).body)
      await until('it is paid', async () =>
        (await rows()).some((row) => row.id === id && row.status === 'FILLED'),
      )
      expect(await usdcOf(baseUrl, owner.chain).balanceOf(wallet)).toBe(4_800_000n)
    })
  })
