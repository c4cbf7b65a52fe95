/** A section with its name, and its content as a file. */
import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { downloadText } from '../../../shared/csv/index.ts'
import { Button } from '../../../ui/index.ts'

export function Panel({
  title,
  file,
  className = '',
  children,
}: {
  readonly title: string
  readonly file?: { readonly name: string; readonly text: () => string }
  readonly className?: string
  readonly children: ReactNode
}) {
  const { t } = useTranslation()
  return (
    <section
      aria-label={title}
      className={`rounded-[10px] border border-line bg-s1 px-5 py-4 max-md:px-4 ${className}`}
    >
      <div className="mb-3 flex items-center justify-between">
        <h2 className="text-body font-semibold">{title}</h2>
        {file !== undefined && (
          <Button
            size="sm"
            variant="ghost"
            icon={<Download size={14} strokeWidth={1.5} aria-hidden="true" />}
            aria-label={t('common.named', { name: title, value: t('orders.csv') })}
            onClick={() => downloadText(file.name, file.text())}
          >
            <span className="max-md:sr-only">{t('orders.csv')}</span>
          </Button>
        )}
      </div>
      {children}
    </section>
  )
}
