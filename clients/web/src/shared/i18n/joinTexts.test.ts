import { describe, expect, it } from 'vitest'
import { joinNames, joinSentences } from './joinTexts.ts'

describe('texts beside each other', () => {
  it('puts a space between sentences of English alone', () => {
    expect(joinSentences('Trading is interrupted.', 'Back at 14:00 UTC.')).toBe(
      'Trading is interrupted. Back at 14:00 UTC.',
    )
    expect(joinSentences('交易已中断。', '提现已暂停。')).toBe('交易已中断。提现已暂停。')
  })

  it('divides names as the language does', () => {
    expect(joinNames('en', ['Arbitrum', 'Base'])).toBe('Arbitrum, Base')
    expect(joinNames('zh', ['口令', '文件'])).toBe('口令、文件')
  })
})
