import { bytesToHex, solanaAccount, solanaPublicKey } from '@vest/protocol'
import { keccak256 } from '@vest/sdk'
import { describe, expect, it } from 'vitest'
import { MARKET_TABLE } from '../../../../../../core/engine/src/listing/marketTable.ts'
import { checkSignedAction } from './checkSignedAction.ts'

const ACCOUNT = `0x${'a1'.repeat(20)}`
const base = { time: 1, nonce: 2 }

describe('what the session key signs', () => {
  it('orders for all markets at once, or for one', () => {
    for (const kind of ['cancelAll', 'closeAll'])
      for (const symbol of ['', 'BTC-PERP'])
        expect(checkSignedAction({ kind, ...base, symbol }, ACCOUNT)).toEqual({ kind, ...base, symbol })
    expect(() => checkSignedAction({ kind: 'cancelAll', ...base, symbol: 'btc perp' }, ACCOUNT)).toThrow(
      'Invalid field: symbol',
    )
    expect(() => checkSignedAction({ kind: 'closeAll', ...base }, ACCOUNT)).toThrow('Invalid field: symbol')
  })

  it('orders of every market that is listed, however its symbol is written', () => {
    const symbols = MARKET_TABLE.map(([symbol]) => symbol)
    expect(symbols).toContain('kPEPE-PERP')
    const order = {
      kind: 'order',
      ...base,
      orderType: 'LIMIT',
      isBuy: true,
      size: '1',
      limitPrice: '1.5',
      reduceOnly: false,
    }
    for (const symbol of symbols)
      expect(checkSignedAction({ ...order, symbol }, ACCOUNT)).toEqual({ ...order, symbol })
  })

  it('nothing that it does not know, and no field more', () => {
    expect(() => checkSignedAction({ kind: 'register', ...base }, ACCOUNT)).toThrow('Not an action')
    expect(() => checkSignedAction({ kind: 'cancelAll', ...base, symbol: '', id: '0x' }, ACCOUNT)).toThrow(
      'Unknown field: id',
    )
  })

  it('money of a Solana account for its own wallet there, and nowhere else', () => {
    const wallet = 'So11111111111111111111111111111111111111112'
    const recipient = bytesToHex(solanaPublicKey(wallet)!)
    const account = solanaAccount(solanaPublicKey(wallet)!, keccak256)
    const own = { kind: 'withdraw', ...base, account, recipient, token: ACCOUNT, size: 5, chainId: 0 }
    expect(checkSignedAction(own, wallet)).toEqual(own)
    for (const change of [
      { recipient: `0x${'33'.repeat(32)}` },
      { recipient: account },
      { chainId: 42161 },
      { account: ACCOUNT },
    ])
      expect(() => checkSignedAction({ ...own, ...change }, wallet)).toThrow(/^(This key|Withdrawal of)/)
    // An account of an EVM wallet has none on Solana.
    expect(() => checkSignedAction({ ...own, account: ACCOUNT }, ACCOUNT)).toThrow('This key withdraws')
  })
})
