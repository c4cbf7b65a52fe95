import {
  bytesToHex,
  hexToBytes,
  registrationDomainSeparator,
  signerProofDigest,
  type Address,
  type Hex,
} from '@vest/protocol'
import { keccak256, parseEventLogs, toHex } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fiatTokenAbi, receiveWithAuthorizationTypes, vestVaultAbi } from './index.ts'
import {
  CHAIN_ID,
  HOUR_S,
  refusal,
  startVaultWorld,
  type Payload,
  type VaultWorld,
} from './testing/vaultWorld.ts'

const DAY_MS = 86_400_000
const usdc = (amount: number): bigint => BigInt(amount) * 1_000_000n
const ZERO: Address = `0x${'0'.repeat(40)}`
const keccak = (bytes: Uint8Array): Uint8Array => keccak256(bytes, 'bytes')

let world: VaultWorld
let snapshot: Hex
let trader: Address
beforeAll(async () => {
  world = await startVaultWorld()
  trader = world.keys.trader.address.toLowerCase() as Address
  await world.mint(world.vault, usdc(10_000_000))
  await world.mint(trader, usdc(10_000))
})
afterAll(() => world.stop())
beforeEach(async () => {
  snapshot = await world.snapshot()
})
afterEach(() => world.restore(snapshot))

/** Low-s to its high-s twin: the same signer to a verifier that does not look. */
function highS(signature: Hex): Hex {
  const n = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
  const s = n - BigInt(`0x${signature.slice(66, 130)}`)
  const v = signature.slice(130) === '1b' ? '1c' : '1b'
  return `${signature.slice(0, 66)}${s.toString(16).padStart(64, '0')}${v}` as Hex
}

/** Arguments of a log with addresses in lower case. */
const plain = (args: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(args).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.toLowerCase() : value,
    ]),
  )

describe('agreement with the protocol', () => {
  it('[3.10] the published withdrawal vector has the published id', async () => {
    const [, id] = await world.read<[Hex, Hex]>('encodeRequest', [
      {
        time: 1_700_000_000_000n,
        nonce: 1_700_000_000_000n,
        isDeposit: false,
        account: '0x1563915e194D8CfBA1943570603F7606A3115508',
        recipient: '0x1563915e194D8CfBA1943570603F7606A3115508',
        token: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831',
        size: 100_000_000n,
        chainId: 42_161n,
      },
    ])
    expect(id).toBe('0xfe084eb7705e7ba9a8506dcdfa31624086406bb15226ede6d8b168ad17ab8838')
  })
  it('requests are encoded alike by contract and client', async () => {
    const fields = await world.request()
    const [args] = await world.read<[Hex, Hex]>('encodeRequest', [{ ...fields, isDeposit: false }])
    expect(args).toBe(world.encode(fields))
  })
  it('the domain of signer proofs has no chain id', async () => {
    expect(await world.read('DOMAIN_SEPARATOR')).toBe(
      bytesToHex(registrationDomainSeparator(world.vault, keccak)),
    )
    expect(await world.read('signerProofDigest', [trader, 1_800_000_000_000n])).toBe(
      bytesToHex(signerProofDigest(world.vault, trader, 1_800_000_000_000, keccak)),
    )
  })
})

describe('deposits', () => {
  const approveVault = () =>
    world.senders.trader.call({
      address: world.usdc,
      abi: fiatTokenAbi,
      functionName: 'approve',
      args: [world.vault, usdc(1_000)],
    })
  it('deposit moves the money and says for whom', async () => {
    await approveVault()
    const receipt = await world.call('trader', 'deposit', [
      world.usdc,
      world.keys.stranger.address,
      usdc(300),
    ])
    const [log] = parseEventLogs({ abi: vestVaultAbi, eventName: 'Deposit', logs: receipt.logs })
    expect(plain(log!.args)).toEqual({
      token: world.usdc,
      from: trader,
      to: world.keys.stranger.address.toLowerCase(),
      amount: usdc(300),
    })
    expect(await world.balanceOf(world.vault)).toBe(usdc(10_000_300))
  })
  it('refuses a foreign token, the zero address, a zero amount', async () => {
    await approveVault()
    expect(await refusal(world.call('trader', 'deposit', [world.vault, trader, 1n]))).toBe('UnsupportedToken')
    expect(await refusal(world.call('trader', 'deposit', [world.usdc, ZERO, 1n]))).toBe('ZeroAddress')
    expect(await refusal(world.call('trader', 'deposit', [world.usdc, trader, 0n]))).toBe('ZeroAmount')
  })
  it('[3.11] an authorization pays in once, whichever sender submits it, and only here', async () => {
    const message = {
      from: trader,
      to: world.vault,
      value: usdc(42),
      validAfter: 0n,
      validBefore: BigInt((await world.timeS()) + HOUR_S),
      nonce: keccak256('0x01'),
    }
    const signature = await world.keys.trader.signTypedData({
      domain: { name: 'USD Coin', version: '2', chainId: CHAIN_ID, verifyingContract: world.usdc },
      types: receiveWithAuthorizationTypes,
      primaryType: 'ReceiveWithAuthorization',
      message,
    })
    const args = [
      world.usdc,
      trader,
      message.value,
      message.validAfter,
      message.validBefore,
      message.nonce,
      signature,
    ]
    // In front of the relayer, at the token itself: the payee alone may submit.
    const direct = world.senders.stranger.call({
      address: world.usdc,
      abi: fiatTokenAbi,
      functionName: 'receiveWithAuthorization',
      args: [
        trader,
        world.vault,
        message.value,
        message.validAfter,
        message.validBefore,
        message.nonce,
        signature,
      ],
    })
    expect(await refusal(direct)).toMatch(/caller must be the payee/)
    const receipt = await world.call('stranger', 'depositWithAuthorization', args)
    const [log] = parseEventLogs({ abi: vestVaultAbi, eventName: 'AuthorizedDeposit', logs: receipt.logs })
    expect(plain(log!.args)).toEqual({
      token: world.usdc,
      from: trader,
      nonce: message.nonce,
      amount: usdc(42),
    })
    expect(await world.balanceOf(trader)).toBe(usdc(9_958))
    expect(await refusal(world.call('keeper', 'depositWithAuthorization', args))).toMatch(
      /authorization is used/,
    )
    // Another amount under the same signature.
    expect(
      await refusal(
        world.call('keeper', 'depositWithAuthorization', [args[0], args[1], usdc(43), ...args.slice(3)]),
      ),
    ).toMatch(/invalid signature|used/)
  })
})

describe('withdrawals', () => {
  it('the account itself needs only the validator', async () => {
    const payload = await world.approve(await world.request(), { signature: '0x', signer: ZERO })
    const receipt = await world.withdraw(payload, 'trader')
    const [log] = parseEventLogs({ abi: vestVaultAbi, eventName: 'Completed', logs: receipt.logs })
    expect(plain(log!.args)).toEqual({
      id: payload.id,
      account: trader,
      recipient: trader,
      token: world.usdc,
      size: usdc(100),
      fee: 0n,
    })
    expect(await world.balanceOf(trader)).toBe(usdc(10_100))
    expect(await world.balanceOf(world.vault)).toBe(usdc(9_999_900))
  })
  it('any sender may carry out what the account signed, to the recipient it names', async () => {
    const recipient: Address = `0x${'ab'.repeat(20)}`
    await world.withdraw(await world.approve(await world.request({ recipient })), 'stranger')
    expect(await world.balanceOf(recipient)).toBe(usdc(100))
  })
  it('a signing key that the account approved signs for it', async () => {
    const fields = await world.request()
    const { session } = world.keys
    const expiry = (await world.timeS()) * 1_000 + DAY_MS
    const signed = async (changes: Partial<Payload> = {}): Promise<Payload> =>
      world.approve(fields, {
        signer: session.address,
        signature: await world.personalSign('session', keccak256(world.encode(fields))),
        signatureProof: await world.proof('trader', session.address, expiry),
        ...changes,
      })
    // Approved by another key; for another account; over another vault; expired in the next hour.
    expect(
      await refusal(
        world.withdraw(
          await signed({ signatureProof: await world.proof('stranger', session.address, expiry) }),
        ),
      ),
    ).toBe('InvalidSignature')
    expect(
      await refusal(
        world.withdraw(
          await signed({ signatureProof: await world.proof('trader', world.keys.stranger.address, expiry) }),
        ),
      ),
    ).toBe('InvalidSignature')
    expect(
      await refusal(
        world.withdraw(
          await signed({ signatureProof: await world.proof('trader', session.address, expiry, world.usdc) }),
        ),
      ),
    ).toBe('InvalidSignature')
    expect(await refusal(world.withdraw(await signed({ signatureProof: '0x' })))).toBe('InvalidSignature')
    await world.withdraw(await signed())
    expect(await world.read('completed', [keccak256(world.encode(fields))])).toBe(true)
  })
  it('a signing key stops at its expiry, to the second', async () => {
    const fields = await world.request()
    const { session } = world.keys
    const expiryS = (await world.timeS()) + HOUR_S
    const payload = await world.approve(fields, {
      signer: session.address,
      signature: await world.personalSign('session', keccak256(world.encode(fields))),
      signatureProof: await world.proof('trader', session.address, expiryS * 1_000),
    })
    await world.pass(HOUR_S)
    expect(await refusal(world.withdraw(payload))).toBe('ExpiredSignerAccount')
    // The account needs no key.
    await world.withdraw(payload, 'trader')
  })
  it('happens once per request', async () => {
    const payload = await world.approve(await world.request())
    await world.withdraw(payload)
    for (const by of ['stranger', 'trader', 'keeper'] as const)
      expect(await refusal(world.withdraw(payload, by))).toBe('AlreadyProcessed')
    expect(await world.read('getCompletedTransactions', [[payload.id, keccak256('0x'), payload.id]])).toEqual(
      [true, false, true],
    )
    expect(await world.balanceOf(world.vault)).toBe(usdc(9_999_900))
  })
  it('the keeper keeps its fee in the vault; any other sender keeps nothing', async () => {
    const recipient: Address = `0x${'cd'.repeat(20)}`
    const receipt = await world.withdraw(await world.approve(await world.request({ recipient })), 'keeper')
    const [log] = parseEventLogs({ abi: vestVaultAbi, eventName: 'Completed', logs: receipt.logs })
    expect(log!.args.fee).toBe(200_000n)
    expect(await world.balanceOf(recipient)).toBe(usdc(100) - 200_000n)
    expect(
      await refusal(world.withdraw(await world.approve(await world.request({ size: 200_000 })), 'keeper')),
    ).toBe('SizeTooSmall')
  })
})

describe('what is not signed is not paid', () => {
  it('any altered field of the request', async () => {
    const fields = await world.request()
    const payload = await world.approve(fields)
    const altered: readonly [string, Hex][] = [
      ['InvalidValidatorSignature', world.encode({ ...fields, time: fields.time + 1 })],
      ['InvalidValidatorSignature', world.encode({ ...fields, nonce: fields.nonce + 1 })],
      ['InvalidValidatorSignature', world.encode({ ...fields, account: world.keys.stranger.address })],
      ['InvalidValidatorSignature', world.encode({ ...fields, recipient: world.keys.stranger.address })],
      ['InvalidValidatorSignature', world.encode({ ...fields, token: world.vault })],
      ['InvalidValidatorSignature', world.encode({ ...fields, size: fields.size + 1 })],
      ['WrongChain', world.encode({ ...fields, chainId: 1 })],
      ['NotAllowedWithdraw', withByte(payload.requestArgs, 3 * 32 - 1, 1)],
      ['MalformedRequest', `${payload.requestArgs}00`],
      ['MalformedRequest', payload.requestArgs.slice(0, -2) as Hex],
    ]
    for (const [error, requestArgs] of altered)
      expect(await refusal(world.withdraw({ ...payload, requestArgs }, 'trader')), error).toBe(error)
    // Each byte of the 256: nothing passes.
    for (let at = 0; at < 256; at += 7)
      await refusal(
        world.withdraw({
          ...payload,
          requestArgs: withByte(payload.requestArgs, at, hexToBytes(payload.requestArgs)[at]! ^ 0x5a),
        }),
      )
    await world.withdraw(payload)
  })
  it('a validator signature by another key, for another vault, chain or id, or in its high-s twin', async () => {
    const fields = await world.request()
    const payload = await world.approve(fields)
    const validatorHash = await world.read<Hex>('validatorHash', [payload.id])
    const other = await world.approve(fields, {}, world.usdc)
    const elsewhere = keccak256(
      `0x${payload.id.slice(2)}${world.vault.slice(2).toLowerCase().padStart(64, '0')}${(1).toString(16).padStart(64, '0')}`,
    )
    const wrong: readonly [string, Hex][] = [
      ['InvalidValidatorSignature', await world.personalSign('stranger', validatorHash)],
      ['InvalidValidatorSignature', await world.personalSign('trader', validatorHash)],
      ['InvalidValidatorSignature', other.validatorSignature],
      ['InvalidValidatorSignature', await world.personalSign('validator', payload.id)],
      ['InvalidValidatorSignature', await world.personalSign('validator', elsewhere)],
      ['InvalidSignature', highS(payload.validatorSignature)],
      ['InvalidValidatorSignature', '0x'],
      ['InvalidSignature', payload.validatorSignature.slice(0, -2) as Hex],
    ]
    for (const [error, validatorSignature] of wrong)
      expect(await refusal(world.withdraw({ ...payload, validatorSignature }, 'trader'))).toBe(error)
  })
  it('a trader signature by another key, over another request, or in its high-s twin', async () => {
    const payload = await world.approve(await world.request())
    const second = await world.approve(await world.request())
    for (const signature of [
      second.signature,
      await world.personalSign('stranger', payload.id),
      highS(payload.signature),
      '0x' as Hex,
    ])
      expect(await refusal(world.withdraw({ ...payload, signature }))).toBe('InvalidSignature')
    // Signed by a stranger who says so.
    expect(
      await refusal(
        world.withdraw({
          ...payload,
          signer: world.keys.stranger.address,
          signature: await world.personalSign('stranger', payload.id),
          signatureProof: await world.proof('stranger', world.keys.stranger.address, Date.now() * 2),
        }),
      ),
    ).toBe('InvalidSignature')
  })
  it('nothing after seven days, everything until then', async () => {
    const fields = await world.request()
    const late = await world.approve(fields)
    const inTime = await world.approve({ ...fields, nonce: fields.nonce + 10_000 })
    // One minute for the blocks of this test itself.
    await world.pass(7 * 86_400 - 60)
    await world.withdraw(inTime)
    await world.pass(61)
    expect(await refusal(world.withdraw(late))).toBe('ExpiredRequest')
    expect(await refusal(world.withdraw(late, 'trader'))).toBe('ExpiredRequest')
  })
  it('no request of this chain on the road to Solana, no payment to the vault or to the zero address', async () => {
    const payload = await world.approve(await world.request())
    expect(await refusal(world.withdraw({ ...payload, isSolanaNative: true }))).toBe('NotAllowedWithdraw')
    expect(await refusal(world.call('trader', 'withdrawSolana', world.withdrawArgs(payload)))).toBe(
      'WrongChain',
    )
    expect(
      await refusal(world.withdraw(await world.approve(await world.request({ recipient: world.vault })))),
    ).toBe('InvalidRecipient')
    expect(await refusal(world.withdraw(await world.approve(await world.request({ recipient: ZERO }))))).toBe(
      'ZeroAddress',
    )
    expect(
      await refusal(
        world.withdraw(await world.approve(await world.request({ token: world.keys.session.address }))),
      ),
    ).toBe('UnsupportedToken')
  })
})

const withByte = (hex: Hex, at: number, value: number): Hex =>
  `${hex.slice(0, 2 + at * 2)}${toHex(value, { size: 1 }).slice(2)}${hex.slice(4 + at * 2)}` as Hex
