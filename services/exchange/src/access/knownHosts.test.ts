import { describe, expect, it } from 'vitest'
import { createKnownHosts, namedPage } from './knownHosts.ts'

describe('the names of the server', () => {
  it.each(['localhost', '127.0.0.1', '::1', '127.0.0.5'])(
    'at %s are those of the loopback, with any port',
    (at) => {
      const { isKnown } = createKnownHosts(at)
      for (const host of [
        ...[
          'localhost',
          'localhost:8080',
          'LocalHost:1',
          '127.0.0.1',
          '127.0.0.1:8080',
          '[::1]',
          '[::1]:8080',
        ],
        ...['vest.localhost', 'a.b-c.localhost:8080'],
      ])
        expect(isKnown(host), host).toBe(true)
      for (const host of [
        ...[
          'evil.example',
          'evil.example:8080',
          'localhost.evil.example',
          'evillocalhost',
          '127.0.0.1.nip.io',
        ],
        ...[
          '127.0.0.2',
          '0.0.0.0:8080',
          '[::]:8080',
          '',
          undefined,
          'localhost:x',
          'localhost.',
          '.localhost',
        ],
        ...['evil.example#localhost', 'user@localhost', '[::ffff:127.0.0.1]', '2130706433', '127.1'],
      ])
        expect(isKnown(host), String(host)).toBe(false)
    },
  )

  it('are also the number that it listens at, and those that were configured', () => {
    expect(createKnownHosts('127.0.0.5').isKnown('127.0.0.5:8080')).toBe(true)
    const { isKnown } = createKnownHosts('127.0.0.1', ['Exchange.example'])
    expect(isKnown('exchange.example')).toBe(true)
    expect(isKnown('exchange.example:443')).toBe(true)
    expect(isKnown('other.exchange.example')).toBe(false)
  })

  it('on a network are any, unless some were configured', () => {
    expect(createKnownHosts('0.0.0.0').isKnown('evil.example')).toBe(true)
    const { isKnown } = createKnownHosts('0.0.0.0', ['exchange.example'])
    expect([isKnown('exchange.example'), isKnown('evil.example'), isKnown('localhost:8080')]).toEqual([
      true,
      false,
      true,
    ])
  })
})

describe('a page asked for by a number', () => {
  it('stands at localhost, on the same port and path', () => {
    expect(namedPage('127.0.0.1:8080', '/trade/BTC-PERP?a=1')).toBe(
      'http://localhost:8080/trade/BTC-PERP?a=1',
    )
    expect(namedPage('[::1]:8080', '/')).toBe('http://localhost:8080/')
    expect(namedPage('127.0.0.1', '/x')).toBe('http://localhost/x')
    expect(namedPage('127.0.0.1:8080', '//evil.example/x')).toBe('http://localhost:8080/evil.example/x')
  })
  it.each(['localhost:8080', 'exchange.example', undefined])('not where it was %s', (host) => {
    expect(namedPage(host, '/')).toBeUndefined()
  })
})
