import { describe, expect, it } from 'vitest'
import { APP_NAVIGATE, askToNavigate, onAppNavigate } from './appNavigate.ts'

function heard(send: (target: EventTarget) => void): readonly string[] {
  const target = new EventTarget()
  const places: string[] = []
  const stop = onAppNavigate((href) => places.push(href), target)
  send(target)
  stop()
  askToNavigate({ pathname: '/markets', search: '' }, target)
  return places
}

describe('navigation by event', () => {
  it('[2.19] leads to the path and search that the event carries, as long as a page listens', () => {
    expect(
      heard((target) => askToNavigate({ pathname: '/portfolio', search: '?view=transfers' }, target)),
    ).toEqual(['/portfolio?view=transfers'])
  })

  it('leads nowhere else: no other origin, no script, nothing that is no place', () => {
    const places: readonly unknown[] = [
      undefined,
      null,
      '/portfolio',
      {},
      { pathname: '//x.example' },
      { pathname: '/\\x.example' },
      { pathname: 'https://x.example' },
      { pathname: 'javascript:alert(1)' },
      { pathname: '/markets', search: 'view=1' },
      { pathname: '/markets', search: 7 },
    ]
    expect(
      heard((target) => {
        for (const detail of places) target.dispatchEvent(new CustomEvent(APP_NAVIGATE, { detail }))
      }),
    ).toEqual([])
  })
})
