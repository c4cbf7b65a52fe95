/** The reference that a running exchange shows. */
import { asyncApi, CALL_LIST, CHANNELS, CLOSE_CODES, ERRORS, openApi } from '@vest/protocol'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestWorld, type TestWorld } from '../testing/testWorld.ts'

describe('the reference', () => {
  let world: TestWorld
  let page: string
  const read = async (path: string) => fetch(`${world.exchange.url}${path}`)
  beforeAll(async () => {
    world = await startTestWorld()
    page = await (await read('/docs')).text()
  })
  afterAll(() => world.stop())

  it('is a page without a script, under the policy of all pages', async () => {
    const { status, headers } = await read('/docs')
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(page).not.toMatch(/<script|javascript:|\son\w+=/i)
  })

  it('shows every call once and links to it', () => {
    for (const { name, path } of CALL_LIST) {
      expect([name, page.split(`<section id="${name}">`).length]).toEqual([name, 2])
      expect([name, page.split(`href="#${name}"`).length]).toEqual([name, 2])
      expect(page).toContain(`<code>/v2${path}</code>`)
    }
    const targets = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id!)
    expect(targets.filter((id) => !page.includes(`id="${id}"`))).toEqual([])
  })

  it('shows every code that the exchange answers, and none of the client’s own', () => {
    const shown = [...page.matchAll(/id="error-(\d+)"/g)].map(([, code]) => Number(code))
    expect(shown).toEqual(ERRORS.filter(({ origin }) => origin !== 'client').map(({ code }) => code))
  })

  it('shows the fields of a nested body, and which may be left out', () => {
    const order = page.slice(
      page.indexOf('<section id="placeOrder">'),
      page.indexOf('<section id="cancelOrder">'),
    )
    expect(order).toMatch(
      /<td class="d0"><code>order<\/code><\/td><td>object<br><span>What is signed\.<\/span><\/td>/,
    )
    expect(order).toMatch(/<td class="d1"><code>symbol<\/code><\/td><td>text<br><span>[^<]+<\/span><\/td>/)
    expect(order).toMatch(
      /<td class="d1"><code>clientId<\/code><i> optional<\/i><\/td><td>text or null<br><span>[^<]+<\/span><\/td>/,
    )
    expect(order).toMatch(/<td class="d0"><code>signature<\/code><\/td>/)
  })

  it('shows every channel with its data, and why a socket is ended', () => {
    for (const { name, pattern } of CHANNELS) {
      expect([name, page.split(`<section id="feed-${name}">`).length]).toEqual([name, 2])
      expect(page).toContain(`<code>${pattern}</code>`)
    }
    for (const [code] of CLOSE_CODES) expect(page).toContain(`<tr><td>${code}</td>`)
  })

  it('is there for tools as well', async () => {
    expect(await (await read('/asyncapi.json')).json()).toEqual(JSON.parse(JSON.stringify(asyncApi())))
    const answer = await read('/openapi.json')
    expect(answer.headers.get('content-type')).toContain('application/json')
    expect(await answer.json()).toEqual(JSON.parse(JSON.stringify(openApi())))
  })
})
