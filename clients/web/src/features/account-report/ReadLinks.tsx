/** Links by which others see the account and move nothing in it: made, shown once, and taken back. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../entities/session/index.ts'
import { formatDateTime } from '../../shared/format/index.ts'
import { Button, CopyButton, FormError } from '../../ui/index.ts'

/** The label that tells such a key from those of programs. */
const LABEL = 'Read-only link'
const LINKS_MAX = 10

/** The key stands behind the `#`, which a browser never sends to a server. */
export const linkOf = (origin: string, apiKey: string): string => `${origin}/view#${apiKey}`

export function ReadLinks() {
  const { t } = useTranslation()
  const client = useSession((state) => state.client)
  const address = useSession((state) => state.address)
  const queries = useQueryClient()
  const { data } = useQuery({ queryKey: ['read-links', address], queryFn: () => client.apiKeys() })
  const [made, setMade] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const [failed, setFailed] = useState(false)
  const links = (data ?? []).filter(({ kind, label }) => kind === 'program' && label === LABEL)
  const run = async (work: () => Promise<void>): Promise<void> => {
    setIsBusy(true)
    setFailed(false)
    try {
      await work()
      await queries.invalidateQueries({ queryKey: ['read-links', address] })
    } catch {
      setFailed(true)
    } finally {
      setIsBusy(false)
    }
  }
  const make = (): Promise<void> =>
    run(async () => {
      const { apiKey } = await client.createApiKey({ label: LABEL, scopes: ['read'] })
      setMade(linkOf(location.origin, apiKey))
    })
  const end = (id: string): Promise<void> =>
    run(async () => {
      await client.revokeApiKey(id)
      setMade(undefined)
    })
  return (
    <section
      aria-label={t('readLink.title')}
      className="rounded-[10px] border border-line bg-s1 p-5 max-md:p-4"
    >
      <h2 className="text-body font-semibold">{t('readLink.title')}</h2>
      <p className="mt-1 text-dense text-t2">{t('readLink.text')}</p>
      {made !== undefined && (
        <div className="mt-3 rounded-[8px] bg-s3 p-3">
          <p className="text-dense text-t2">{t('readLink.once')}</p>
          <p className="mt-1 flex items-center gap-2 text-body">
            <span className="min-w-0 flex-1 truncate">{made}</span>
            <CopyButton text={made} label={t('common.copy')} copiedLabel={t('common.copied')} />
          </p>
        </div>
      )}
      <ul className="mt-2">
        {links.map(({ id, createTime, lastUsedTime }) => (
          <li
            key={id}
            className="flex min-h-12 items-center gap-3 border-b border-line text-dense last:border-b-0"
          >
            <span className="min-w-0 flex-1">
              {t('readLink.made', { time: formatDateTime(createTime) })}
              <span className="block text-t2">
                {lastUsedTime === null
                  ? t('readLink.neverUsed')
                  : t('readLink.used', { time: formatDateTime(lastUsedTime) })}
              </span>
            </span>
            <Button isDisabled={isBusy} onClick={() => void end(id)}>
              {t('readLink.end')}
            </Button>
          </li>
        ))}
      </ul>
      {failed && <FormError text={t('table.failed')} />}
      <Button
        className="mt-3"
        isBusy={isBusy}
        isDisabled={links.length >= LINKS_MAX}
        onClick={() => void make()}
      >
        {t('readLink.make')}
      </Button>
    </section>
  )
}
