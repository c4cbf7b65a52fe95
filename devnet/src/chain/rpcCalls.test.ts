import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { boundOf, isRpcRefusal, RPC_CALL_GAS_MAX } from './rpcCalls.ts'

const bound = (method: string, ...params: unknown[]) => boundOf(method)!(params)
const to = `0x${'aa'.repeat(20)}`
const gasOf = (params: unknown): bigint => BigInt((params as readonly { readonly gas: string }[])[0]!.gas)

describe('what a browser may ask of the chain', () => {
  it('is no method that a wallet does not need', () => {
    for (const method of [
      ...['anvil_reset', 'anvil_setBalance', 'evm_mine', 'hardhat_setCode', 'debug_traceCall', 'trace_call'],
      ...['eth_newFilter', 'eth_newBlockFilter', 'eth_getFilterChanges', 'eth_subscribe', 'eth_getProof'],
      ...['eth_createAccessList', 'eth_getBlockReceipts', 'eth_sendTransaction', 'eth_sign', 'eth_accounts'],
      ...['eth_simulateV1', 'txpool_content', 'ots_getApiLevel', '__proto__', 'constructor', ''],
    ])
      expect(boundOf(method), method).toBeUndefined()
  })

  it('a call never has more gas than its bound, whatever it asks for', () => {
    for (const method of ['eth_call', 'eth_estimateGas']) {
      expect(gasOf(bound(method, { to }))).toBe(RPC_CALL_GAS_MAX)
      expect(gasOf(bound(method, { to, gas: null }))).toBe(RPC_CALL_GAS_MAX)
      expect(gasOf(bound(method, { to, gas: '0x5208' }, 'latest'))).toBe(21_000n)
      fc.assert(
        fc.property(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), (gas) => {
          const params = bound(method, { to, gas: `0x${gas.toString(16)}` }, 'latest')
          expect(gasOf(params)).toBe(gas < RPC_CALL_GAS_MAX ? gas : RPC_CALL_GAS_MAX)
        }),
      )
      for (const gas of ['lots', '', '0x', 1, {}, `0x1${'0'.repeat(64)}`])
        expect(isRpcRefusal(bound(method, { to, gas })), String(gas)).toBe(true)
    }
  })

  it('a call replaces nothing of the state, and carries nothing unknown', () => {
    const code = { [to]: { code: '0x00' } }
    expect(bound('eth_call', { to }, 'latest', code)).toMatchObject({
      message: expect.stringMatching(/overrides/),
    })
    expect(bound('eth_call', { to }, 'latest', null, { number: '0x1' })).toHaveProperty('code', -32602)
    expect(bound('eth_call', { to }, 'latest', undefined)).toEqual([{ to, gas: '0x989680' }, 'latest'])
    for (const call of [[], 'x', null, undefined, { to, stateOverride: code }, { to, gasLimit: '0x1' }])
      expect(isRpcRefusal(bound('eth_call', call, 'latest'))).toBe(true)
  })

  it('logs and fees are those of so many blocks', () => {
    const logs = (filter: unknown) => isRpcRefusal(bound('eth_getLogs', filter))
    expect(logs({})).toBe(false)
    expect(logs({ blockHash: `0x${'11'.repeat(32)}` })).toBe(false)
    expect(logs({ fromBlock: '0x1', toBlock: '0x400' })).toBe(false)
    expect(logs({ fromBlock: '0x1', toBlock: '0x401' })).toBe(true)
    expect(logs({ fromBlock: 'earliest' })).toBe(true)
    expect(logs({ fromBlock: '0x0', toBlock: 'latest' })).toBe(true)
    expect(logs(null)).toBe(true)
    expect(isRpcRefusal(bound('eth_feeHistory', '0x5', 'latest'))).toBe(false)
    expect(isRpcRefusal(bound('eth_feeHistory', 20, 'latest'))).toBe(false)
    for (const count of ['0x401', 1_025, -1, 'all', undefined])
      expect(isRpcRefusal(bound('eth_feeHistory', count, 'latest')), String(count)).toBe(true)
  })
})
