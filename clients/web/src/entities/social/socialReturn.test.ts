import { describe, expect, it } from 'vitest'
import { onSocialReturn, readSocialReturn, postSocialReturn, type SocialReturn } from './socialReturn.ts'

describe('the way back from the network', () => {
  it('is read from the address; a declined leave has no code, and anything else is none', () => {
    expect(readSocialReturn('?state=s1&code=c1')).toEqual({ state: 's1', code: 'c1' })
    expect(readSocialReturn('?error=access_denied&state=s1')).toEqual({ state: 's1', code: undefined })
    for (const search of ['', '?code=c1', '?state=&code=c1']) expect(readSocialReturn(search)).toBeUndefined()
  })

  it('is heard by the page that waits, until it stops listening', async () => {
    const heard: SocialReturn[] = []
    const first = new Promise<void>((resolve) => {
      const stop = onSocialReturn((back) => {
        heard.push(back)
        stop()
        resolve()
      })
    })
    postSocialReturn({ state: 's1', code: 'c1' })
    await first
    postSocialReturn({ state: 's2', code: undefined })
    expect(heard).toEqual([{ state: 's1', code: 'c1' }])
  })
})
