/** A section with its name, what its reader chooses beside it, and its content as a file. */
import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { downloadText } from '../../../shared/csv/index.ts'
import { Button, cx } from '../../../ui/index.ts'

export interface PanelFile {
  readonly name: string
  readonly text: () => string
}

export interface PanelProps {
  readonly title: string
  /** After the name. */
  readonly beside?: ReactNode
  /** At the right, before the file. */
  readonly aside?: ReactNode
  readonly file?: PanelFile
  readonly className?: string
  readonly children: ReactNode
}

export function Panel({ title, beside, aside, file, className, children }: PanelProps) {
  return (
    <section
      aria-label={title}
      className={cx('rounded-[10px] border border-line bg-s1 px-5 py-4 max-md:px-4', className)}
    >
      <div className="mb-3 flex min-h-7 flex-wrap items-center gap-x-4 gap-y-2">
        <h2 className="text-body font-semibold">{title}</h2>
        {beside}
        <div className="ml-auto flex items-center gap-2">
          {aside}
          {file !== undefined && <ExportButton of={title} file={file} />}
        </div>
      </div>
      {children}
    </section>
  )
}

export function ExportButton({
  of,
  file,
  variant = 'ghost',
}: {
  readonly of: string
  readonly file: PanelFile
  readonly variant?: 'ghost' | 'line'
}) {
  const { t } = useTranslation()
  return (
    <Button
      size="sm"
      variant={variant}
      icon={<Download size={14} strokeWidth={1.5} aria-hidden="true" />}
      aria-label={t('common.named', { name: of, value: t('orders.csv') })}
      onClick={() => downloadText(file.name, file.text())}
    >
      <span className={variant === 'ghost' ? 'max-md:sr-only' : undefined}>{t('orders.csv')}</span>
    </Button>
  )
}
