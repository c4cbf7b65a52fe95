import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createManualClock } from '@vest/sdk/testing/manualClock'
import { memoryStorage } from '../../testing/memoryStorage.ts'
import { createAnalytics, hasAgreed, pageOf, setAgreed } from './analytics.ts'
import { connectCounter, tellPage, tellSearch } from './counterSignals.ts'

function start(isAllowed = true) {
  const clock = createManualClock()
  const sent: unknown[] = []
  let allowed = isAllowed
  const analytics = createAnalytics({
    isAllowed: () => allowed,
    send: (batch) => sent.push(...(JSON.parse(batch) as { events: unknown[] }).events),
    setTimeout: clock.setTimeout,
    clearTimeout: clock.clearTimeout,
  })
  return { clock, sent, analytics, allow: (now: boolean) => (allowed = now) }
}

describe('[7.32] counting', () => {
  it('waits in a queue until the page has loaded, then goes in batches', async () => {
    const { clock, sent, analytics } = start()
    analytics.page('/trade/COIN-USD-PERP')
    analytics.page('/join/TAILOR')
    await clock.advance(60_000)
    expect(sent).toEqual([])
    analytics.ready()
    expect(sent).toEqual([
      { kind: 'page', page: 'trade' },
      { kind: 'page', page: 'join' },
    ])
    analytics.page('/')
    await clock.advance(4_999)
    expect(sent).toHaveLength(2)
    await clock.advance(1)
    expect(sent).toHaveLength(3)
  })

  it('tells of a search after three characters and 400 ms of rest, and never what was typed', async () => {
    const { clock, sent, analytics } = start()
    analytics.ready()
    analytics.search('co')
    await clock.advance(10_000)
    analytics.search('coi')
    await clock.advance(399)
    analytics.search(' coin ')
    await clock.advance(400)
    analytics.flush()
    expect(sent).toEqual([{ kind: 'search', length: 4 }])
    analytics.search('coin')
    analytics.search('')
    await clock.advance(10_000)
    expect(sent).toHaveLength(1)
  })

  it('is told, once and in order, what came before it was there', () => {
    const heard: string[] = []
    const counter = { page: (path: string) => heard.push(path), search: (text: string) => heard.push(text) }
    tellPage('/markets')
    tellSearch('coin')
    expect(heard).toEqual([])
    const disconnect = connectCounter(counter)
    tellPage('/trade')
    expect(heard).toEqual(['/markets', 'coin', '/trade'])
    disconnect()
    tellSearch('tesla')
    expect(heard).toHaveLength(3)
    connectCounter(counter)()
    connectCounter(counter)()
    expect(heard.slice(3)).toEqual(['tesla'])
  })

  it('counts nothing without consent, and drops what waits when it is withdrawn', async () => {
    const { clock, sent, analytics, allow } = start(false)
    analytics.ready()
    analytics.page('/points')
    await clock.advance(10_000)
    allow(true)
    analytics.page('/points')
    allow(false)
    await clock.advance(10_000)
    expect(sent).toEqual([])
  })

  it('holds no more than a visit has, and names pages by their first word alone', () => {
    const { sent, analytics } = start()
    for (let at = 0; at < 300; at += 1) analytics.page('/points')
    analytics.ready()
    expect(sent).toHaveLength(200)
    expect(['/', '/join/TAILOR?x=1', '/portfolio', '/0x3f9a41'].map(pageOf)).toEqual([
      'trade',
      'join',
      'portfolio',
      'not-found',
    ])
  })

  it('knows every page that the app has', () => {
    const router = readFileSync(new URL('../../app/router.tsx', import.meta.url), 'utf8')
    const names = [...router.matchAll(/(?:path: |legal\()'\/([\w-]+)/g)].map(([, name]) => name!)
    expect(names.length).toBeGreaterThan(20)
    expect(names.filter((name) => pageOf(`/${name}`) !== name)).toEqual([])
  })

  it('is agreed to in this browser, and not before', () => {
    const storage = memoryStorage()
    expect(hasAgreed(storage)).toBe(false)
    setAgreed(storage, true)
    expect(hasAgreed(storage)).toBe(true)
    setAgreed(storage, false)
    expect(hasAgreed(storage)).toBe(false)
  })
})
