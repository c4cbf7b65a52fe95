/** What an account's page shows to a visitor: what is here after a login, and the button for it. */
import { useTranslation } from 'react-i18next'
import { Button, cx, EmptyState } from '../../ui/index.ts'
import { useSession } from './SessionContext.tsx'

export function VisitorPanel({
  title,
  text,
  className,
}: {
  readonly title: string
  readonly text?: string
  readonly className?: string
}) {
  const { t } = useTranslation()
  const openDialog = useSession((state) => state.openDialog)
  return (
    <div className={cx('rounded-[10px] border border-line bg-s1 py-12', className)}>
      <EmptyState
        title={title}
        text={text}
        action={
          <Button variant="ink" onClick={() => openDialog('sign-in')}>
            {t('header.login')}
          </Button>
        }
      />
    </div>
  )
}
