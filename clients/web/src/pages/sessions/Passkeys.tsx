/** The passkeys that sign in, with creation and last use; adding and removing one are answered in the wallet's frame. */
import type { PasskeyRow } from '@vest/protocol'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../entities/session/index.ts'
import type { WayBack } from '../../entities/recovery/index.ts'
import { useEmbeddedCall } from '../../entities/embedded/useEmbedded.ts'
import { formatDateTime, MISSING } from '../../shared/format/index.ts'
import { Badge, Button } from '../../ui/index.ts'

export function Passkeys({ wayBack }: { readonly wayBack: WayBack }) {
  const call = useEmbeddedCall()
  const email = useSession((state) => state.email)
  const { data } = useQuery({
    queryKey: ['private', 'passkeys', email],
    queryFn: async () => (await call('passkeys.list', {})).passkeys,
    enabled: email !== undefined,
    retry: false,
  })
  return data === undefined ? null : <PasskeyList rows={data} ask={wayBack.ask} />
}

interface PasskeyListProps extends Pick<WayBack, 'ask'> {
  readonly rows: readonly PasskeyRow[]
}

export function PasskeyList({ rows, ask }: PasskeyListProps) {
  const { t } = useTranslation()
  return (
    <section
      aria-labelledby="passkeys"
      className="mt-3 overflow-hidden rounded-[10px] border border-line bg-s1"
    >
      <div className="flex min-h-12 flex-wrap items-center gap-2 px-4 py-2">
        <h2 id="passkeys" className="text-nav font-semibold">
          {t('passkeys.title')}
        </h2>
        <Badge>{String(rows.length)}</Badge>
        <p className="ml-auto text-dense text-t3 max-md:ml-0 max-md:w-full">{t('passkeys.text')}</p>
        <Button size="xs" onClick={() => ask('passkey.add', {}, t('passkeys.added'))}>
          {t('passkeys.add')}
        </Button>
      </div>
      <ul>
        {rows.map(({ id, name, createdTime, lastUsedTime }) => (
          <li key={id} className="flex items-center gap-3 border-t border-line px-4 py-2">
            <span className="min-w-0 flex-1">
              <span className="block font-medium">{name}</span>
              <span className="block text-caption text-t3">
                {t('passkeys.row', {
                  made: formatDateTime(createdTime),
                  used: lastUsedTime === null ? MISSING : formatDateTime(lastUsedTime),
                })}
              </span>
            </span>
            <Button
              size="xs"
              aria-label={t('passkeys.removeOne', { name })}
              onClick={() => ask('passkey.remove', { id }, t('passkeys.removed'))}
            >
              {t('passkeys.remove')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
