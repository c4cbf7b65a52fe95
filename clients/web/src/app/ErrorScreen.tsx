/** The error screen ([2.25], [8.66]): what happened, the way home, the way to support. */
import { useTranslation } from 'react-i18next'
import { Button, buttonLook, Mark } from '../ui/index.ts'
import { COMMUNITY_URL } from './links.ts'

export function ErrorScreen() {
  const { t } = useTranslation()
  return (
    <div role="alert" className="flex min-h-dvh flex-col items-center justify-center gap-4 px-6 text-center">
      <Mark size={40} />
      <h1 className="text-figure font-semibold">{t('error.title')}</h1>
      <p className="max-w-[420px] text-t2">{t('error.text')}</p>
      <div className="flex gap-2">
        <Button variant="ink" onClick={() => location.assign('/trade')}>
          {t('error.home')}
        </Button>
        <a
          href={COMMUNITY_URL}
          target="_blank"
          rel="noopener noreferrer"
          className={buttonLook('line', 'md')}
        >
          {t('error.community')}
        </a>
      </div>
    </div>
  )
}
