/** The one form of what people are told apart by: e-mail addresses, networks, browsers. */
import { describe, expect, it } from 'vitest'
import { browserText } from './browserText.ts'
import { normalEmail } from './emailAddress.ts'
import { networkPrefix } from './networkPrefix.ts'

describe('an e-mail address', () => {
  it.each([
    [' Mira@Mail.Example ', 'mira@mail.example'],
    ['a.b+c@mail.example', 'a.b+c@mail.example'],
    ['ｍｉｒａ@mail.example', 'mira@mail.example'],
    ['x@münchen.example', 'x@xn--mnchen-3ya.example'],
    ['x@mail．example', 'x@mail.example'],
  ])('%j is %j', (text, normal) => expect(normalEmail(text)).toBe(normal))

  it.each([
    'a@b',
    '@mail.example',
    'a@',
    'a@@mail.example',
    'a b@mail.example',
    '.a@mail.example',
    'a..b@mail.example',
    'a@mail.example.',
    'a@-mail.example',
    'a,b@mail.example',
    'a@mail.example,b@mail.example',
    '<a@mail.example>',
    'a@[127.0.0.1]',
    'a@127.0.0.1',
    `${'a'.repeat(65)}@mail.example`,
    'a\r\nbcc:x@mail.example',
    'a\u0000@mail.example',
  ])('%j is none', (text) => expect(normalEmail(text)).toBeUndefined())
})

describe('a network', () => {
  it.each([
    ['203.0.113.77', '203.0.113.0/24'],
    ['::ffff:203.0.113.77', '203.0.113.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('%s belongs to %s', (address, network) => expect(networkPrefix(address)).toBe(network))
})

describe('a browser', () => {
  it.each([
    ['Mozilla/5.0 (Windows NT 10.0) Chrome/156.0 Safari/537.36 Edg/156.0', 'Edge, Windows'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/605', 'Safari, iOS'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox, Linux'],
    ['', 'unknown browser'],
    ['<script>alert(1)</script>\nX: y', 'scriptalert(1)/scriptX y'],
  ])('%j is told as %j', (agent, text) => expect(browserText(agent)).toBe(text))
})
