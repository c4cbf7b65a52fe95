/** The look, the language and the failures that the parts of the settings of notices share. */
import type { TFunction } from 'i18next'
import type { NoticeSettings } from '@vest/protocol'
import { ApiError } from '@vest/sdk'
import { errorText } from '../../shared/i18n/index.ts'

export const SETTING_ROW =
  'flex min-h-14 flex-wrap items-center gap-x-3 gap-y-2 border-t border-line px-5 py-3 max-md:px-4'

export const languageOf = (language: string): NoticeSettings['language'] => (language === 'zh' ? 'zh' : 'en')

export function failureText(t: TFunction, error: unknown): string {
  return error instanceof ApiError ? errorText(t, error.code) : t('table.failed')
}
