import { describe, expect, it } from 'vitest'
import { addAnnouncement, ANNOUNCE, REQUEST, watchWallets } from './discovery.ts'
import type { AnnouncedWallet } from './eip1193.ts'

const provider = () => ({ request: async () => null })
const info = (uuid: string, extra: object = {}) => ({
  uuid,
  name: 'A wallet',
  icon: 'data:image/png;base64,AA==',
  rdns: 'io.wallet',
  ...extra,
})

describe('wallet discovery', () => {
  it('[1.1] keeps wallets in order of arrival, each once however often it announces itself', () => {
    const [a, b] = [
      { info: info('a'), provider: provider() },
      { info: info('b'), provider: provider() },
    ]
    let wallets: readonly AnnouncedWallet[] = []
    for (const detail of [a, b, a, { info: info('c'), provider: a.provider }])
      wallets = addAnnouncement(wallets, detail)
    expect(wallets.map((wallet) => wallet.info.uuid)).toEqual(['a', 'b'])
  })

  it('ignores what is no announcement', () => {
    const wallets: readonly AnnouncedWallet[] = []
    for (const detail of [
      undefined,
      null,
      1,
      {},
      { info: info('a') },
      { info: info(''), provider: provider() },
      { info: info('a'), provider: { request: 1 } },
    ])
      expect(addAnnouncement(wallets, detail)).toBe(wallets)
  })

  it('loads no icon from elsewhere and cuts endless names', () => {
    const [wallet] = addAnnouncement([], {
      info: info('a', { icon: 'https://evil.example/x.png', name: 'x'.repeat(500) }),
      provider: provider(),
    })
    expect(wallet?.info.icon).toBeUndefined()
    expect(wallet?.info.name).toHaveLength(40)
  })

  it('asks wallets to announce themselves and hears those that come later', () => {
    const target = new EventTarget()
    const heard: unknown[] = []
    target.addEventListener(REQUEST, () =>
      target.dispatchEvent(new CustomEvent(ANNOUNCE, { detail: 'early' })),
    )
    const stop = watchWallets(target, (detail) => heard.push(detail))
    target.dispatchEvent(new CustomEvent(ANNOUNCE, { detail: 'late' }))
    stop()
    target.dispatchEvent(new CustomEvent(ANNOUNCE, { detail: 'after' }))
    expect(heard).toEqual(['early', 'late'])
  })
})
