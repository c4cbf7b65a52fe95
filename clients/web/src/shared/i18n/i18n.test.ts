import i18next from 'i18next'
import { expect, it, vi } from 'vitest'
import { startI18n, switchLanguage } from './i18n.ts'

it('[4.21] an unloadable language falls back to English, and may be chosen again later', async () => {
  let isOnline = false
  const shown: string[] = []
  const loadBundle = vi.fn(async (language: string) => {
    if (language === 'zh' && !isOnline) throw new Error('offline')
    return { nav: { trade: language === 'zh' ? '交易' : 'Trade' } }
  })
  await startI18n({ language: 'zh', loadBundle, onLanguage: (language) => shown.push(language) })
  expect([i18next.language, i18next.t('nav.trade')]).toEqual(['en', 'Trade'])
  expect(await switchLanguage('zh')).toBe('en')
  expect(i18next.t('nav.trade')).toBe('Trade')
  isOnline = true
  expect(await switchLanguage('zh')).toBe('zh')
  expect([i18next.t('nav.trade'), shown.at(-1)]).toEqual(['交易', 'zh'])
})
