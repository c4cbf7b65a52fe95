import { getBase58Decoder } from '@solana/kit'
import { fiatTokenAbi } from '@vest/contracts'
import { MEMO_PROGRAM, SOLANA_USDC_MINT, TOKEN_PROGRAM } from '@vest/protocol'
import { encodeAbiParameters, encodeEventTopics, encodeFunctionData } from 'viem'
import { describe, expect, it } from 'vitest'
import { explorerRoute } from './explorer.ts'

const HASH = `0x${'ab'.repeat(32)}`
const TOKEN = '0xaf88d065e77c8cc2239327c5edb3a432268e5831'
const FROM = `0x${'11'.repeat(20)}` as const
const TO = `0x${'22'.repeat(20)}` as const
const SIGNATURE = '5'.repeat(88)

const balanceOf = (accountIndex: number, amount: string) => ({
  accountIndex,
  mint: SOLANA_USDC_MINT,
  owner: `Owner ${accountIndex}`,
  uiTokenAmount: { amount, decimals: 6 },
})

type Answers = Readonly<Record<string, unknown>>

function open(answers: Answers) {
  const rpc = async (body: unknown) => {
    const { method } = body as { readonly method: string }
    const result = answers[method]
    return result === undefined
      ? { jsonrpc: '2.0', id: 1, error: { code: -32603, message: 'silent' } }
      : { jsonrpc: '2.0', id: 1, result }
  }
  const route = explorerRoute({
    chains: { chainIds: [42_161], rpc: (_, body) => rpc(body) },
    solana: { rpc },
    nameOf: String,
  })
  return async (chainId: string, hash: string) => {
    const { status, body, headers } = await route.handle(undefined, { chainId, hash })
    expect(headers?.['content-security-policy']).toContain("default-src 'none'")
    expect(body).toContain('Explorer of this devnet')
    return { status, body: String(body) }
  }
}

const LANDED: Answers = {
  eth_getTransactionByHash: {
    from: FROM,
    to: TOKEN,
    value: '0x0',
    nonce: '0x7',
    blockNumber: '0x10',
    input: encodeFunctionData({ abi: fiatTokenAbi, functionName: 'transfer', args: [TO, 5_000_000n] }),
  },
  eth_getTransactionReceipt: {
    status: '0x1',
    gasUsed: '0xc350',
    blockHash: HASH,
    blockNumber: '0x10',
    logs: [
      {
        address: TOKEN,
        topics: encodeEventTopics({
          abi: fiatTokenAbi,
          eventName: 'Transfer',
          args: { from: FROM, to: TO },
        }),
        data: encodeAbiParameters([{ type: 'uint256' }], [5_000_000n]),
      },
      { address: '<img src=x>', topics: [HASH], data: '0x' },
    ],
  },
  eth_getBlockByHash: { timestamp: '0x6553f100' },
  eth_blockNumber: '0x11',
}

describe('the explorer of a devnet', () => {
  it('shows a transaction with its block and what its logs say, as text alone', async () => {
    const { status, body } = await open(LANDED)('42161', HASH)
    expect(status).toBe(200)
    for (const text of [
      'Success',
      '16 (2 confirmations)',
      '2023-11-14T22:13:20.000Z',
      '<dd>transfer</dd>',
      '<strong>Transfer</strong>',
      TO,
      '<dd>5000000</dd>',
      'Unknown log',
      '&lt;img src=x&gt;',
    ])
      expect(body).toContain(text)
    expect(body).not.toContain('<img')
  })

  it('shows a transaction of Solana with the instructions that the cluster names', async () => {
    const show = open({
      getTransaction: {
        slot: 77,
        blockTime: 1_700_000_000,
        meta: {
          err: null,
          fee: 5_000,
          logMessages: ['Program log: hello'],
          preTokenBalances: [balanceOf(1, '100000000')],
          postTokenBalances: [balanceOf(1, '75000000'), balanceOf(2, '25000000')],
        },
        transaction: {
          message: {
            accountKeys: [{ pubkey: 'Payer', signer: true }],
            recentBlockhash: 'Hash',
            instructions: [
              { programId: TOKEN_PROGRAM, accounts: ['From', 'To'], data: 'gvYYjfWuVT87X' },
              {
                programId: MEMO_PROGRAM,
                accounts: [],
                data: getBase58Decoder().decode(Buffer.from('0xabc')),
              },
            ],
          },
        },
      },
    })
    const { status, body } = await show('0', SIGNATURE)
    expect(status).toBe(200)
    for (const text of [
      '<strong>Token</strong>',
      '<dd>0xabc</dd>',
      '<dt>Owner 1</dt><dd>-25 USDC</dd><dt>Owner 2</dt><dd>+25 USDC</dd>',
      '0.000005 SOL',
      'Program log: hello',
      '77',
    ])
      expect(body).toContain(text)
  })

  it('says what is not there, and what does not answer', async () => {
    const nothing = { eth_getTransactionByHash: null }
    expect((await open(nothing)('42161', HASH)).body).toContain('knows no transaction')
    expect((await open(nothing)('42161', HASH)).status).toBe(404)
    expect((await open({})('42161', HASH)).status).toBe(503)
    expect((await open(LANDED)('1', HASH)).status).toBe(404)
    expect((await open(LANDED)('42161', '<script>')).body).not.toContain('<script>')
    expect((await open(LANDED)('0', HASH)).status).toBe(404)
    const isPending = { ...LANDED, eth_getTransactionReceipt: null }
    expect((await open(isPending)('42161', HASH)).body).toContain('Not in a block yet')
  })
})
