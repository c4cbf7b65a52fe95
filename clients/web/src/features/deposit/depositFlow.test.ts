import { REFUSAL, usd6, type ChainInfo, type TransferRow } from '@vest/protocol'
import { TransportError } from '@vest/sdk'
import { describe, expect, it } from 'vitest'
import type { ConnectedWallet } from '../../entities/wallet/wallet.ts'
import { runDeposit, type ChainWriter, type DepositState } from './depositFlow.ts'

const VAULT = `0x${'11'.repeat(20)}` as const
const TOKEN = `0x${'22'.repeat(20)}` as const
const OWNER = `0x${'33'.repeat(20)}` as const
const HASH = `0x${'ab'.repeat(32)}` as const

const chain: ChainInfo = {
  chainId: 42161,
  name: 'Arbitrum',
  networkType: 0,
  isDefault: true,
  vault: VAULT,
  router: VAULT,
  cctpDomain: 3,
  withdrawFee: '0.200000',
  minDeposit: '1.000000',
  withdrawSeconds: 60,
  explorerTx: null,
  rpcUrl: '/devnet/rpc/42161',
  tokens: [{ symbol: 'USDC', address: TOKEN, decimals: 6, authorization: null }],
}
const row = (status: TransferRow['status'], extra: Partial<TransferRow> = {}): TransferRow => ({
  id: '0xid',
  nonce: 0,
  size: '5.000000',
  orderType: 'DEPOSIT',
  status,
  code: null,
  chainId: 42161,
  postTime: 1,
  requestArgs: null,
  signer: null,
  signature: null,
  signatureProof: null,
  validatorSignature: null,
  recipient: null,
  token: 'USDC',
  txHash: HASH,
  eligibleTime: null,
  ...extra,
})

interface Script {
  readonly chainId?: string
  readonly transfer?: () => Promise<typeof HASH>
  readonly isMined?: boolean
  readonly isOwnNetwork?: boolean
  readonly deposits?: () => Promise<readonly TransferRow[]>
}

/** Time stands still: neither polls nor limits strike. */
function run({
  chainId = '0xa4b1',
  transfer = async () => HASH,
  isMined = true,
  isOwnNetwork = true,
  deposits = async () => [row('FILLED')],
}: Script) {
  const sent: unknown[] = []
  const states: DepositState[] = []
  const asked: string[] = []
  const writer: ChainWriter = {
    isOwnNetwork: async () => isOwnNetwork,
    transferToken: async (...args) => {
      sent.push(args)
      return transfer()
    },
    isMined: async () => isMined,
  }
  const wallet = {
    info: { uuid: 'u', name: 'W', icon: undefined, rdns: 'w' },
    address: OWNER,
    chainId: 1,
    provider: {
      request: async ({ method }: { method: string }) => (
        asked.push(method),
        method === 'eth_chainId' ? chainId : null
      ),
    },
  } as ConnectedWallet
  const end = runDeposit({
    chain,
    wallet,
    size: usd6(5_000_000),
    origin: 'http://localhost',
    openChain: async () => writer,
    readDeposits: deposits,
    onTransfer: () => () => undefined,
    clock: { setTimeout: () => 0, clearTimeout: () => undefined },
    onState: (state) => states.push(state),
  })
  return { end, sent, states, asked }
}

describe('deposit', () => {
  it('[6.4] [5.9] sends one plain transfer of exactly the amount and shows every step up to the credit', async () => {
    const world = run({})
    expect(await world.end).toMatchObject({ stage: 'credited', txHash: HASH, end: undefined })
    expect(world.sent).toEqual([[TOKEN, OWNER, 5_000_000n]])
    expect(world.states.map(({ stage }) => stage)).toEqual(['confirm', 'mining', 'crediting', 'credited'])
    expect(world.asked).toEqual(['eth_chainId'])
  })

  it('[6.4] brings the wallet onto the chain first', async () => {
    const world = run({ chainId: '0x1' })
    await world.end
    expect(world.asked).toEqual(['eth_chainId', 'wallet_switchEthereumChain'])
  })

  it('[4.7] is credited by the transfer with its own hash, not by another deposit', async () => {
    const world = run({
      deposits: async () => [
        row('REJECTED', { txHash: `0x${'cd'.repeat(32)}`, code: REFUSAL.TRANSFER_EXECUTION_FAILED }),
        row('FILLED', { txHash: HASH.toUpperCase().replace('0X', '0x') as typeof HASH }),
      ],
    })
    expect(await world.end).toMatchObject({ stage: 'credited' })
  })

  it('[8.59] a rejected deposit carries its code', async () => {
    const world = run({
      deposits: async () => [row('REJECTED', { code: REFUSAL.TRANSFER_EXECUTION_FAILED })],
    })
    expect(await world.end).toMatchObject({
      stage: 'crediting',
      end: { kind: 'rejected', code: REFUSAL.TRANSFER_EXECUTION_FAILED },
    })
  })

  it('a declined signature sends nothing and asks the exchange nothing', async () => {
    const world = run({
      transfer: () => Promise.reject(Object.assign(new Error('no'), { cause: { code: 4001 } })),
      deposits: () => Promise.reject(new Error('must not be read')),
    })
    expect(await world.end).toMatchObject({ stage: 'confirm', txHash: undefined, end: { kind: 'declined' } })
  })

  it('sends nothing where the wallet knows another network under this id', async () => {
    const world = run({ isOwnNetwork: false, deposits: () => Promise.reject(new Error('must not be read')) })
    expect(await world.end).toMatchObject({
      stage: 'confirm',
      txHash: undefined,
      end: { kind: 'other-network' },
    })
  })

  it('a reverted transaction is a failure, and is not waited for', async () => {
    const world = run({ isMined: false, deposits: () => Promise.reject(new Error('must not be read')) })
    expect(await world.end).toMatchObject({ stage: 'mining', end: { kind: 'reverted' } })
  })

  it('[9.7] [8.59] a credit that is not heard of in time is unknown, never failed', async () => {
    let isAsked = (): void => undefined
    const asked = new Promise<void>((resolve) => {
      isAsked = resolve
    })
    let limit: () => void = () => undefined
    const end = runDeposit({
      chain,
      size: usd6(5_000_000),
      origin: 'http://localhost',
      wallet: {
        info: { uuid: 'u', name: 'W', icon: undefined, rdns: 'w' },
        address: OWNER,
        chainId: 42161,
        provider: { request: async () => '0xa4b1' },
      },
      openChain: async () => ({
        isOwnNetwork: async () => true,
        transferToken: async () => HASH,
        isMined: async () => true,
      }),
      readDeposits: async () => (isAsked(), Promise.reject(new TransportError('away'))),
      onTransfer: () => () => undefined,
      clock: {
        setTimeout: (callback, delayMs) => {
          if (delayMs === 30_000) limit = callback
          return delayMs
        },
        clearTimeout: () => undefined,
      },
      onState: () => undefined,
    })
    await asked
    limit()
    expect(await end).toMatchObject({ stage: 'crediting', txHash: HASH, end: { kind: 'unknown' } })
  })

  it('shows the first line of what the wallet says', async () => {
    const world = run({
      transfer: () =>
        Promise.reject(
          Object.assign(new Error('long'), {
            shortMessage: 'insufficient funds for gas\nRequest Arguments: …',
          }),
        ),
    })
    expect(await world.end).toMatchObject({ end: { kind: 'wallet', message: 'insufficient funds for gas' } })
  })
})
