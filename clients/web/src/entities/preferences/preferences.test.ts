import { beforeEach, describe, expect, it, vi } from 'vitest'
import { applyAppearance, chosenLanguage, chosenTheme, usePreferences, VISITOR } from './preferences.ts'

const stubSystem = (isLight: boolean): void => void vi.stubGlobal('matchMedia', () => ({ matches: isLight }))

beforeEach(() => usePreferences.setState({ theme: undefined, favourites: {} }))

describe('preferences', () => {
  it('[1.6] the theme is the stored one, defaulting to the system’s', () => {
    stubSystem(true)
    expect([chosenTheme({ theme: undefined }), chosenTheme({ theme: 'dark' })]).toEqual(['light', 'dark'])
    stubSystem(false)
    expect(chosenTheme({ theme: undefined })).toBe('dark')
  })

  it('puts theme and palette on the root element', () => {
    stubSystem(true)
    const dataset: Record<string, string> = {}
    vi.stubGlobal('document', { documentElement: { dataset } })
    applyAppearance({ theme: 'dark', palette: 'colour-blind' })
    expect(dataset).toEqual({ theme: 'dark', updown: 'cb' })
    applyAppearance({ theme: 'dark', palette: 'red-up' })
    expect(dataset.updown).toBe('red')
    applyAppearance({ theme: undefined, palette: 'green-up' })
    expect(dataset).toEqual({ theme: 'light' })
  })

  it('[1.6] speaks the stored language, else the browser’s if it is English or Chinese, else English', () => {
    expect(chosenLanguage({ language: 'zh' }, 'en-US')).toBe('zh')
    expect(chosenLanguage({ language: undefined }, 'zh-CN')).toBe('zh')
    expect(chosenLanguage({ language: undefined }, 'de-DE')).toBe('en')
    expect(chosenLanguage({ language: 'xx' as never }, 'de-DE')).toBe('en')
  })

  it('[3.17] keeps favourites per address', () => {
    const { toggleFavourite } = usePreferences.getState()
    toggleFavourite(VISITOR, 'BTC-PERP')
    toggleFavourite('0x1', 'ETH-PERP')
    toggleFavourite('0x1', 'SOL-PERP')
    toggleFavourite('0x1', 'ETH-PERP')
    expect(usePreferences.getState().favourites).toEqual({ [VISITOR]: ['BTC-PERP'], '0x1': ['SOL-PERP'] })
  })
})
