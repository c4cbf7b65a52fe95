/**
 * What a script that got into the trading page would send over its port to get more than an order or a deposit of the
 * person's own out of the frame. Each ends in a refusal, or waits for a press that never comes.
 */
import { base64Of, buildTransfer, SOLANA_USDC_MINT, SOLANA_USDT_MINT } from '@vest/protocol'

export interface Scene {
  readonly nowMs: number
  readonly token: string
  readonly vault: string
}

export type HostileMessage = readonly [what: string, method: string, params: unknown]

const STRANGER = `0x${'99'.repeat(20)}`
/** Lamports of a wallet of Solana to another. */
const TO_A_STRANGER = buildTransfer(
  { from: SOLANA_USDC_MINT, to: SOLANA_USDT_MINT, token: 'SOL', amount: 1n },
  { blockhash: '1'.repeat(32), unitLimit: 1_000, unitPrice: 1 },
  (bytes) => bytes,
)
const FIRST = { stage: 'evaluation', index: 0 } as const
const prove = (wallet: object, more: object = {}) =>
  ['trading.approve', { network: 'evm', remember: true, wallet, ...more }] as const
const sign = (action: object) => ['trading.sign', { network: 'evm', actions: [action] }] as const

export function hostileMessages({ nowMs, token, vault }: Scene): readonly HostileMessage[] {
  const signed = { time: nowMs, nonce: nowMs }
  const withdraw = {
    kind: 'withdraw',
    ...signed,
    account: STRANGER,
    recipient: STRANGER,
    token,
    size: 1_000_000,
    chainId: 42161,
  }
  const order = {
    kind: 'order',
    ...signed,
    orderType: 'LIMIT',
    symbol: 'BTC-PERP',
    isBuy: true,
    size: '1',
    limitPrice: '1',
    reduceOnly: false,
  }
  const deposit = {
    chainId: 42161,
    value: '1000000',
    validAfter: 0,
    validBefore: Math.floor(nowMs / 1_000) + 3_600,
  }
  const places = { stage: 'evaluation', from: 0, count: 1 }
  const saved = {
    nonce: nowMs,
    change: 'SAVE',
    recipient: STRANGER,
    chain: 'EVM',
    label: 'Mine',
    days: 0,
  }
  const profit = { nonce: nowMs, index: 0, size: 1_000_000 }
  const solana = { chain: 'solana:mainnet', transaction: base64Of(TO_A_STRANGER) }
  const approval = {
    ...signed,
    network: 'evm',
    recipient: STRANGER,
    token,
    size: 1_000_000,
    chainId: 42161,
  }
  return [
    ['a withdrawal as an order', ...sign(withdraw)],
    ['a withdrawal to the own address', ...sign({ ...withdraw, recipient: STRANGER, account: STRANGER })],
    [
      'a profit withdrawal',
      ...sign({ kind: 'profitWithdraw', ...signed, account: STRANGER, recipient: STRANGER, size: 1 }),
    ],
    ['an order with a recipient', ...sign({ ...order, recipient: STRANGER })],
    ['an order with fields of a withdrawal', ...sign({ ...order, ...withdraw, kind: 'order' })],
    ['an order of another type', ...sign({ ...order, orderType: 'WITHDRAW' })],
    ['an order with a number for its size', ...sign({ ...order, size: 1 })],
    ['an order of a negative size', ...sign({ ...order, size: '-1' })],
    ['an order with text in its price', ...sign({ ...order, limitPrice: '1e9' })],
    ['an order at a fractional time', ...sign({ ...order, time: 1.5 })],
    ['an order of next year', ...sign({ ...order, time: nowMs + 31_536_000_000 })],
    [
      'a pool order of another type',
      ...sign({ kind: 'lp', ...signed, orderType: 'WITHDRAW_PROFIT', size: '1' }),
    ],
    ['a cancel of no id', ...sign({ kind: 'cancel', ...signed, id: 'everything' })],
    ['a bare hash', ...sign({ kind: 'hash', hash: `0x${'00'.repeat(32)}` })],
    ['four actions at once', 'trading.sign', { network: 'evm', actions: [order, order, order, order] }],
    ['no actions', 'trading.sign', { network: 'evm', actions: [] }],
    ['another network', 'trading.sign', { network: 'bitcoin', actions: [order] }],
    [
      'an order by a key of its own',
      'trading.sign',
      { network: 'evm', actions: [order], key: `0x${'11'.repeat(32)}` },
    ],
    [
      'the approval of a signer that it names',
      'trading.approve',
      { network: 'evm', remember: true, signingAddr: STRANGER },
    ],
    ['an approval for ever', 'trading.approve', { network: 'evm', remember: true, expiryTime: nowMs * 2 }],
    [
      'an approval over another contract',
      'trading.approve',
      { network: 'evm', remember: true, verifyingContract: STRANGER },
    ],
    ['a deposit into another vault', 'deposit.authorize', { ...deposit, to: STRANGER }],
    ['a deposit of another token', 'deposit.authorize', { ...deposit, token: STRANGER }],
    ['a deposit from another account', 'deposit.authorize', { ...deposit, from: STRANGER }],
    [
      'a deposit with a nonce that it chose',
      'deposit.authorize',
      { ...deposit, nonce: `0x${'00'.repeat(32)}` },
    ],
    ['a deposit that never ends', 'deposit.authorize', { ...deposit, validBefore: nowMs }],
    ['a deposit on a chain that is none of ours', 'deposit.authorize', { ...deposit, chainId: 31_337 }],
    ['a withdrawal without a press', 'withdrawal.approve', approval],
    ['a withdrawal with the press in it', 'withdrawal.approve', { ...approval, approved: true }],
    ['a withdrawal of another account', 'withdrawal.approve', { ...approval, account: STRANGER }],
    ['a withdrawal to a contract', 'withdrawal.approve', { ...approval, recipient: vault }],
    ['the addresses of all places', 'capital.wallets', { stage: 'evaluation', from: 0, count: 1_000 }],
    ['addresses of another person', 'capital.wallets', { ...places, userId: 'user-2' }],
    ['addresses by a path', 'capital.wallets', { ...places, path: "m/44'/60'/0'/0" }],
    ['the first wallet as a further one', 'capital.wallets', { ...places, stage: 'primary' }],
    ['the proof of a stranger’s wallet', ...prove({ address: STRANGER })],
    ['the proof of a place behind all', ...prove({ stage: 'funded', index: 1_000 })],
    ['the proof of a place before all', ...prove({ stage: 'funded', index: -1 })],
    ['a proof for a signer that it names', ...prove(FIRST, { signingAddr: STRANGER })],
    ['a proof for ever', ...prove(FIRST, { expiryTime: nowMs * 2 })],
    [
      'an order of a further wallet that no key was approved for',
      'trading.sign',
      { network: 'evm', actions: [order], wallet: FIRST },
    ],
    [
      'an order of a stranger’s wallet',
      'trading.sign',
      { network: 'evm', actions: [order], wallet: STRANGER },
    ],
    ['a saved address without a press', 'addressBook.approve', saved],
    ['a saved address with the press in it', 'addressBook.approve', { ...saved, approved: true }],
    ['a saved address of another account', 'addressBook.approve', { ...saved, account: STRANGER }],
    [
      'a list off as an order',
      ...sign({ kind: 'addressBook', ...signed, change: 'LIST_OFF', account: STRANGER }),
    ],
    ['profit to a stranger', 'profit.approve', { ...profit, recipient: STRANGER }],
    ['profit of a stranger', 'profit.approve', { ...profit, account: STRANGER }],
    ['profit with the press in it', 'profit.approve', { ...profit, approved: true }],
    ['profit without a press', 'profit.approve', profit],
    ['profit of an evaluation', 'profit.approve', { ...profit, stage: 'evaluation' }],
    ['a transaction of Solana with the press in it', 'solana.approve', { ...solana, approved: true }],
    ['a transaction of Solana under a title of its own', 'solana.approve', { ...solana, title: 'Log in' }],
    ['a transaction of Solana for another key', 'solana.approve', { ...solana, account: '1'.repeat(32) }],
    ['a transaction of Solana on another chain', 'solana.approve', { ...solana, chain: 'solana:devnet' }],
    ['a transaction of Solana without a press', 'solana.approve', solana],
    ['a bare message of Solana', 'solana.signMessage', { message: solana.transaction }],
    ['the seed', 'wallet.export', {}],
    ['a passkey of its own', 'passkey.add', { id: 'k'.repeat(32) }],
    ['the removal of a way back in, unseen', 'recovery.remove', { method: 'file', approved: true }],
    ['new parts with its own among them', 'wallet.rotate', { publicKey: STRANGER }],
    ['a proof of ours as a message', 'message.sign', { message: 'Vest passkey of user 1: x' }],
    ['an empty message', 'message.sign', { message: '' }],
    ['the seed with the opening', 'wallet.open', { export: true }],
    ['the token of shares', 'session.resume', { audience: 'vest-wallet' }],
    ['typed data', 'eth_signTypedData_v4', [STRANGER, '{}']],
    ['a transaction', 'eth_sendTransaction', [{ to: STRANGER }]],
    ['a method of every object', 'constructor', {}],
    ['a prototype', '__proto__', {}],
  ]
}
