import { describe, expect, it } from 'vitest'
import { readOptions, StartError } from './options.ts'

const read = (argv: string[], env: Record<string, string> = {}) => readOptions(argv, env, '/clone')

describe('options of npm start', () => {
  it('defaults to both families of the loopback, port 8080, ./data and markets that never close', () => {
    expect(read([])).toEqual({
      port: 8080,
      validators: 1,
      operatorPort: 0,
      capitalReview: true,
      isShortWayOn: true,
      walletPort: 8081,
      host: 'localhost',
      hostNames: [],
      trustedProxies: [],
      dataDir: '/clone/data',
      reset: false,
      yes: false,
      alwaysOpen: true,
      flow: true,
      rebalance: { low: 500_000, target: 1_000_000 },
    })
  })
  it('takes the sums by which vaults are filled, the lower one first, or none', () => {
    expect(read([], { VEST_REBALANCE: '10,20' }).rebalance).toEqual({ low: 10, target: 20 })
    expect(read([], { VEST_VAULT_FLOAT: '5' }).vaultFloat).toBe(5)
    expect(() => read([], { VEST_VAULT_FLOAT: 'much' })).toThrow(/VEST_VAULT_FLOAT must be a sum/)
    expect(read([], { VEST_REBALANCE: 'off' }).rebalance).toBeUndefined()
    for (const wrong of ['20,10', '10', '10,20.5', 'on'])
      expect(() => read([], { VEST_REBALANCE: wrong })).toThrow(/VEST_REBALANCE must be two sums in USDC/)
  })
  it('takes PORT, HOST and VEST_DATA from the environment', () => {
    expect(read([], { PORT: '9000', HOST: '::1', VEST_DATA: '/var/vest' })).toMatchObject({
      port: 9000,
      host: '::1',
      dataDir: '/var/vest',
    })
  })
  it('refuses a network address unless told twice', () => {
    expect(() => read([], { HOST: '0.0.0.0' })).toThrow(StartError)
    expect(read([], { HOST: '0.0.0.0', VEST_ALLOW_NETWORK: 'yes' }).host).toBe('0.0.0.0')
  })
  it.each(['0', '70000', 'abc', '-1', '80.5', ''])('refuses PORT=%s in one sentence', (PORT) => {
    expect(() => read([], { PORT })).toThrow(/PORT must be a number/)
  })
  it('takes a port for operators, and refuses what is none', () => {
    expect(read([], { VEST_OPERATOR_PORT: '9464' }).operatorPort).toBe(9464)
    expect([read([], {}).validators, read([], { VEST_VALIDATORS: '3' }).validators]).toEqual([1, 3])
    expect(read([], { VEST_ADDRESS_COOL_DOWN_S: '60' }).addressCoolDownMs).toBe(60_000)
    expect(read([], { VEST_STATEMENT_S: '5' }).statementEveryMs).toBe(5_000)
    expect(() => read([], { VEST_ADDRESS_COOL_DOWN_S: 'soon' })).toThrow(/must be a number of seconds/)
    expect(() => read([], { VEST_VALIDATORS: '0' })).toThrow(/VEST_VALIDATORS must be a number from 1 to 7/)
    expect(() => read([], { VEST_OPERATOR_PORT: 'x' })).toThrow(/VEST_OPERATOR_PORT must be a number from 0/)
  })
  it('[7.32] a path of this origin may count what users agreed to, nothing else may', () => {
    expect(read([], { VEST_ANALYTICS_PATH: '/count' }).analyticsPath).toBe('/count')
    expect(read([]).analyticsPath).toBeUndefined()
    for (const path of ['https://elsewhere.example', '//elsewhere', '/a"onload'])
      expect(() => read([], { VEST_ANALYTICS_PATH: path })).toThrow(/VEST_ANALYTICS_PATH must be a path/)
  })

  it('takes names of its own and proxies that it trusts, and refuses what is neither', () => {
    const env = { VEST_HOSTS: 'exchange.example, vest.test', VEST_TRUSTED_PROXIES: '127.0.0.1,10.0.0.0/8' }
    expect(read([], env)).toMatchObject({
      hostNames: ['exchange.example', 'vest.test'],
      trustedProxies: ['127.0.0.1', '10.0.0.0/8'],
    })
    expect(() => read([], { VEST_HOSTS: 'http://exchange.example' })).toThrow(/VEST_HOSTS holds "http/)
    expect(() => read([], { VEST_TRUSTED_PROXIES: 'all' })).toThrow(/VEST_TRUSTED_PROXIES holds "all"/)
  })
  it('gives the wallet the next port, or the one that was named', () => {
    expect(read([], { PORT: '9000' }).walletPort).toBe(9001)
    expect(read([], { VEST_WALLET_PORT: '0' }).walletPort).toBe(0)
    expect(() => read([], { PORT: '65535' })).toThrow(/VEST_WALLET_PORT must be a number/)
  })
  it('refuses an unknown option', () => {
    expect(() => read(['--rest'])).toThrow(/Unknown option --rest/)
  })
})
