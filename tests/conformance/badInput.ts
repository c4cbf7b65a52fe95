/**
 * Bad input gets its code and changes nothing. The state is looked at before and after; where neither a tick nor
 * a price came in between (same sequence number), the hash must be the same. A look that was disturbed is
 * repeated with a fresh copy of the same bad request, so each case is proven once undisturbed.
 */
import { isDeepStrictEqual } from 'node:util'
import { describe, expect, it } from 'vitest'
import { createLocalSigner, createPrivateKey } from '@vest/sdk/node'
import { REFUSAL, idResponse, type Hex } from '@vest/protocol'
import { authorizationOf } from './deposits.ts'
import { highS } from './registration.ts'
import {
  as,
  call,
  cancelBody,
  expectError,
  freshNonce,
  lpBody,
  orderBody,
  deepBid,
  sendWrite,
  WRITE_KINDS,
  WRITE_PATHS,
  writeBody,
  type Answer,
  type GetWorld,
  type World,
  type WriteKind,
  type WriteOptions,
} from './world.ts'

interface Case {
  readonly status: number
  readonly code: number
  readonly send: (world: World) => Promise<Answer>
}

const order = async (world: World, body: unknown): Promise<Answer> =>
  call(world, '/v2/orders', as(world.trader, { body }))

/** A proper order whose signature alone is spoilt. */
async function altered(world: World, change: (signature: Hex) => string): Promise<Answer> {
  const body = await orderBody(world.trader, { size: '0.0100' })
  return order(world, { ...body, signature: change(body.signature) })
}
const leverage = (world: World, body: object): Promise<Answer> =>
  call(world, '/v2/account/leverage', as(world.trader, { body }))
const withdraw = (world: World, changes: object): Promise<Answer> => {
  const { address, chain } = world.trader
  const fields = { time: Date.now(), nonce: freshNonce(), recipient: address, token: 'USDC', size: 1_500_000 }
  const body = {
    order: { ...fields, chainId: chain.chainId, ...changes },
    signature: `0x${'11'.repeat(64)}1b`,
  }
  return call(world, '/v2/transfer/withdraw', as(world.trader, { body }))
}

const write = async (
  world: World,
  kind: WriteKind,
  fields: object = {},
  options: WriteOptions = {},
): Promise<Answer> =>
  sendWrite(world, world.trader, kind, await writeBody(world.trader, kind, fields, options))

const lp = async (world: World, fields: object, options: WriteOptions = {}): Promise<Answer> =>
  call(world, '/v2/lp', as(world.trader, { body: await lpBody(world.trader, fields, options) }))

/** Of an order of the trader's that rests. */
async function restingId(world: World): Promise<{ readonly id: string }> {
  const body = await orderBody(world.trader, { orderType: 'LIMIT', limitPrice: await deepBid(world) })
  return idResponse.parse((await order(world, body)).body)
}
let rests: Promise<{ readonly id: string }> | undefined
const amend = async (world: World, fields: object, options: WriteOptions = {}): Promise<Answer> =>
  write(world, 'amend', { ...(await (rests ??= restingId(world))), ...fields }, options)

const CASES: Readonly<Record<string, Case>> = {
  'malformed JSON': { status: 422, code: REFUSAL.INVALID_PARAMETER, send: (world) => order(world, '{"order":{"time":1,') },
  'JSON of the wrong kind': { status: 422, code: REFUSAL.INVALID_PARAMETER, send: (world) => order(world, '[]') },
  'a wrong type': { status: 422, code: REFUSAL.INVALID_PARAMETER, send: async (world) => order(world, await orderBody(world.trader, { isBuy: 'yes' as unknown as boolean })) },
  'a number where the signature covers text': { status: 422, code: REFUSAL.INVALID_PARAMETER, send: async (world) => order(world, await orderBody(world.trader, { size: 0.1 })) },
  'an unknown symbol': { status: 400, code: REFUSAL.BAD_SYMBOL, send: async (world) => order(world, await orderBody(world.trader, { symbol: 'NO-SUCH-PERP' })) },
  'too many decimals': { status: 400, code: REFUSAL.BAD_DECIMALS, send: async (world) => order(world, await orderBody(world.trader, { size: '0.00001' })) },
  'a negative size': { status: 422, code: REFUSAL.INVALID_PARAMETER, send: async (world) => order(world, await orderBody(world.trader, { size: '-1' })) },
  'an exponent': { status: 422, code: REFUSAL.INVALID_PARAMETER, send: async (world) => order(world, await orderBody(world.trader, { size: '1e3' })) },
  'a size of zero': { status: 400, code: REFUSAL.INVALID_PARAMETER, send: async (world) => order(world, await orderBody(world.trader, { size: '0.0000' })) },
  'a nonce that is none': { status: 400, code: REFUSAL.INVALID_NONCE, send: async (world) => order(world, await orderBody(world.trader, { nonce: 1.5 }, { signedAs: { nonce: 1 } })) },
  'a field altered after signing': { status: 400, code: REFUSAL.INVALID_SIGNATURE, send: async (world) => order(world, await orderBody(world.trader, { size: '9.0000' }, { signedAs: { size: '0.1000' } })) },
  'a foreign signature': { status: 400, code: REFUSAL.INVALID_SIGNATURE, send: async (world) => order(world, await orderBody(world.trader, {}, { signer: createLocalSigner(createPrivateKey()) })) },
  'an old order': { status: 400, code: REFUSAL.ORDER_EXPIRED, send: async (world) => order(world, await orderBody(world.trader, { time: Date.now() - 70_000 }, { recvWindow: 60_000 })) },
  'a huge body': { status: 413, code: REFUSAL.INVALID_PARAMETER, send: (world) => order(world, JSON.stringify({ order: 'x'.repeat(2_000_000) })) },
  'no key': { status: 401, code: REFUSAL.UNAUTHORIZED, send: async (world) => call(world, '/v2/orders', { body: await orderBody(world.trader, {}) }) },
  'a nonce below zero': { status: 400, code: REFUSAL.INVALID_NONCE, send: async (world) => order(world, await orderBody(world.trader, { nonce: -1 }, { signedAs: { nonce: 1 } })) },
  'a nonce beyond 2^53': { status: 400, code: REFUSAL.INVALID_NONCE, send: async (world) => order(world, await orderBody(world.trader, { nonce: '9007199254740993' }, { signedAs: { nonce: 1 } })) },
  'a window of zero': { status: 400, code: REFUSAL.BAD_RECV_WINDOW, send: async (world) => order(world, await orderBody(world.trader, {}, { recvWindow: 0 })) },
  'a missing field': { status: 422, code: REFUSAL.INVALID_PARAMETER, send: async (world) => order(world, await orderBody(world.trader, { isBuy: undefined as unknown as boolean }, { signedAs: { isBuy: true } })) },
  'a body that is no JSON by its own word': { status: 422, code: REFUSAL.INVALID_PARAMETER, send: async (world) => call(world, '/v2/orders', as(world.trader, { headers: { 'content-type': 'text/plain' }, body: await orderBody(world.trader, {}) })) },
  'take profit on MARKET': { status: 400, code: REFUSAL.INVALID_PARAMETER, send: async (world) => order(world, await orderBody(world.trader, { tpPrice: '900.00', tpSignature: `0x${'11'.repeat(65)}` })) },
  'a signature with s above half of n': { status: 400, code: REFUSAL.INVALID_SIGNATURE, send: (world) => altered(world, highS) },
  'a signature of 64 bytes': { status: 400, code: REFUSAL.INVALID_SIGNATURE, send: (world) => altered(world, (hex) => hex.slice(0, 130)) },
  'a signature of 66 bytes': { status: 400, code: REFUSAL.INVALID_SIGNATURE, send: (world) => altered(world, (hex) => `${hex}00`) },
  'a signature with v 29': { status: 400, code: REFUSAL.INVALID_SIGNATURE, send: (world) => altered(world, (hex) => `${hex.slice(0, 130)}1d`) },
  'a signature of zeros': { status: 400, code: REFUSAL.INVALID_SIGNATURE, send: (world) => altered(world, () => `0x${'00'.repeat(65)}`) },
  'a signature that is no hex': { status: 400, code: REFUSAL.INVALID_SIGNATURE, send: (world) => altered(world, () => 'signed, me') },
  'a cancel of what was never an id': { status: 400, code: REFUSAL.ORDER_NOT_FOUND, send: async (world) => call(world, '/v2/orders/cancel', as(world.trader, { body: await cancelBody(world.trader, '0xabc') })) },
  'a cancel altered after signing': {
    status: 400, code: REFUSAL.INVALID_SIGNATURE,
    send: async (world) => {
      const body = await cancelBody(world.trader, `0x${'9'.repeat(64)}`)
      return call(world, '/v2/orders/cancel', as(world.trader, { body: { ...body, order: { ...body.order, id: `0x${'8'.repeat(64)}` } } }))
    },
  },
  'a name of an order with a blank': { status: 422, code: REFUSAL.INVALID_PARAMETER, send: async (world) => order(world, await orderBody(world.trader, { clientId: 'a b' })) },
  'a name of 37 letters': { status: 422, code: REFUSAL.INVALID_PARAMETER, send: async (world) => order(world, await orderBody(world.trader, { clientId: 'x'.repeat(37) })) },
  'a name that is empty': { status: 422, code: REFUSAL.INVALID_PARAMETER, send: async (world) => order(world, await orderBody(world.trader, { clientId: '' })) },
  'a name that is a number': { status: 422, code: REFUSAL.INVALID_PARAMETER, send: async (world) => order(world, await orderBody(world.trader, { clientId: 7 })) },
  'an amendment of what was never an id': { status: 400, code: REFUSAL.ORDER_NOT_FOUND, send: (world) => write(world, 'amend', { id: '0xabc' }) },
  'an amendment of what is not there': { status: 400, code: REFUSAL.ORDER_NOT_FOUND, send: (world) => write(world, 'amend') },
  'an amendment with too many decimals of size': { status: 400, code: REFUSAL.BAD_DECIMALS, send: (world) => amend(world, { size: '0.00001' }) },
  'an amendment with too many decimals of price': { status: 400, code: REFUSAL.BAD_DECIMALS, send: (world) => amend(world, { limitPrice: '100.001' }) },
  'an amendment to nothing': { status: 400, code: REFUSAL.INVALID_PARAMETER, send: (world) => amend(world, { size: '0' }) },
  'an amendment to no price': { status: 400, code: REFUSAL.INVALID_PARAMETER, send: (world) => amend(world, { limitPrice: '0.00' }) },
  'an amendment with an exponent': { status: 422, code: REFUSAL.INVALID_PARAMETER, send: (world) => amend(world, { size: '1e3' }, { signedAs: { size: '1' } }) },
  'an amendment with a number where the signature covers text': { status: 422, code: REFUSAL.INVALID_PARAMETER, send: (world) => amend(world, { size: 0.1 }, { signedAs: { size: '0.1' } }) },
  'an amendment without a price': { status: 422, code: REFUSAL.INVALID_PARAMETER, send: (world) => amend(world, { limitPrice: undefined }, { signedAs: { limitPrice: '1' } }) },
  'an amendment altered after signing': { status: 400, code: REFUSAL.INVALID_SIGNATURE, send: (world) => amend(world, { size: '0.1000' }, { signedAs: { size: '0.1' } }) },
  'all cancels of an unknown symbol': { status: 400, code: REFUSAL.BAD_SYMBOL, send: (world) => write(world, 'cancelAll', { symbol: 'NO-SUCH-PERP' }) },
  'all cancels of a number': { status: 422, code: REFUSAL.INVALID_PARAMETER, send: (world) => write(world, 'cancelAll', { symbol: 7 }, { signedAs: { symbol: '7' } }) },
  'all cancels, of one market, sent for all': { status: 400, code: REFUSAL.INVALID_SIGNATURE, send: (world) => write(world, 'cancelAll', {}, { signedAs: { symbol: 'BTC-PERP' } }) },
  'all cancels with the signature of closing all': { status: 400, code: REFUSAL.INVALID_SIGNATURE, send: (world) => write(world, 'cancelAll', {}, { signedKind: 'closeAll' }) },
  'closing all of an unknown symbol': { status: 400, code: REFUSAL.BAD_SYMBOL, send: (world) => write(world, 'closeAll', { symbol: 'NO-SUCH-PERP' }) },
  'closing all of a number': { status: 422, code: REFUSAL.INVALID_PARAMETER, send: (world) => write(world, 'closeAll', { symbol: 7 }, { signedAs: { symbol: '7' } }) },
  'closing all, of one market, sent for all': { status: 400, code: REFUSAL.INVALID_SIGNATURE, send: (world) => write(world, 'closeAll', {}, { signedAs: { symbol: 'BTC-PERP' } }) },
  'closing all with the signature of cancelling all': { status: 400, code: REFUSAL.INVALID_SIGNATURE, send: (world) => write(world, 'closeAll', {}, { signedKind: 'cancelAll' }) },
  'a switch of less than 5 seconds': { status: 400, code: REFUSAL.INVALID_PARAMETER, send: (world) => write(world, 'deadman', { timeoutMs: 4_999 }) },
  'a switch of more than a day': { status: 400, code: REFUSAL.INVALID_PARAMETER, send: (world) => write(world, 'deadman', { timeoutMs: 86_400_001 }) },
  'a switch of a negative time': { status: 400, code: REFUSAL.INVALID_PARAMETER, send: (world) => write(world, 'deadman', { timeoutMs: -5_000 }, { signedAs: { timeoutMs: 5_000 } }) },
  'a switch of half a millisecond': { status: 422, code: REFUSAL.INVALID_PARAMETER, send: (world) => write(world, 'deadman', { timeoutMs: 5_000.5 }, { signedAs: { timeoutMs: 5_000 } }) },
  'a switch of text': { status: 422, code: REFUSAL.INVALID_PARAMETER, send: (world) => write(world, 'deadman', { timeoutMs: '5000' }, { signedAs: { timeoutMs: 5_000 } }) },
  'a switch altered after signing': { status: 400, code: REFUSAL.INVALID_SIGNATURE, send: (world) => write(world, 'deadman', { timeoutMs: 0 }, { signedAs: { timeoutMs: 5_000 } }) },
  ...Object.fromEntries(WRITE_KINDS.flatMap((kind): [string, Case][] => [
    [`${kind} without time`, { status: 422, code: REFUSAL.INVALID_PARAMETER, send: (world) => write(world, kind, { time: undefined }, { signedAs: { time: 1 } }) }],
    [`${kind} with a nonce that is none`, { status: 400, code: REFUSAL.INVALID_NONCE, send: (world) => write(world, kind, { nonce: 1.5 }, { signedAs: { nonce: 1 } }) }],
    [`${kind} in a window of zero`, { status: 400, code: REFUSAL.BAD_RECV_WINDOW, send: (world) => write(world, kind, {}, { recvWindow: 0 }) }],
    [`${kind} from long ago`, { status: 400, code: REFUSAL.ORDER_EXPIRED, send: (world) => write(world, kind, { time: Date.now() - 70_000 }, { recvWindow: 60_000 }) }],
    [`${kind} by a foreign key`, { status: 400, code: REFUSAL.INVALID_SIGNATURE, send: (world) => write(world, kind, {}, { signer: createLocalSigner(createPrivateKey()) }) }],
    [`${kind} without an API key`, { status: 401, code: REFUSAL.UNAUTHORIZED, send: async (world) => call(world, WRITE_PATHS[kind], { body: await writeBody(world.trader, kind) }) }],
  ])),
  'an LP order of another kind': { status: 400, code: REFUSAL.INVALID_PARAMETER, send: (world) => lp(world, { orderType: 'LIMIT' }) },
  'an LP order of seven decimals': { status: 400, code: REFUSAL.INVALID_PARAMETER, send: (world) => lp(world, { size: '1.0000001' }) },
  'an LP order of nothing': { status: 400, code: REFUSAL.INVALID_PARAMETER, send: (world) => lp(world, { size: '0', orderType: 'SCHEDULE_WITHDRAW' }) },
  'an LP deposit of less than a dollar': { status: 400, code: REFUSAL.INVALID_PARAMETER, send: (world) => lp(world, { size: '0.999999' }) },
  'an LP order with an exponent': { status: 422, code: REFUSAL.INVALID_PARAMETER, send: (world) => lp(world, { size: '1e3' }) },
  'an LP order with a number where the signature covers text': { status: 422, code: REFUSAL.INVALID_PARAMETER, send: (world) => lp(world, { size: 100 }, { signedAs: { size: '100' } }) },
  'an LP order without a type': { status: 422, code: REFUSAL.INVALID_PARAMETER, send: (world) => lp(world, { orderType: undefined }, { signedAs: { orderType: 'DEPOSIT' } }) },
  'an LP order with a nonce that is none': { status: 400, code: REFUSAL.INVALID_NONCE, send: (world) => lp(world, { nonce: 1.5 }, { signedAs: { nonce: 1 } }) },
  'an LP order in a window of zero': { status: 400, code: REFUSAL.BAD_RECV_WINDOW, send: (world) => lp(world, {}, { recvWindow: 0 }) },
  'an LP order from long ago': { status: 400, code: REFUSAL.ORDER_EXPIRED, send: (world) => lp(world, { time: Date.now() - 70_000 }, { recvWindow: 60_000 }) },
  'an LP order altered after signing': { status: 400, code: REFUSAL.INVALID_SIGNATURE, send: (world) => lp(world, { size: '9' }, { signedAs: { size: '1' } }) },
  'an LP order by a foreign key': { status: 400, code: REFUSAL.INVALID_SIGNATURE, send: (world) => lp(world, {}, { signer: createLocalSigner(createPrivateKey()) }) },
  'a referral code that is none': { status: 422, code: REFUSAL.INVALID_PARAMETER, send: (world) => call(world, '/v2/referrals/join', as(world.trader, { body: { refCode: 'A-B' } })) },
  'leverage of a fraction': { status: 400, code: REFUSAL.INVALID_PARAMETER, send: (world) => leverage(world, { symbol: 'BTC-PERP', value: 2.5 }) },
  'leverage as text': { status: 422, code: REFUSAL.INVALID_PARAMETER, send: (world) => leverage(world, { symbol: 'BTC-PERP', value: '5' }) },
  'leverage of nothing': { status: 400, code: REFUSAL.BAD_SYMBOL, send: (world) => leverage(world, { symbol: 'NO-SUCH-PERP', value: 5 }) },
  'a withdrawal without a signature': { status: 400, code: REFUSAL.INVALID_SIGNATURE, send: (world) => withdraw(world, {}) },
  'a withdrawal of a fraction': { status: 422, code: REFUSAL.INVALID_PARAMETER, send: (world) => withdraw(world, { size: 1_500_000.5 }) },
  'a withdrawal to the vault': { status: 400, code: REFUSAL.INVALID_PARAMETER, send: (world) => withdraw(world, { recipient: world.trader.chain.vault }) },
  'a withdrawal of an unknown token': { status: 400, code: REFUSAL.INVALID_PARAMETER, send: (world) => withdraw(world, { token: 'USDT' }) },
  'a gasless deposit altered after signing': {
    status: 400, code: REFUSAL.INVALID_SIGNATURE,
    send: async (world) => call(world, '/v2/transfer/deposit/authorized', as(world.trader, { body: await authorizationOf(world.trader, {}, { value: '6000000' }) })),
  },
  'a registration with another network': {
    status: 400, code: REFUSAL.INVALID_NETWORK_TYPE,
    send: (world) => call(world, '/v2/register', { body: { signingAddr: `0x${'22'.repeat(20)}`, primaryAddr: `0x${'33'.repeat(20)}`, signature: `0x${'44'.repeat(65)}`, expiryTime: Date.now() + 1_000_000, networkType: 2 } }),
  },
  'a registration without a signature': {
    status: 400, code: REFUSAL.INVALID_SIGNATURE,
    send: (world) => call(world, '/v2/register', { body: { signingAddr: `0x${'22'.repeat(20)}`, primaryAddr: `0x${'33'.repeat(20)}`, signature: `0x${'44'.repeat(65)}`, expiryTime: Date.now() + 1_000_000 } }),
  },
} // prettier-ignore

export const badInput = (world: GetWorld) =>
  describe('bad input', () => {
    /** The number of the last command. The state is a function of commands: without one it is the same. */
    const lastSeq = async (): Promise<unknown> => (await call(world(), '/devnet/seq')).body

    async function proveUnchanged(name: string, { status, code, send }: Case): Promise<void> {
      for (let attempt = 0; attempt < 50; attempt += 1) {
        const before = await lastSeq()
        expect(before).toEqual({ seq: expect.any(Number) })
        expectError(await send(world()), status, code)
        if (isDeepStrictEqual(await lastSeq(), before)) return
      }
      throw new Error(`${name}: a command came of it each time`)
    }

    it.each(Object.entries(CASES))('%s leaves the state as it was', async (name, one) =>
      proveUnchanged(name, one),
    )

    it('a replayed nonce is 3015 and leaves the state as it was', async () => {
      const body = await orderBody(world().trader, { size: '0.0100' })
      expect((await order(world(), body)).status).toBe(200)
      await proveUnchanged('a replayed nonce', {
        status: 400,
        code: REFUSAL.DUPLICATE,
        send: (one) => order(one, body),
      })
      for (const kind of WRITE_KINDS) {
        const again = await writeBody(world().trader, kind, { nonce: body.order.nonce })
        await proveUnchanged(`a replayed nonce of ${kind}`, {
          status: 400,
          code: REFUSAL.DUPLICATE,
          send: (one) => sendWrite(one, one.trader, kind, again),
        })
      }
    })
  })
